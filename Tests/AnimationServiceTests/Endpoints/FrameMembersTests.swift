import Foundation
import Testing

struct FrameMembersTests {
  private let service = TestService()

  private func frame(_ query: String) -> String {
    let answer = service.get("/v1/frame?\(query)")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.text.split(separator: "\"text\":").dropFirst(1).joined(separator: "\"text\":")
  }

  @Test func `value and velocity come when asked for`() {
    let query = "from=$1,000.00&to=$2,000.00&curve=linear&duration=4&index=60&include=value,shown,velocity"
    #expect(frame(query) == "\"$1,250.00\",\"value\":\"1250\",\"shown\":\"1250.00\",\"velocity\":0.25}}\n")
  }

  @Test func `runs say which characters are a number, a sign, a unit, and which have changed`() {
    let query = "from=-$5.00 (10 apples)&to=-$6.00 (10 apples)&curve=linear&duration=2&time=1&include=runs"
    #expect(
      frame(query) == """
        "-$5.50 (10 apples)","runs":[\
        {"text":"-","kind":"sign","changed":false},{"text":"$","kind":"unit","changed":false},\
        {"text":"5.50","kind":"number","changed":true},{"text":" (","kind":"text","changed":false},\
        {"text":"10","kind":"number","changed":false},{"text":" ","kind":"text","changed":false},\
        {"text":"apples","kind":"unit","changed":false},{"text":")","kind":"text","changed":false}]}}

        """)
  }

  @Test(arguments: [
    ("from=1 999,50 €&to=2 001,50 €&position=0.5", "number,2 000,50|text, |unit,€"),
    ("from=12%25&to=40%25&position=0.5", "number,26|unit,%"),
    ("from=&to=Hello&interpolation=typewriter&position=1", "text,Hello"),
  ])
  func `runs make up the text`(query: String, expected: String) {
    let answer = service.get("/v1/frame?curve=linear&include=runs&\(query)").text
    let runs = answer.split(separator: #"{"text":""#).dropFirst().map { run in
      let parts = run.components(separatedBy: #"","kind":""#)
      return "\(parts[1].prefix { $0 != "\"" }),\(parts[0])"
    }
    #expect(runs.joined(separator: "|") == expected, "\(answer)")
  }

  @Test func `a label fades into another`() {
    let query = "from=Hello&to=World&effect=crossFade&curve=linear&duration=1&fps=4&index=1"
    #expect(
      frame(query) == """
        "World","labels":{\
        "exit":{"text":"Hello","opacity":0.75,"scale":1,"rotation":0,"offsetX":0,"offsetY":0},\
        "enter":{"text":"World","opacity":0.25,"scale":1,"rotation":0,"offsetX":0,"offsetY":0}}}}

        """)
  }

  @Test func `the label that has left is hidden at the end`() {
    let query = "from=Hello&to=World&effect=zoomOut&time=99"
    let enter = #""enter":{"text":"World","opacity":1,"scale":1,"rotation":0,"offsetX":0,"offsetY":0}"#
    #expect(frame(query) == "\"World\",\"labels\":{\"exit\":null,\(enter)}}}\n")
  }

  @Test func `an effect alone lasts three tenths of a second`() {
    #expect(service.get("/v1/frames?from=a&to=b&effect=scrollUp").text.contains(#""duration":0.3,"#))
    #expect(service.get("/v1/frames?from=1&to=2&effect=scrollUp").text.contains(#""duration":0.3,"#))
    let counting = "/v1/frames?from=1&to=2&effect=scrollUp&interpolation=number"
    #expect(service.get(counting).text.contains(#""duration":2,"#))
  }

  // BBCyclingLabel's README: the old label turns by π and shrinks to a fifth while it fades, the new one fades in.
  @Test func `a custom transition turns and shrinks`() {
    let body = """
      {"from": "old", "to": "new", "curve": "linear", "duration": 1, "fps": 2, "as": "ndjson", "transition": {
        "exit": [{"at": 0, "opacity": 1, "scale": 1, "rotation": 0}, {"at": 1, "opacity": 0, "scale": 0.2, "rotation": 180}],
        "enter": [{"at": 0, "opacity": 0, "curve": "linear"}, {"at": 1, "opacity": 1}]}}
      """
    let lines = service.post("/v1/frames", json: body).text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1].contains(#""exit":{"text":"old","opacity":0.5,"scale":0.6,"rotation":90,"offsetX":0,"offsetY":0}"#))
    #expect(lines[1].contains(#""enter":{"text":"new","opacity":0.5,"#))
  }

  // An EventSource can send nothing but a query.
  @Test func `a custom transition may stand in a query as JSON`() {
    let keyframes = #"{"exit":[{"at":0,"opacity":1},{"at":1,"opacity":0}],"enter":[]}"#
    let posted = service.post("/v1/frames", json: #"{"from":"a","to":"b","transition":\#(keyframes)}"#)
    let asked = service.get("/v1/frames?from=a&to=b&transition=\(keyframes)")
    #expect(asked.status == 200)
    #expect(asked.text == posted.text)
  }

  @Test(arguments: [
    (#"{"to":"b","transition":{"exit":[{"at":2}]}}"#, "transition.exit[0].at"),
    (#"{"to":"b","transition":{"exit":[{"opacity":1}]}}"#, "transition.exit[0].at"),
    (#"{"to":"b","transition":{"enter":[{"at":0,"scael":1}]}}"#, "did you mean `scale`"),
    (#"{"to":"b","transition":{"enter":[{"at":0,"curve":"spring"}]}}"#, "transition.enter[0].curve"),
    (#"{"to":"b","transition":[]}"#, "transition.exit"), (#"{"to":"b","transition":{"out":[]}}"#, "transition.out"),
    (#"{"to":"b","transition":"spin"}"#, "must be a JSON object: "),
    (#"{"to":"b","transition":{},"effect":"fadeIn"}"#, "cannot be combined with `effect`"),
    (#"{"to":"b","effect":"fadein"}"#, "effect"), (#"{"to":"b","include":"values"}"#, "did you mean `value`"),
  ])
  func `what is wrong with a transition is named`(body: String, part: String) {
    let answer = service.post("/v1/frames", json: body)
    #expect(answer.status == 400)
    #expect(answer.text.contains(part), "\(answer.text)")
  }

  @Test func `a morph has glyphs`() {
    #expect(frame("from=ab&to=ba&interpolation=morph&index=30").contains(#""glyphs":[{"text":"a","x":"#))
    #expect(frame("from=ab&to=ba&interpolation=morph&index=30&include=velocity").contains("glyphs"))
  }

  @Test func `an odometer has columns`() {
    let query = "from=999&to=1,000&interpolation=odometer&curve=linear&duration=1&fps=4&index=1"
    #expect(
      frame(query) == """
        "999","columns":[{"text":"0","next":"1","offset":0.25,"opacity":0.25},{"text":",","opacity":0.25},\
        {"text":"9","next":"0","offset":0.25},{"text":"9","next":"0","offset":0.25},\
        {"text":"9","next":"0","offset":0.25}]}}

        """)
    #expect(frame(query + "&columnMode=digit&direction=down").contains(#"{"text":"6","next":"7","offset":0.75}"#))
    #expect(frame(query + "&include=value").contains(#""value":"999.25","columns":[{"#))
  }

  @Test func `a wheel has the digits that it is told`() {
    let query = "from=59&to=00&interpolation=odometer&direction=up&curve=linear&duration=1&fps=4&digits=1:5,0:9"
    for (index, offset) in ["0.25", "0.5", "0.75"].enumerated() {
      let wheels = ["5", "9"].map { "{\"text\":\"\($0)\",\"next\":\"0\",\"offset\":\(offset)}" }
      #expect(frame("\(query)&index=\(index + 1)").hasSuffix("\"columns\":[\(wheels[0]),\(wheels[1])]}}\n"))
    }
    let beyond = service.get("/v1/frames?from=59&to=60&interpolation=odometer&digits=1:5")
    #expect(beyond.text.contains(#""reason":"a wheel that ends with 5 has no 6"#), "\(beyond.text.prefix(500))")
    let written = service.get("/v1/frames?from=59&to=60&interpolation=odometer&digits=1:5&format=%25d")
    #expect(written.status == 400 && written.text.contains("a wheel that ends with 5 has no 6"), "\(written.text)")
  }

  @Test(arguments: [
    ("columnMode=cary&interpolation=odometer", "columnMode", "did you mean `carry`"),
    ("digits=1:0&interpolation=odometer", "digits", "such as `1:5`, not `1:0`"),
    ("digits=0:9,5&interpolation=odometer", "digits", "not `5`"),
    ("digits=1:5,0:9,01:3&interpolation=odometer", "digits", "names the place 1 twice"),
    ("digits=99:5&interpolation=odometer", "digits", "not `99:5`"),
    ("direction=left&interpolation=odometer", "direction", "`shortest`"),
  ])
  func `what is wrong with columns is named`(query: String, parameter: String, part: String) {
    let answer = service.get("/v1/frames?from=1&to=2&\(query)")
    #expect(answer.status == 400)
    #expect(answer.text.contains("\"\(parameter)\"") && answer.text.contains(part), "\(answer.text)")
  }
}
