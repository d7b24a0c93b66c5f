import Foundation
import Testing

@testable import AnimationService

/// `earlier`: an animation that goes on from where changes before it have brought the text.
struct EarlierChangesTests {
  private let service = TestService()

  private func texts(_ query: String, earlier: String) throws -> [String] {
    let escaped = try #require(earlier.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let answer = service.get("/v1/frames?\(query)&earlier=\(escaped)&as=text")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.text.split(separator: "\n").map(String.init)
  }

  private func complaint(_ query: String, earlier: String) throws -> String {
    let escaped = try #require(earlier.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let answer = service.get("/v1/frames?\(query)&earlier=\(escaped)")
    #expect(answer.status == 400)
    return answer.text
  }

  @Test(arguments: ["", "&format=%25.3f", "&interpolation=odometer", "&fractionDigits=3"])
  func `it begins where the changes before have brought the text`(way: String) throws {
    let before = "from=0.000&curve=linear&duration=1&fps=10" + way
    let first = service.get("/v1/frames?\(before)&to=10.000&as=text").text.split(separator: "\n")
    let next = try texts("\(before)&to=20.000", earlier: #"[{"to":"10.000","ago":0.3}]"#)
    #expect(next.first == String(first[3]))
    #expect(next.last == "20.000")
  }

  @Test func `what has settled long ago leaves an ordinary animation`() throws {
    let query = "from=10&to=20&duration=1&fps=10"
    let plain = service.get("/v1/frames?\(query)&as=text").text
    #expect(
      try texts("from=0&to=20&duration=1&fps=10", earlier: #"[{"to":"10","ago":5}]"#).joined(separator: "\n") + "\n"
        == plain)
  }

  @Test func `its times are its own beside those of an animation with the same curve and duration`() throws {
    let query = "from=0&duration=1&fps=10"
    let plain = service.get("/v1/frames?\(query)&to=1000&as=text").text
    let next = try texts("\(query)&to=2000", earlier: #"[{"to":"1000","ago":0.3}]"#)
    #expect(next.prefix(4) == ["108", "260", "532", "852"])
    #expect(service.get("/v1/frames?\(query)&to=1001&as=text").text.split(separator: "\n")[1] == "4")
    #expect(plain.split(separator: "\n")[1] == "4")
  }

  @Test func `speed counts for what came before as well`() throws {
    let next = try texts(
      "from=0&to=20&curve=linear&duration=1&fps=10&speed=2", earlier: #"[{"to":"10","ago":"150ms"}]"#)
    #expect(next.first == "3")
  }

  @Test func `a change has its own curve and duration, and null stands for the defaults`() throws {
    let query = "from=0&to=0.5&curve=linear&duration=1&fps=10"
    #expect(try texts(query, earlier: #"[{"to":10,"ago":1,"duration":5}]"#).first?.hasPrefix("2") == true)
    #expect(
      try texts(query, earlier: #"[{"to":"8","ago":1,"curve":null,"duration":null}]"#).first?.hasPrefix("4") == true)
  }

  @Test(arguments: [
    "maximumSignificantDigits=3", "minimumSignificantDigits=2", "notation=compact", "format=%25e", "format=%25g",
    "format=%25E", "format=%25G", "format=%25.15g", "format=%25.0f", "format=%25x", "fractionDigits=0",
    "style=percent", "roundingFactor=5", "interpolation=odometer", "",
  ])
  func `a change amid numbers of which few digits are shown has an answer`(way: String) throws {
    let numbers = ["1111111111111111111", "12345678901234567890123456789012345678", "-9999999999999999999", "0.000001"]
    for number in numbers {
      for curve in ["linear", "ease", "smooth"] {
        let earlier = #"[{"to":"\#(number)","ago":1,"curve":"\#(curve)"}]"#
        let shown = try texts("from=0&to=5&duration=2&fps=1&curve=ease-in&\(way)", earlier: earlier)
        #expect(shown.count == 3 && shown.first != shown.last, "\(number) \(curve): \(shown)")
      }
    }
  }

  @Test func `several animations have theirs`() {
    let answer = service.post(
      "/v1/frames",
      json: """
        {"animations":[{"id":"a","from":0,"to":20,"earlier":[{"to":10,"ago":0.5}]},{"id":"b","from":0,"to":1}],
        "curve":"linear","duration":1,"fps":2}
        """)
    #expect(answer.status == 200)
    #expect(answer.text.contains(#""text":"5""#))
  }

  @Test(arguments: [
    ("from=0&to=1", "{}", "earlier` must be an array"), ("from=0&to=1", "[1]", "earlier[0]"),
    ("from=0&to=1", #"[{"to":"1"}]"#, "earlier[0].ago"), ("from=0&to=1", #"[{"ago":1}]"#, "earlier[0].to"),
    ("from=0&to=1", #"[{"to":"1","ago":-1}]"#, "earlier[0].ago"),
    ("from=0&to=2", #"[{"to":"1","ago":1},{"to":"3","ago":2}]"#, "earlier[1].ago"),
    ("from=0&to=2", #"[{"to":"1","ago":1,"curv":"linear"}]"#, "did you mean `curve`"),
    ("from=0&to=2", #"[{"to":"1","ago":1,"curve":"wobbly"}]"#, "earlier[0].curve"),
    ("from=0&to=2", #"[{"to":"1","ago":1,"curve":"decay(10)"}]"#, "earlier[0].curve"),
    ("from=0&to=2&format=%25d", #"[{"to":"x","ago":1}]"#, "earlier[0].to"),
    ("from=0&to=2&repeat=2", #"[{"to":"1","ago":1}]"#, "cannot be combined with `repeat`"),
    ("from=0&to=2&autoreverse", #"[{"to":"1","ago":1}]"#, "cannot be combined with `autoreverse`"),
    ("from=0&to=2&delay=1", #"[{"to":"1","ago":1}]"#, "cannot be combined with `delay`"),
    ("from=0&curve=decay(10)", #"[{"to":"1","ago":1}]"#, "cannot be combined with a decay"),
    ("from=0&to=2", "[\(Array(repeating: #"{"to":1,"ago":1}"#, count: 65).joined(separator: ","))]", "64 are allowed"),
  ])
  func `what is wrong is named`(query: String, earlier: String, words: String) throws {
    let text = try complaint(query, earlier: earlier)
    #expect(text.contains(words), "\(text)")
  }
}
