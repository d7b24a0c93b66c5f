import RawClient
import Testing
import TextAnimation
import WrittenNumbers
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import Documents

/// A prefix stands before every text that is shown, whatever moves behind it and however the frames are told.
struct PrefixTests {
  private static let prefix = #"Say "é" \ <b>"# + "\t"
  private static let interpolations = ["auto", "none"] + InterpolatorCatalog.standard.entries.map(\.name)
  private let service = TestService()

  /// The texts of all frames.
  private func texts(_ query: String, _ names: [String] = ["frames"]) throws -> [String] {
    let document = try JSONValue(parsing: Array(service.get("/v1/frames?duration=0.4&fps=30&\(query)").text.utf8))
    guard case .array(let frames)? = names.reduce(document, { $0?[$1] }) else { return [] }
    return frames.compactMap {
      guard case .string(let text)? = $0["text"] else { return nil }
      return text
    }
  }

  private static func query(_ prefix: String) -> String {
    prefix.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "%\(digits.count < 2 ? "0" : "")\(digits)"
    }.joined()
  }

  @Test(arguments: interpolations, ["from=1%20of%209&to=20%20of%2090", "from=Design&to=Morphing", "from=a&to=a"])
  func `it stands before each text of every interpolation`(interpolation: String, pair: String) throws {
    let query = "\(pair)&interpolation=\(interpolation)"
    let plain = try texts(query)
    #expect(!plain.isEmpty)
    #expect(try texts("\(query)&prefix=\(Self.query(Self.prefix))") == plain.map { Self.prefix + $0 })
  }

  @Test(arguments: [
    "from=0&to=99&format=%25.1f", "from=0&to=99&style=percent", "from=a&to=b&effect=crossFade",
    "from=1&to=9&curve=easeOutBack", "from=1&to=9&autoreverse=1&repeat=2", "from=1&to=9&frames=distinct",
    "from=100&curve=decay(200,0.99)",
  ])
  func `it stands before what a format, an effect or a curve makes`(query: String) throws {
    let plain = try texts(query)
    #expect(plain.count > 3)
    #expect(try texts("\(query)&prefix=No.%20") == plain.map { "No. " + $0 })
  }

  @Test func `it stands in every form, in one frame and in each of several`() throws {
    let query = "from=8&to=11&duration=0.1&fps=30&curve=linear&prefix=No.%20"
    for representation in SequenceRepresentation.allCases where representation.making.isText {
      let text = service.get("/v1/frames?\(query)&as=\(representation.name)").text
      for shown in ["No. 8", "No. 10", "No. 11"] { #expect(text.contains(shown), "\(representation)") }
    }
    #expect(service.get("/v1/frame?\(query)&index=1").text.contains(#""text":"No. 9""#))
    let elements = ##"{"id":"a"},{"id":"b","prefix":"#"},{"id":"c","prefix":null}"##
    let list = #"{"prefix":"No. ","to":9,"duration":0,"animations":[\#(elements)]}"#
    let several = service.post("/v1/frames?as=text", json: list).text
    #expect(several == "a\tNo. 9\nb\t#9\nc\t9\n")
  }

  @Test func `a stream sends it`() async throws {
    let running = try RunningService()
    for representation in StreamRepresentation.allCases {
      let target = "/v1/stream?from=8&to=11&duration=0.1&fps=30&late=send&prefix=No.%20&as=\(representation.name)"
      let text = unchunked(try running.get(target).receive(until: "0\r\n\r\n"))
      for shown in ["No. 8", "No. 11"] { #expect(text.contains(shown), "\(representation)") }
    }
    #expect(await running.stop())
  }

  @Test func `what moves is described without it`() throws {
    let columns = "from=8&to=11&interpolation=odometer&duration=0.1&index=1"
    let plain = service.get("/v1/frame?\(columns)").text
    let prefixed = service.get("/v1/frame?\(columns)&prefix=No.%20").text
    let unprefixed = prefixed.replacing("\"text\":\"No. ", with: "\"text\":\"")
    #expect(unprefixed.replacing(#","shownTo":"No. 11","prefix":"No. ""#, with: "") == plain)
    #expect(prefixed.contains(#""from":"8","to":"11""#))
  }

  @Test func `it has the limits of a text`() {
    let service = TestService { $0.maximumTextCharacters = 3 }
    #expect(service.get("/v1/frames?from=1&to=2&prefix=abc").status == 200)
    let answer = service.get("/v1/frames?from=1&to=2&prefix=abcd")
    #expect(answer.status == 400)
    #expect(answer.text.contains("`prefix` has 4 characters; 3 are allowed"))
  }
}
