import Foundation
import RawClient
import Testing

@testable import AnimationService

/// `to` as a list of texts.
struct ListedTextsTests {
  private let service = TestService()
  private let list = #"from=0&to=["100","400","250"]&duration=6&fps=1&curve=linear"#

  private func frames(_ query: String) -> String {
    let answer = service.get("/v1/frames?\(query)")
    #expect(answer.status == 200, "\(query): \(answer.text)")
    return answer.text
  }

  private func post(_ json: String, status: Int = 200) -> String {
    let answer = service.post("/v1/frames", json: json)
    #expect(answer.status == status, "\(json): \(answer.text)")
    return answer.text
  }

  @Test func `texts follow one another, evenly spaced`() {
    let texts = "0\n50\n100\n250\n400\n325\n250\n"
    #expect(frames("\(list)&as=text") == texts)
    let body = #""duration":6,"fps":1,"curve":"linear","as":"text"}"#
    #expect(post(#"{"from":0,"to":[100,"400",250],\#(body)"#) == texts)
    #expect(post(#"{"to":["0",100,400,250],\#(body)"#) == texts)
  }

  @Test func `times are those of Motion, shares of the duration`() {
    #expect(
      frames(#"to=["0","100","400"]&times=0,0.2,1&duration=5&fps=1&curve=linear&as=text"#)
        == "0\n100\n175\n250\n325\n400\n")
    #expect(
      post(#"{"from":0,"to":[100,400],"times":[0.2,1],"duration":5,"fps":1,"curve":"linear","as":"text"}"#)
        == "0\n100\n175\n250\n325\n400\n")
  }

  @Test func `the answer tells the texts and their times`() {
    let start = #"{"animation":{"from":"0","to":"250","interpolation":"number","curve":"linear","duration":6,"fps":1"#
    let times = #""texts":["0","100","400","250"],"times":[0,0.3333333333333333,0.6666666666666666,1]},"#
    #expect(frames(list).hasPrefix(#"\#(start),"frameCount":7,"animated":true,\#(times)"#))
    #expect(frames(list).contains(#"{"index":5,"time":5,"progress":0.8333333333333334,"text":"325"}"#))
  }

  @Test func `every form has them`() {
    #expect(frames("\(list)&as=csv").hasSuffix("5,5,0.8333333333333334,325\n6,6,1,250\n".replacing("\n", with: "\r\n")))
    #expect(frames("\(list)&as=ndjson").contains(#"{"index":4,"time":4,"progress":0.6666666666666666,"text":"400"}"#))
    #expect(frames("\(list)&as=vtt").contains("00:00:04.000 --> 00:00:05.000\n400\n"))
    let picture = frames(#"to=["1","1000000000","2"]&as=svg&fps=1"#)
    #expect(picture.contains("<title>2</title>"))
    #expect(picture.contains("viewBox=\"0 0 346 72\""))
  }

  @Test func `one frame and several animations have them`() {
    #expect(service.get("/v1/frame?\(list)&time=4.5").text.contains(#""text":"400""#))
    let several = post(
      #"{"to":["0","2","0"],"duration":2,"fps":1,"curve":"linear","as":"text","animations":[{"id":"a"},{"id":"b","from":4,"to":6}]}"#
    )
    #expect(several == "a\t0\nb\t4\na\t2\nb\t5\na\t0\nb\t6\n")
  }

  @Test func `a stream shows them`() throws {
    let service = try RunningService()
    let client = try Client(port: service.port)
    client.request(
      "GET /v1/stream?to=%5B%220%22,%222%22,%221%22%5D&duration=0.2&fps=20&curve=linear&late=send&as=ndjson")
    let answer = try client.receive(until: "\r\n0\r\n\r\n")
    for text in ["0", "1", "2", "1"] { #expect(answer.contains(#""text":"\#(text)""#)) }
    #expect(answer.contains(#"{"index":4,"time":0.2,"progress":1,"text":"1"}"#))
  }

  @Test func `distinct frames stand at the instants of each way`() {
    let answer = frames(#"to=["0","2","1"]&duration=4&curve=linear&frames=distinct&as=csv"#)
    let instants = answer.split(separator: "\r\n").dropFirst().compactMap { Double($0.split(separator: ",")[1]) }
    #expect(instants.map { ($0 * 1e6).rounded() / 1e6 } == [0, 0.5, 1.5, 3])
  }

  @Test func `values, columns and labels are those of the way`() {
    #expect(frames("\(list)&include=value").contains(#""text":"325","value":"325"}"#))
    let columns = frames(#"to=["1","3","x","5"]&interpolation=odometer&duration=6&fps=1&curve=linear"#)
    #expect(columns.contains(#""text":"2","columns":[{"text":"2","next":"3","offset":0}]}"#))
    #expect(columns.contains(#""text":"x","columns":[{"text":"x"}]}"#))
    let labels = frames(#"to=["a","b","c"]&effect=crossFade&fps=10&curve=linear"#)
    #expect(labels.contains(#""duration":0.6"#))
    #expect(labels.contains(#""exit":{"text":"b","opacity":1,"#))
    #expect(
      labels.hasSuffix(
        #""labels":{"exit":null,"enter":{"text":"c","opacity":1,"scale":1,"rotation":0,"offsetX":0,"offsetY":0}}}\#n]}\#n"#
      ))
  }

  @Test func `formats and styles write each way`() {
    #expect(
      frames(#"to=["0","10","5"]&format=%2503d&duration=4&fps=1&curve=linear&as=text"#) == "000\n005\n010\n007\n005\n")
    #if LocaleFormats
      let answer = frames(#"to=["0","1000","0"]&style=currency&currency=EUR&duration=2&fps=1&as=text"#)
      #expect(answer == "€0.00\n€1,000.00\n€0.00\n")
    #endif
    #expect(frames(#"from=0&to=["2","0"]&prefix=<&suffix=>&duration=2&fps=1&as=text"#) == "<0>\n<2>\n<0>\n")
  }

  @Test func `a way that cannot be animated is named in warnings`() {
    let answer = frames(#"to=["1","a","2"]&interpolation=number&duration=2&fps=1"#)
    #expect(answer.contains(#""animated":true"#))
    #expect(answer.contains(##""warnings":[{"parameter":"to","detail":"changes at once from `1` to `a`: "##))
    #expect(!frames(#"to=["1","a"]&interpolation=none&fps=1"#).contains("warnings"))
    #expect(frames(#"to=["1","1","1"]"#).contains(#""reason":"all texts are the same""#))
  }

  @Test func `a text with brackets is a text, and a list of one is its text`() {
    #expect(frames("from=[1,2]&to=[3,6]&duration=2&fps=1&curve=linear&as=text") == "[1,2]\n[2,4]\n[3,6]\n")
    #expect(frames(#"from=1&to=["9"]"#).contains(#""to":"[\"9\"]""#))
    #expect(post(#"{"from":1,"to":["9"]}"#) == frames("from=1&to=9"))
    #expect(post(#"{"to":["[\"a\",\"b\"]"]}"#).contains(#""to":"[\"a\",\"b\"]""#))
  }

  @Test func `a curve repeats and comes back over all of them`() {
    #expect(
      frames("\(list)&autoreverse=true&as=text").split(separator: "\n").map(String.init)
        == ["0", "50", "100", "250", "400", "325", "250", "325", "400", "250", "100", "50", "0"])
    #expect(
      frames(#"to=["0","3","0"]&duration=2&fps=1&markers=0.5"#).contains(
        #""markers":[{"progress":0.5,"time":1,"frame":1}]"#))
  }

  @Test func `frames of the same curve and duration do not share the times of one way`() {
    let plain = frames("from=0&to=9&curve=ease-in&duration=3&fps=2")
    #expect(frames(#"from=0&to=["9","0"]&curve=ease-in&duration=3&fps=2"#).contains(#""progress":0.16666666666666666"#))
    #expect(frames("from=0&to=9&curve=ease-in&duration=3&fps=2") == plain)
    #expect(frames("from=0&to=9&curve=ease-in&duration=3&fps=2&include=value").contains(#""progress":0.0"#))
  }

  @Test(arguments: [
    (#"{"to":["1",{}]}"#, "to", "has an element 1 that must be a text or a number, not an object"),
    (#"{"to":[]}"#, "to", "must be from 1 to 64 texts, not 0"),
    (#"{"to":["1","2"],"times":[0]}"#, "times", "has 1 number, but `to` has 2 texts"),
    (#"{"to":["1"],"times":[0,1]}"#, "times", "has 2 numbers, but `to` has 1 text"),
    (#"{"to":["1","2","3"],"times":[0,0.6,0.5]}"#, "times", "must not fall from one text to the next"),
    (#"{"to":["1","2"],"times":[0,1.5]}"#, "times", "must be from 0 to 1, not 1.5"),
    (#"{"to":["1","2"],"template":"{n}"}"#, "to", "cannot be a list together with `template`"),
    (#"{"to":["1","x"],"format":"%d"}"#, "to", "cannot be written by `format`"),
    (#"{"to":["x","1"],"format":"%d"}"#, "to", "cannot be written by `format`"),
    (#"{"to":["1","2"],"curve":"decay(100)"}"#, "to", "must not be given together with a decay, which finds it"),
  ])
  func `what cannot be is refused by name`(body: String, parameter: String, detail: String) {
    #expect(post(body, status: 400).contains(#"{"parameter":"\#(parameter)","detail":"\#(detail)"#))
  }

  @Test func `texts are bounded together, and times alone are without effect`() {
    let text = String(repeating: "a", count: 4_000)
    let answer = post(#"{"to":["\#(text)","\#(text)","\#(text)","\#(text)","\#(text)"]}"#, status: 400)
    #expect(answer.contains("has texts of 20000 bytes in total; 16384 are allowed"))
    #expect(frames("from=1&to=2&times=0,1").contains("has no effect unless `to` is a list of texts"))
  }
}
