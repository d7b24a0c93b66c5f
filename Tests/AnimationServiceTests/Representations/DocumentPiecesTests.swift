import HTTPTypes
import MicroHTTP
import RawClient
import Testing
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import Documents
@testable import Requests

/// A document in pieces is the whole one.
struct DocumentPiecesTests {
  private func document(
    _ request: Request, _ representation: SequenceRepresentation
  ) throws -> SequenceDocument {
    let context = ServiceContext(settings: Settings())
    var parameters = try RequestParameters(of: request, by: .frames, in: context.requests)
    var meter = Meter(limit: .max)
    let animations = try AnimationListRequest(&parameters, mayBeEndless: false, in: context.requests, spending: &meter)
    return SequenceDocument(list: try animations.prepared(in: context.requests), representation: representation)
  }

  private func pieces(_ content: DocumentContent) throws -> any BodyPieces {
    guard case .pieces(let pieces) = content else { throw Whole() }
    return pieces
  }

  private struct Whole: Error {}

  @Test(arguments: [
    "from=0&to=90000&duration=60&fps=240", "from=0&to=90000&duration=60&fps=240&include=value,velocity",
    "from=0&to=90000&duration=40&fps=240&frames=distinct&curve=easeInOutBack",
    "from=a%20long%20text&to=another&interpolation=scramble&seed=4&duration=40&fps=240&include=glyphs",
    "from=0123456789&to=9876543210987654321&interpolation=anvil&duration=8&fps=240",
    "from=0&to=9&interpolation=number&effect=scrollUp&duration=60&fps=240&format=%25.3f",
  ])
  func `of one animation, in every form`(query: String) throws {
    for representation in SequenceRepresentation.allCases where representation.making.isText {
      let document = try document(Request(path: "/v1/frames", query: query + "&delay=0.5"), representation)
      let whole = try document.bytes(limits: Settings().documentLimits)
      switch try document.content(limits: Settings().documentLimits) {
      case .whole(let bytes):
        #expect(bytes == whole)
        #expect(bytes.count < SequenceDocument.longestWhole + 65_536)
      case .pieces(let pieces):
        #expect(pieces.count == whole.count)
        #expect(pieces.whole == whole)
        #expect(whole.count > SequenceDocument.longestWhole)
      }
    }
  }

  @Test func `wherever a piece ends, each head is written once`() throws {
    let fields: HeaderFields = [.contentType: "application/json"]
    let animations = (0..<4).map { #"{"id":"n\#($0)","to":"\#($0) m","duration":0.1}"# }
    let json = #"{"from":"9 m","animations":[\#(animations.joined(separator: ","))]}"#
    let request = Request(method: .post, path: "/v1/frames", headerFields: fields, body: Array(json.utf8))
    let document = try document(request, .json)
    let whole = try document.bytes(limits: Settings().documentLimits)
    for size in 1...whole.count {
      var writer = ObjectWriter(document.list, nil)
      var bytes: [UInt8] = []
      var meter = Meter(limit: .max)
      while !writer.isEnd {
        var piece = UTF8Buffer(capacity: size)
        writer.writePiece(to: &piece, until: size, spending: &meter)
        bytes += piece.bytes()
      }
      #expect(bytes == whole, "\(size)")
    }
  }

  @Test(arguments: SequenceRepresentation.ofSeveral)
  func `of several animations`(representation: SequenceRepresentation) throws {
    var fields: HeaderFields = [:]
    fields[.contentType] = "application/json"
    let text = String(repeating: "word ", count: 5)
    let animations = (0..<30).map { #"{"id":"n\#($0)","to":"\#($0) \#(text)","duration":4,"delay":\#($0 % 4)}"# }
    let json = #"{"from":"0 \#(text)","fps":240,"animations":[\#(animations.joined(separator: ","))]}"#
    let request = Request(method: .post, path: "/v1/frames", headerFields: fields, body: Array(json.utf8))
    let document = try document(request, representation)
    let whole = try document.bytes(limits: Settings().documentLimits)
    let pieces = try pieces(document.content(limits: Settings().documentLimits))
    #expect(pieces.count == whole.count)
    #expect(pieces.whole == whole)
  }

  @Test func `each is about as long as said`() throws {
    var pieces = try pieces(
      document(Request(path: "/v1/frames", query: "from=0&to=90000&duration=100&fps=240"), .json)
        .content(limits: Settings().documentLimits))
    var sizes: [Int] = []
    while case let piece = pieces.next(), !piece.isEmpty { sizes.append(piece.count) }
    #expect(sizes.count > 10)
    #expect(sizes.dropLast().allSatisfy { (SequenceDocument.pieceSize..<SequenceDocument.pieceCapacity).contains($0) })
  }

  @Test func `it is refused where it is too long, and just not where it is not`() throws {
    let document = try document(Request(path: "/v1/frames", query: "from=0&to=90000&duration=60&fps=240"), .json)
    var settings = Settings()
    settings.maximumResponseBytes = try document.bytes(limits: Settings().documentLimits).count - 4
    #expect(try pieces(document.content(limits: settings.documentLimits)).count == settings.maximumResponseBytes + 4)
    settings.maximumResponseBytes -= 1
    #expect(throws: Problem.self) { try document.content(limits: settings.documentLimits) }
  }

  private static let target = "/v1/frames?from=0&to=90000&duration=60&fps=240"

  @Test func `a client gets what it would get at once, by each method and version`() async throws {
    let service = try RunningService()
    let whole = try document(Request(path: "/v1/frames", query: "from=0&to=90000&duration=60&fps=240"), .json)
      .bytes(limits: Settings().documentLimits)
    let client = try Client(port: service.port)
    for _ in 0..<3 {
      client.request("GET \(Self.target)")
      let answer = try client.response()
      #expect(answer.contains("\r\nContent-Length: \(whole.count)\r\n"))
      #expect(answer.contains("\r\nETag: \""))
      #expect(answer.hasSuffix("\r\n\r\n" + String(decoding: whole, as: UTF8.self)))
    }
    client.request("HEAD \(Self.target)")
    #expect(try client.receive(until: "\r\n\r\n").contains("\r\nContent-Length: \(whole.count)\r\n"))
    client.send("GET \(Self.target) HTTP/1.0\r\nHost: test\r\n\r\n")
    #expect(try client.receiveAllBytes().suffix(whole.count) == whole[...])
    #expect(await service.stop())
  }

  @Test func `a client that takes gzip gets the same, compressed as a whole`() throws {
    let service = TestService()
    let plain = service.get(Self.target)
    let encoded = service.get(Self.target, [.acceptEncoding: "gzip"])
    #expect(plain.text.utf8.count > SequenceDocument.longestWhole)
    #expect(encoded.fields[.contentEncoding] == "gzip")
    #expect(encoded.text.utf8.count < plain.text.utf8.count)
  }
}

extension AnimationListRequest {
  fileprivate func prepared(in context: RequestContext) throws(Problem) -> AnimationList {
    var meter = Meter(limit: .max)
    return try prepared(in: context, spending: &meter)
  }
}

extension SequenceDocument {
  fileprivate func content(limits: DocumentLimits) throws(Problem) -> DocumentContent {
    var meter = Meter(limit: .max)
    return try content(limits: limits, spending: &meter)
  }
}
