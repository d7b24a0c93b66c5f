import HTTPTypes
import MicroHTTP
import Testing
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import Documents
@testable import Requests

/// `as=cast` and `as=lottie`; `Tests/Outside/test_forms.py` has programs of others open them.
struct RecordingTests {
  private let service = TestService()

  @Test func `a recording has a line for each text that differs from the one before`() {
    let answer = service.get("/v1/frames?from=1&to=3&duration=1&fps=10&curve=linear&as=cast")
    #expect(answer.fields[.contentType] == "application/x-asciicast")
    #expect(
      answer.text == #"""
        {"version":2,"width":20,"height":2,"duration":1,"title":"3","env":{"TERM":"xterm-256color"}}
        [0,"o","\u001b[?7l\r1\u001b[K\u001b[?7h"]
        [0.3,"o","\u001b[?7l\r2\u001b[K\u001b[?7h"]
        [0.8,"o","\u001b[?7l\r3\u001b[K\u001b[?7h"]
        [1,"o","\r\n"]

        """#)
  }

  @Test func `no text drives the terminal of a recording`() {
    let cast = service.get("/v1/frames?from=%1B%5B2J&to=%C2%9B2J&interpolation=none&as=cast").text
    #expect(cast.contains(#"\r␛[2J\u001b[K"#) && cast.contains("\\r\u{fffd}2J\\u001b[K"))
  }

  @Test func `Lottie has a keyframe for each text, in frames`() throws {
    let answer = service.get("/v1/frames?from=1&to=3&duration=1&fps=10&curve=linear&as=lottie")
    #expect(answer.fields[.contentType] == "video/lottie+json")
    let document = try JSONValue(parsing: Array(answer.text.utf8))
    guard case .array(let layers)? = document["layers"],
      case .array(let keyframes)? = layers.first?["t"]?["d"]?["k"]
    else {
      Issue.record("there is no keyframe")
      return
    }
    #expect(keyframes.map { $0["t"] } == [.number("0"), .number("3"), .number("8")])
    #expect(keyframes.map { $0["s"]?["t"] } == [.string("1"), .string("2"), .string("3")])
    #expect(service.get("/v1/frames?to=a%0Ab&interpolation=none&as=lottie").text.contains(#""t":"a\rb""#))
    #expect(document["op"] == .number("20") && document["fr"] == .number("10"))
  }

  @Test(arguments: ["effect=scrollUp", "interpolation=odometer", "interpolation=morph", "interpolation=fall", ""])
  func `a long recording is the same in pieces`(look: String) throws {
    let parameters = [("from", "1"), ("to", "30000"), ("duration", "40"), ("fps", "240")]
      .map { JSONValue.Member($0.0, .string($0.1)) }
    let extra = look.split(separator: "=").map(String.init)
    let member = extra.isEmpty ? [] : [JSONValue.Member(extra[0], .string(extra[1]))]
    let context = ServiceContext(settings: Settings())
    var read = RequestParameters(parameters + member, by: .frames, in: context.requests)
    let list = AnimationList(try read.finishedAnimation(in: context.requests).prepared(in: context.requests))
    func check(_ form: SequenceRepresentation, _ writer: some DocumentWriter) throws {
      let whole = try SequenceDocument(list: list, representation: form).bytes(limits: context.documentLimits)
      var pieces = DocumentPieces(by: writer, count: whole.count)
      var joined: [UInt8] = []
      while case let piece = pieces.next(), !piece.isEmpty { joined += piece }
      #expect(joined == whole)
    }
    let prepared = list.elements[0].prepared
    try check(.cast, CastWriter(prepared))
    try check(.lottie, LottieWriter(cues: Cues(prepared, nil)))
  }
}
