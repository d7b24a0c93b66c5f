import HTTPTypes
import MicroHTTP
import RawClient
import Synchronization
import Testing
import TextBytes

@testable import Deployment
@testable import Viewers
@testable import AnimationService

/// What a label shows next, as a list of answers that caches hand on.
struct LabelNextTests {
  /// Seconds of a slot that does not end while a test waits for something else: slots end by the time of day.
  private static let longSlot = 86_400

  private func send(_ service: RunningService, _ line: String, _ body: String = "") throws {
    let client = try Client(port: service.port)
    client.request(line, fields: "Content-Length: \(body.utf8.count)\r\n", body: body)
    _ = try client.receive(until: "\r\n\r\n")
  }

  private func put(_ service: RunningService, _ body: String) throws { try send(service, "PUT /v1/labels/a", body) }

  /// The whole answer, with its head.
  private func answer(_ service: RunningService, _ target: String) throws -> (head: String, json: JSONValue) {
    try Self.read(service.get(target))
  }

  private static func read(_ client: Client) throws -> (head: String, json: JSONValue) {
    let text = try client.receiveAll()
    let head = text.split(separator: "\r\n\r\n", maxSplits: 1).first.map(String.init) ?? ""
    return (head, try JSONValue(parsing: Array(unchunked(text).utf8)))
  }

  private func next(_ json: JSONValue) throws -> String {
    guard case .string(let path)? = json["next"] else { throw Missing() }
    return path
  }

  private struct Missing: Error {}

  @Test func `each answer leads to the next, which waits for a change or for the end of its slot`() async throws {
    let service = try RunningService { $0.labelSlot = Self.longSlot }
    try put(service, #"{"to":"1","duration":0}"#)
    let first = try answer(service, "/v1/labels/a/next")
    #expect(first.head.hasPrefix("HTTP/1.1 200 OK\r\n") && first.head.contains("Content-Type: application/json\r\n"))
    #expect(first.head.contains("Cache-Control: public, max-age=1\r\n"))
    #expect(first.head.contains("Access-Control-Allow-Origin: *\r\n"))
    for field in ["Vary", "Set-Cookie", "X-Accel-Buffering", "RateLimit"] { #expect(!first.head.contains(field)) }
    #expect(first.json["label"]?["version"] == .number("1") && first.json["frames"] != nil && first.json["now"] != nil)
    // Held, and answered by the change alone.
    let held = try service.get(next(first.json))
    let head = try held.receive(until: "\r\n\r\n")
    #expect(head.contains("Cache-Control: public, max-age=30\r\n"))
    #expect(held.receiveAnything(within: 0.05) == "")
    try put(service, #"{"to":"2"}"#)
    let told = unchunked("\r\n\r\n" + (try held.receiveAll()))
    let second = try JSONValue(parsing: Array(told.utf8))
    #expect(second["label"]?["version"] == .number("2") && second["label"]?["to"] == .string("2"))
    let (metrics, limits) = (service.context.metrics, service.context.streamLimits)
    #expect(
      eventually {
        metrics.sum { $0.labelChannels.value } == 0 && limits.streams.taken == 0 && limits.bytes.taken == 0
      })
    #expect(await service.stop())
  }

  @Test func `without a change an answer ends with its slot, and leads to a later one`() async throws {
    let service = try RunningService { $0.labelSlot = 1 }
    try put(service, #"{"to":"1","duration":0}"#)
    let first = try answer(service, "/v1/labels/a/next").json
    let second = try answer(service, next(first)).json
    #expect(second["version"] == .number("1") && second["label"] == nil)
    #expect(second["start"] == first["label"]?["start"])
    #expect(try next(second) > next(first))
    #expect(await service.stop())
  }

  @Test func `who is not where the label is, or too late, is answered at once`() async throws {
    let service = try RunningService { $0.labelSlot = Self.longSlot }
    try put(service, #"{"to":"1","duration":0}"#)
    let path = try next(answer(service, "/v1/labels/a/next").json)
    for _ in 0..<3 { try put(service, #"{"to":"5"}"#) }
    let late = try answer(service, path)
    #expect(late.json["label"]?["version"] == .number("4") && late.head.contains("max-age=30"))
    // What nobody here has heard of may be told by a node that is ahead: kept for long, both would lead in a circle.
    let ahead = try answer(service, path.replacing("version=1", with: "version=9"))
    #expect(ahead.json["label"]?["version"] == .number("4") && ahead.head.contains("max-age=1\r\n"))
    let known = try next(late.json)
    let past = try answer(service, String(known.prefix { $0 != "&" }) + startAndSlot(known, slot: "1"))
    #expect(past.json["version"] == .number("4") && past.json["label"] == nil)
    #expect(try next(past.json) == known)
    #expect(await service.stop())
  }

  /// Else two answers that caches keep would lead to one another.
  @Test func `who knows of a change waits for the next, also where the loop has not been told of it`() async throws {
    let news = HeldNews()
    let service = try RunningService({ $0.labelSlot = Self.longSlot }, handler: { ToldLater($0, news) })
    try put(service, #"{"to":"1","duration":0}"#)
    let stream = try service.get("/v1/labels/a/stream")
    _ = try stream.receive(until: "id: 1:0")
    for other in [false, true] {
      let known = try answer(service, "/v1/labels/a/next").json
      let waiting = other ? try service.get(next(known)) : nil
      _ = try waiting?.receive(until: "\r\n\r\n")
      news.hold()
      try put(service, #"{"to":"2"}"#)
      let path = try next(answer(service, next(known)).json)
      let held = try service.get(path)
      _ = try held.receive(until: "\r\n\r\n")
      #expect(held.receiveAnything(within: 0.05) == "")
      if let waiting { #expect(unchunked("\r\n\r\n" + (try waiting.receiveAll())).contains(#""version":3,"#)) }
      news.tell()
      #expect(held.receiveAnything(within: 0.05) == "")
      held.leave()
    }
    #expect(await service.stop())
  }

  /// The rest of a path behind its version, with another slot.
  private func startAndSlot(_ path: String, slot: String) -> String {
    let start = path.firstMatch(of: /&start=\d+/).map { String($0.0) } ?? ""
    return "\(start)&slot=\(slot)"
  }

  @Test(arguments: ["deleted", "expired", "forbidden"])
  func `a label that goes meanwhile is told of to all who wait`(reason: String) async throws {
    let service = try RunningService { $0.labelSlot = Self.longSlot }
    try put(service, reason == "expired" ? #"{"to":"1","expires":3}"# : #"{"to":"1"}"#)
    let first = try answer(service, "/v1/labels/a/next").json
    let (one, other) = (try service.get(next(first)), try service.get(next(first)))
    for client in [one, other] { _ = try client.receive(until: "\r\n\r\n") }
    if reason == "deleted" { try send(service, "DELETE /v1/labels/a") }
    // It becomes private, which even those of this machine are told who wait for what all may read.
    if reason == "forbidden" { try put(service, #"{"to":"secret","private":true}"#) }
    for client in [one, other] {
      let text = unchunked("\r\n\r\n" + (try client.receiveAll()))
      let told = try JSONValue(parsing: Array(text.utf8))
      #expect(told["absent"] == .string(reason) && told["version"] == .number("1"))
      // Another address than the one that has just been answered, so that a cache asks for it once.
      let path = try next(told)
      #expect(try path != next(first) && path.hasPrefix("/v1/labels/a/next?version=1&start="))
      let head = try service.get(path).receive(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 \(reason == "forbidden" ? 200 : 404) "))
    }
    #expect(await service.stop())
  }

  @Test func `a shutdown sends those who wait on to the slot behind theirs`() async throws {
    let service = try RunningService { $0.labelSlot = Self.longSlot }
    try put(service, #"{"to":"1"}"#)
    let path = try next(answer(service, "/v1/labels/a/next").json)
    let held = try service.get(path)
    _ = try held.receive(until: "\r\n\r\n")
    #expect(await service.stop())
    let text = unchunked("\r\n\r\n" + (try held.receiveAll()))
    let last = try JSONValue(parsing: Array(text.utf8))
    let slot = try #require(path.firstMatch(of: /slot=(\d+)/).flatMap { Int($0.1) })
    #expect(try next(last) == path.replacing("slot=\(slot)", with: "slot=\(slot + Self.longSlot)"))
  }

  @Test func `what all are told is kept, for a second where it is a refusal`() {
    let service = LabelTestService { $0.maximumLabelViewers = 1 }
    let missing = service.get("/v1/labels/a/next")
    #expect(missing.status == 404 && missing.fields[.cacheControl] == "public, max-age=1")
    #expect(missing.fields[.accessControlAllowOrigin] == "*" && !missing.fields.contains(.vary))
    _ = service.put("a", #"{"to":"1"}"#)
    let stream = service.service.send(
      Request(method: .get, path: "/v1/labels/a/next", query: nil, headerFields: [:], body: [], remoteAddress: ""))
    #expect(stream.isStream && stream.fields[.cacheControl] == "public, max-age=1" && !stream.fields.contains(.vary))
  }

  @Test func `as many wait as streams may be open, and no rate ends it`() async throws {
    let service = try RunningService {
      ($0.labelSlot, $0.maximumLabelViewers) = (Self.longSlot, 1)
      ($0.requestsPerSecond, $0.requestBurst) = (0.01, 3)
    }
    try put(service, #"{"to":"1"}"#)
    var path = ""
    for _ in 0..<8 { path = try next(answer(service, "/v1/labels/a/next").json) }
    let held = try service.get(path)
    _ = try held.receive(until: "\r\n\r\n")
    let full = try service.get(path).response()
    #expect(full.hasPrefix("HTTP/1.1 503 ") && full.contains("Cache-Control: public, max-age=1\r\n"))
    #expect(full.contains("Retry-After: ") && !full.contains("RateLimit"))
    // A label of this name has a rate as any other, and so has who shows a key.
    var statuses: Set<Substring> = []
    for _ in 0..<4 { statuses.insert(try service.get("/v1/labels/next").response().dropFirst(9).prefix(3)) }
    for _ in 0..<2 {
      statuses.insert(try service.get(path, fields: "X-API-Key: none\r\n").response().dropFirst(9).prefix(3))
    }
    #expect(statuses == ["404", "429"])
    #expect(await service.stop())
  }

  @Test func `what one client has too much of is kept nowhere`() async throws {
    let service = try RunningService { ($0.labelSlot, $0.maximumStreamsPerClient) = (Self.longSlot, 1) }
    try put(service, #"{"to":"1"}"#)
    let path = try next(answer(service, "/v1/labels/a/next").json)
    let held = try service.get(path)
    _ = try held.receive(until: "\r\n\r\n")
    let refused = try service.get(path).response()
    #expect(refused.hasPrefix("HTTP/1.1 429 ") && refused.contains("Cache-Control: private, no-store\r\n"))
    #expect(await service.stop())
  }

  @Test func `what some may read is for each alone`() {
    let secret = "a secret of some length"
    let token = signedToken(#"{"exp":9999999999,"labels":["*"]}"#, secret: secret)
    let service = LabelTestService {
      $0.writeKeys = ["all"].compactMap { WriteKey($0) }
      $0.tokenSecret = secret
    }
    let bearer: HeaderFields = [.authorization: "Bearer all"]
    _ = service.put("a", #"{"to":"1","private":true}"#, bearer)
    _ = service.put("b", #"{"to":"1"}"#, bearer)
    let answers = [
      service.get("/v1/labels/a/next", bearer), service.get("/v1/labels/a/next?token=\(token)"),
      service.get("/v1/labels/b/next", bearer), service.get("/v1/labels/b/next?token=\(token)"),
      service.get("/v1/labels/c/next", bearer), service.get("/v1/labels/a/next?token=a.b.c"),
    ]
    #expect(answers.map(\.status) == [200, 200, 200, 200, 404, 401])
    for answer in answers { #expect(answer.fields[.cacheControl] == "private, no-store") }
    #expect(service.get("/v1/labels/a/next").fields[.cacheControl] == "public, max-age=1")
    let listed = LabelTestService { $0.corsOrigins = ["https://example.org"] }
    _ = listed.put("a", #"{"to":"1"}"#)
    let told = listed.get("/v1/labels/a/next")
    #expect(told.status == 200 && told.fields[.cacheControl] == "private, no-store" && told.fields[.vary] == "Origin")
  }

  @Test(arguments: [
    ("version=1", "`start` is required"), ("version=1&start=1", "`slot` is required"),
    ("version=1&start=1&slot=1764000041", "`slot` lies more than two slots ahead"), ("as=json", "`as` is unknown"),
    ("version=0&start=1&slot=1", "`version` must be"),
  ])
  func `what cannot be waited for is refused`(query: String, detail: String) {
    // The tests' clock stands at a second that ends a slot.
    let service = LabelTestService()
    _ = service.put("a", #"{"to":"1"}"#)
    let answer = service.get("/v1/labels/a/next?\(query)")
    #expect(answer.status == 400 && answer.text.contains(detail), "\(answer.text)")
    #expect(answer.fields[.cacheControl] == "public, max-age=1")
    #expect(service.get("/v1/labels/a/next?version=1&start=1&slot=1764000030").status == 200)
  }
}

/// What loops are told of labels, held back for a while.
private final class HeldNews: Sendable {
  /// `nil` while nothing is held back.
  private let blocks = Mutex<[@Sendable () -> Void]?>(nil)

  func hold() { blocks.withLock { $0 = [] } }

  func tell() {
    let held = blocks.withLock { blocks in
      defer { blocks = nil }
      return blocks ?? []
    }
    for block in held { block() }
  }

  func take(_ block: @escaping @Sendable () -> Void) {
    let isHeld = blocks.withLock { blocks in
      blocks?.append(block)
      return blocks != nil
    }
    if !isHeld { block() }
  }
}

/// A handler that hears of labels later.
private final class ToldLater: RequestHandler {
  private let handler: LoopHandler
  private let news: HeldNews

  init(_ handler: LoopHandler, _ news: HeldNews) {
    (self.handler, self.news) = (handler, news)
  }

  func respond(to request: Request) -> Response { handler.respond(to: request) }

  func respond(to rejection: RequestRejection, requestID: String) -> Response {
    handler.respond(to: rejection, requestID: requestID)
  }

  func drain() { handler.drain() }

  var timedWork: (any TimedWork)? { handler.timedWork }

  func attach(_ runOnLoop: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    handler.attach { [news] block in news.take { runOnLoop(block) } }
  }
}
