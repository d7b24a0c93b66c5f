import Foundation
import Testing

@testable import AnimationService
@testable import Documents

/// What is said of requests with much that is wrong.
struct InvalidParametersTests {
  private let service = TestService()

  private func parameters(_ answer: Answer) throws -> [String] {
    struct Document: Decodable {
      struct Element: Decodable { var parameter: String }
      var errors: [Element]
    }
    return try JSONDecoder().decode(Document.self, from: Data(answer.text.utf8)).errors.map(\.parameter)
  }

  @Test(arguments: [
    ("format=%25d&from=abc&to=xyz&fps=999", ["fps", "from", "to"]),
    ("style=percent&from=abc&to=1&clamp=zz", ["clamp", "from"]),
    ("format=%25d&from=abc&to=1&zork=1", ["zork", "from"]),
    ("format=%25d&from=a&from=b&to=1", ["from"]), ("style=percent&from=abc&fps=0", ["to", "fps", "from"]),
    ("from=abc&to=xyz&fps=999", ["fps"]), ("from=1&to=2&repeat=infinite&zork=1", ["repeat", "zork"]),
  ])
  func `texts that are no numbers are named beside all else`(query: String, expected: [String]) throws {
    #expect(Set(try parameters(service.get("/v1/frames?\(query)"))) == Set(expected))
    #expect(try parameters(service.get("/v1/frames?\(query)")).count == expected.count)
  }

  @Test(arguments: ["format", "style"]) func `so they are in a list`(name: String) throws {
    let value = name == "format" ? "%d" : "percent"
    let list = #"{"\#(name)":"\#(value)","animations":[{"id":"a","from":"x","to":1,"fps":999},{"id":"b","to":"y"}]}"#
    #expect(
      try parameters(service.post("/v1/frames", json: list)) == ["animations[0].fps", "animations[0].from"])
  }

  @Test func `an answer is not many times what it is about`() throws {
    let names = (0..<6_000).map { "valu\($0)" }.joined(separator: ",")
    let element = (0..<20).map { "\"durasion\($0)\":1" }.joined(separator: ",")
    let elements = (0..<150).map { "{\"id\":\($0),\"to\":1,\(element)}" }.joined(separator: ",")
    for json in [
      "{\"to\":1,\"include\":\"\(names)\"}", "{\"to\":1,\"effect\":\"\(names)\"}", "{\"animations\":[\(elements)]}",
    ] {
      let answer = service.post("/v1/frames", json: json)
      #expect(answer.status == 400)
      #expect(answer.text.utf8.count < 65_536)
      #expect(try (1...Problem.maximumErrors).contains(parameters(answer).count))
    }
    #expect(service.post("/v1/frames", json: "{\"animations\":[\(elements)]}").text.contains("; and others."))
  }

  @Test func `a key for a server that wants none is no mistake`() {
    #expect(service.get("/v1/frames?to=1&key=abc").status == 200)
    #expect(service.get("/v1/frames?to=1&kez=abc").status == 400)
  }
}
