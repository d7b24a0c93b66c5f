import AnimationService
import MicroHTTP
import Foundation
import HTTPTypes
import Testing

/// `/v1/frames` with `animations`.
struct SeveralSequencesTests {
  private let service = TestService()
  private let two = #"""
    {"curve": "linear", "fps": 20, "from": 0, "animations": [
      {"id": "a", "to": 2, "duration": 0.1}, {"id": "b \"é\"", "to": "x", "delay": 0.05}]}
    """#

  private func frames(_ json: String, as form: String = "json") -> Answer {
    service.post("/v1/frames?as=\(form)", json: json)
  }

  @Test func `JSON has one sequence after the other`() {
    let answer = frames(two)
    #expect(answer.fields[.contentType] == "application/json")
    #expect(
      answer.text == #"""
        {"animations":[
        {"id":"a","animation":{"from":"0","to":"2","interpolation":"number","curve":"linear","duration":0.1,"fps":20,\#
        "frameCount":3,"animated":true},
        "frames":[
        {"index":0,"time":0,"progress":0,"text":"0"},
        {"index":1,"time":0.05,"progress":0.5,"text":"1"},
        {"index":2,"time":0.1,"progress":1,"text":"2"}
        ]},
        {"id":"b \"é\"","animation":{"from":"0","to":"x","interpolation":"none","curve":"linear","duration":0,"fps":20,\#
        "frameCount":2,"animated":false,"reason":"no number was found in the target; \#
        `interpolation` can be `typewriter`, `morph` or `scramble` for any two texts"},
        "frames":[
        {"index":0,"time":0,"progress":0,"text":"0"},
        {"index":1,"time":0.05,"progress":1,"text":"x"}
        ]}
        ]}

        """#)
  }

  @Test(arguments: [
    (
      "ndjson",
      #"""
      {"id":"a","index":0,"time":0,"progress":0,"text":"0"}
      {"id":"b \"é\"","index":0,"time":0,"progress":0,"text":"0"}
      {"id":"a","index":1,"time":0.05,"progress":0.5,"text":"1"}
      {"id":"b \"é\"","index":1,"time":0.05,"progress":1,"text":"x"}
      {"id":"a","index":2,"time":0.1,"progress":1,"text":"2"}

      """#
    ),
    (
      "csv",
      "id,index,time,progress,text\r\na,0,0,0,0\r\n\"b \"\"é\"\"\",0,0,0,0\r\na,1,0.05,0.5,1\r\n"
        + "\"b \"\"é\"\"\",1,0.05,1,x\r\na,2,0.1,1,2\r\n"
    ),
    ("text", "a\t0\nb \"é\"\t0\na\t1\nb \"é\"\tx\na\t2\n"),
  ])
  func `lines come in the order of the clock`(form: String, lines: String) {
    #expect(frames(two, as: form).text == lines)
  }

  @Test func `each sequence has the frames it has alone`() throws {
    let alone = service.get("/v1/frames?from=1&to=50&curve=bouncy&fps=30&delay=0.5&as=ndjson").text
    let json = #"{"animations":[{"id":"x","from":1,"to":50,"curve":"bouncy","fps":30,"delay":0.5}]}"#
    #expect(frames(json, as: "ndjson").text == alone.replacing(#"{"index"#, with: #"{"id":"x","index"#))
  }

  @Test func `a default is for all, an own value goes before it, and null takes it back`() throws {
    let json =
      #"{"from":"1","to":"3","fps":2,"duration":1,"curve":"linear","animations":[{"id":1},{"id":"2","fps":4},{"id":"3","from":null}]}"#
    let answer = frames(json, as: "text").text.split(separator: "\n")
    #expect(answer.filter { $0.hasPrefix("1\t") } == ["1\t1", "1\t2", "1\t3"])
    #expect(answer.filter { $0.hasPrefix("2\t") } == ["2\t1", "2\t2", "2\t2", "2\t3", "2\t3"])
    #expect(answer.filter { $0.hasPrefix("3\t") } == ["3\t3"])
  }

  @Test func `a query has the list as JSON, and is cached like any other`() throws {
    let target = "/v1/frames?to=5&animations=" + encoded(#"[{"id":"a"},{"id":"b","delay":"50ms"}]"#)
    let answer = service.get(target)
    #expect(answer.status == 200)
    #expect(answer.text == frames(#"{"to":5,"animations":[{"id":"a"},{"id":"b","delay":0.05}]}"#).text)
    let tag = try #require(answer.fields[.eTag])
    #expect(answer.fields[.cacheControl] == "public, max-age=86400")
    #expect(service.get(target, [.ifNoneMatch: tag]).status == 304)
    #expect(service.get(target + "&fps=30", [.ifNoneMatch: tag]).status == 200)
    #expect(frames(two).fields[.eTag] == nil)
    let form = "to=5&animations=" + encoded(#"[{"id":"a"},{"id":"b","delay":"50ms"}]"#)
    #expect(
      service.post("/v1/frames", json: form, mediaType: "application/x-www-form-urlencoded").text == answer.text)
  }

  @Test func `a picture shows one`() {
    #expect(frames(two, as: "svg").text.contains("`as` must be one of `json`, `ndjson`, `csv`, `text`, not `svg`"))
    let target = "/v1/frames?animations=" + encoded(#"[{"id":"a","to":1}]"#)
    let answer = service.get(target, [.accept: "image/svg+xml"])
    #expect(answer.status == 406)
    #expect(!answer.text.contains("svg"))
    #expect(service.get(target, [.accept: "text/csv"]).text.hasPrefix("id,index"))
  }

  @Test func `a frame by its index is of one animation`() {
    let answer = service.get("/v1/frame?index=0&to=1&animations=" + encoded(#"[{"id":"a"}]"#))
    #expect(answer.status == 400)
    #expect(answer.text.contains("`index` cannot be used with several animations"))
  }
}

// MARK: - Mistakes

extension SeveralSequencesTests {
  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private struct Answered: Decodable {
    struct Error: Decodable, Hashable { var parameter: String, detail: String }
    var errors: [Error]
  }

  private func errors(_ answer: Answer) throws -> [Answered.Error] {
    #expect(answer.status == 400)
    return try JSONDecoder().decode(Answered.self, from: Data(answer.text.utf8)).errors
  }

  @Test func `ids that are told alike are the same`() {
    let answer = frames(#"{"to":1,"animations":[{"id":"1"},{"id":1e0}]}"#)
    #expect(answer.status == 400)
    #expect(answer.text.contains("animations[1].id"))
  }

  @Test func `everything wrong is said at once, each where it stands`() throws {
    let json = #"""
      {"fps": 999, "cuve": "linear", "animations": [
        {"id": "a", "to": 1}, 7, {"to": 1, "duration": -1}, {"id": "a", "to": 1, "fps": 30},
        {"id": "", "to": 1}, {"id": "\u0007", "to": 1, "speed": 99, "animations": []}, {"id": "c"},
        {"id": "d", "to": 1, "transition": {"enter": [{"at": 7}]}}, {"id": [], "to": 1}]}
      """#
    #expect(
      try errors(frames(json)).map(\.parameter) == [
        "fps", "animations[1]", "animations[2].duration", "animations[2].id", "animations[3].id", "animations[4].id",
        "animations[5].id", "animations[5].speed", "animations[5].animations", "animations[6].to",
        "animations[7].transition.enter[0].at", "animations[8].id", "cuve",
      ])
  }

  @Test func `an id stands for one animation`() throws {
    let json = #"{"to":1,"animations":[{"id":"a"},{"id":"b"},{"id":"a"},{"id":"a"}]}"#
    #expect(
      try errors(frames(json)) == [
        .init(parameter: "animations[2].id", detail: "is the same as that of `animations[0]`"),
        .init(parameter: "animations[3].id", detail: "is the same as that of `animations[0]`"),
      ])
    let long = String(repeating: "é", count: 33)
    #expect(
      try errors(frames(#"{"to":1,"animations":[{"id":"\#(long)"}]}"#)) == [
        .init(parameter: "animations[0].id", detail: "must have from 1 to 64 bytes, not 66")
      ])
    #expect(try errors(frames(#"{"to":1,"id":"a","animations":[{"id":"a"}]}"#)).map(\.parameter) == ["id"])
  }

  @Test(arguments: [
    ("[]", "must be from 1 to 256 objects, not 0"), ("{}", "must be an array, not an object"),
    ("7", "must be an array, not a number"), ("true", "must be an array, not a boolean"),
    (#""[{""#, "must be a JSON array: The text ends before the value does (line 1, byte 2)"),
    (#""{}""#, "must be an array, not an object"),
  ])
  func `what is no list is refused`(list: String, detail: String) throws {
    #expect(
      try errors(frames(#"{"to":1,"animations":\#(list)}"#)) == [.init(parameter: "animations", detail: detail)])
  }

  @Test func `null is no list and one animation stays one`() {
    #expect(frames(#"{"to":1,"duration":0,"animations":null}"#).text.hasPrefix(#"{"animation":{"#))
  }

  @Test func `what cannot be prepared is said of each`() throws {
    let json = #"""
      {"format": "%d", "to": 1, "animations": [{"id": "a", "from": "x"}, {"id": "b", "from": "y"},
        {"id": "c", "repeat": "infinite"}, {"id": "d", "duration": 9999, "fps": 240}]}
      """#
    #expect(
      try errors(frames(json)).map(\.parameter) == [
        "animations[0].from", "animations[1].from", "animations[2].repeat", "animations[3].duration",
      ])
    let defaults = #"{"from": 0, "to": 1, "repeat": "infinite", "animations": [{"id": "a"}, {"id": "b"}]}"#
    #expect(
      try errors(frames(defaults)) == [
        .init(parameter: "repeat", detail: "can be `infinite` for a stream or a picture only")
      ])
  }

  @Test func `limits are for all together`() throws {
    let list = (0..<256).map { #"{"id":"\#($0)"}"# }
    let all = #""animations":[\#(list.joined(separator: ","))]"#
    #expect(
      frames(#"{"from":0,"to":9,"duration":1,"fps":10,\#(all)}"#, as: "text").text.split(separator: "\n").count == 2816)
    #expect(
      try errors(frames(#"{"to":9,"animations":[\#((list + list).joined(separator: ","))]}"#)) == [
        .init(parameter: "animations", detail: "must be from 1 to 256 objects, not 512")
      ])
    #expect(
      try errors(frames(#"{"from":0,"to":9,"duration":3,\#(all)}"#)) == [
        .init(parameter: "animations", detail: "would make more than 36000 frames together")
      ])
    let long = String(repeating: "a", count: 1024)
    let error = try #require(try errors(frames(#"{"to":"\#(long)",\#(all)}"#)).first)
    #expect(error.parameter == "animations")
    #expect(error.detail.contains(/^have parameters of \d+ bytes, defaults counted for each; 262144 are allowed$/))
    let small = TestService { $0.maximumResponseBytes = 65_536 }
    let answer = small.post("/v1/frames", json: #"{"from":0,"to":9,"duration":1,\#(all)}"#)
    #expect(try errors(answer) == [.init(parameter: "animations", detail: "make an answer of more than 65536 bytes")])
  }

  @Test func `once there are too many frames the rest is not looked at`() throws {
    let long = #"{"id":"a"},{"id":"b"}"#
    let json = #"{"from":0,"to":9,"fps":60,"duration":400,"animations":[\#(long),{"id":"c","repeat":"infinite"}]}"#
    #expect(
      try errors(frames(json)) == [
        .init(parameter: "animations", detail: "would make more than 36000 frames together")
      ])
  }

  @Test func `what is looked through for distinct frames is bounded`() throws {
    let list = (0..<100).map { #"{"id":"\#($0)","delay":\#($0)}"# }.joined(separator: ",")
    // Of so many digits the levels are not known.
    let long = #""from":"0.00000000000000000","to":9,"notation":"compact""#
    let json = #"{\#(long),"frames":"distinct","fps":1,"duration":100,"animations":[\#(list)]}"#
    let error = try #require(try errors(frames(json)).first)
    #expect(error.parameter == "frames")
    #expect(error.detail.hasPrefix("cannot be `distinct` as well: the animations before have used up"))
    let short = #"{"from":0,"to":9,"frames":"distinct","duration":2,"animations":[\#(list)]}"#
    #expect(frames(short, as: "text").text.split(separator: "\n").count == 1000)
  }
}
