import Dispatch
import Glibc
import HTTPTypes
import Logging
import RawClient

@testable import MicroHTTP

/// Answers the tests' requests.
///
/// Its streams are steered and observed by other requests, so that tests only wait for bytes.
final class TestHandler: RequestHandler {
  private let queue: DispatchQueue
  private var streams: [ResponseStream] = []
  private var past: [ResponseStream] = []
  private var monitors: [ResponseStream] = []
  private var witnesses: [Witness] = []
  private weak var lastPieces: NumberedPieces.Progress?
  private let lifetime: Lifetime
  private var exchanges: [Exchange] = []
  private let clockwork = Clockwork()
  private let shared = SharedBody(Array("shared".utf8), headerFields: [.eTag: "\"s\""])
  private lazy var standing = CountingAnswer(shared)
  private var slowMessages: LoopMailbox<Int>?

  init(queue: DispatchQueue, lifetime: Lifetime = Lifetime()) {
    self.queue = queue
    self.lifetime = lifetime
  }

  func respond(to request: Request) -> Response {
    switch request.path {
    case "/hello": return Response(headerFields: [.contentType: "text/plain"], body: .bytes(Array("hello".utf8)))
    case "/empty": return Response(status: .noContent)
    case "/missing": return Response(status: .notFound)
    case "/fields": return Response(headerFields: Self.manyFields)
    case "/shared": return shared.map { Response(body: .shared($0)) } ?? Response(status: .internalServerError)
    case "/shared-with-more":
      return shared.map { Response(headerFields: [.vary: "Origin"], body: .shared($0)) } ?? Response(status: .gone)
    case "/standing", "/standing-with-more": return stand(with: request.path == "/standing" ? [:] : [.vary: "Origin"])
    case "/standing-counts": return text("\(standing.asked) \(standing.repeated)")
    case "/standing-end":
      standing.body = nil
      return text("ended")
    case "/large": return Response(body: .bytes([UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)))
    case "/pieces": return pieces(missing: request.query == nil ? 0 : 3)
    case "/pieces-made":
      return text("\n" + (lastPieces.map { "\($0.count)" } ?? "gone"))
    case "/stream": return Response(body: .stream { self.open($0, in: \.streams) })
    case "/stubborn": return Response(body: .stream { _ = $0.send(Array("opened\n".utf8).span) })
    case "/noted": return Response(body: .stream { self.note($0) })
    case "/exchanges": return text(exchanges.map(Self.describe).joined(separator: "\n"))
    case "/monitor": return Response(body: .stream { self.open($0, in: \.monitors) })
    case "/flood": return Response(body: .stream { Flood(monitor: self, isEndless: request.query != nil).start($0) })
    case "/three": return Response(body: .stream { self.sendThree($0, isMonitored: request.query != nil) })
    case "/held": return Response(body: .stream { self.hold($0) })
    case "/release":
      for witness in witnesses { witness.stream?.finish() }
      return text("\(witnesses.count)")
    case "/alive": return text(Witness.summary(of: witnesses))
    case "/say": return text("\(streams.map { $0.send(Array((request.query ?? "").utf8).span) })")
    case "/late":
      for stream in past { stream.finish() }
      return text("\(past.map { $0.send([1].span) })")
    case "/busy":
      sayAfterBusyTime()
      return text("busy")
    case "/timer":
      fireTimer()
      return text("timer")
    case "/slow-messages":
      clockwork.start(telling: self)
      for left in (0..<10).reversed() { slowMessages?.send(left) }
      return text("sent")
    case "/finish":
      for stream in streams { stream.finish() }
      return text("\(streams.count)")
    default: return text(describe(request))
    }
  }

  func respond(to rejection: RequestRejection, requestID: String) -> Response {
    Response(status: rejection.status, body: .bytes(Array("\(rejection)".utf8)))
  }

  func attach(_ runOnLoop: @escaping LoopMailbox<Int>.Runner) {
    slowMessages = LoopMailbox(by: runOnLoop) { [unowned self] left in
      usleep(3_000)
      if left == 0 { tell("all messages") }
    }
  }

  func completed(_ exchange: Exchange) { exchanges.append(exchange) }

  func drain() {
    for stream in streams + monitors { stream.finish() }
  }

  /// Fields of every length, the last as long as a pool may hold.
  private static let manyFields: HeaderFields = {
    var fields: HeaderFields = [.eTag: "\"a\"", .vary: "Accept", .contentLanguage: "de", .age: "1"]
    fields.append(.vary, "Origin")
    fields.append(.location, String(repeating: "x", count: 3000))
    return fields
  }()

  private func pieces(missing: Int) -> Response {
    let progress = NumberedPieces.Progress()
    lastPieces = progress
    return Response(body: .pieces(NumberedPieces(progress, missing: missing)))
  }

  private func stand(with fields: HeaderFields) -> Response {
    standing.asked += 1
    guard let shared else { return Response(status: .internalServerError) }
    var response = Response(headerFields: fields, body: .shared(shared))
    response.repeatable = standing
    return response
  }

  /// Tells everybody who monitors.
  func tell(_ line: String) {
    for monitor in monitors { _ = monitor.send(Array((line + "\n").utf8).span) }
  }

  private func open(_ stream: ResponseStream, in list: ReferenceWritableKeyPath<TestHandler, [ResponseStream]>) {
    stream.delegate = self
    self[keyPath: list].append(stream)
    _ = stream.send(Array("opened\n".utf8).span)
  }

  /// A stream that leaves a report behind, whichever side ends it.
  private func note(_ stream: ResponseStream) {
    stream.report = "noted"
    _ = stream.send(Array("opened\n".utf8).span)
    streams.append(stream)
  }

  private static func describe(_ exchange: Exchange) -> String {
    """
    \(exchange.method) \(exchange.path ?? "nil") \(exchange.status) \(exchange.byteCount.map(String.init) ?? "nil") \
    \(exchange.isComplete) \(exchange.report.map { "\($0)" } ?? "nil") \(exchange.userAgent ?? "nil")
    """
  }

  private func hold(_ stream: ResponseStream) {
    let holder = Holder(stream)
    witnesses.append(Witness(of: holder))
  }

  private func sendThree(_ stream: ResponseStream, isMonitored: Bool) {
    if isMonitored { stream.delegate = self }
    for word in ["one", "", "two", "three"] { _ = stream.send(Array(word.utf8).span) }
    stream.finish()
    stream.finish()
    if stream.send(Array("four".utf8).span) != .closed { tell("not closed") }
  }

  var timedWork: (any TimedWork)? { clockwork }

  /// Has the clockwork say that its timer has fired, once the loop has left its queue.
  private func fireTimer() {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler {
      self.clockwork.start(telling: self)
      self.clockwork.onTimer?()
      timer.cancel()
    }
    timer.schedule(deadline: .now())
    timer.activate()
  }

  /// Keeps the loop busy and then sends to everybody, outside of any request.
  private func sayAfterBusyTime() {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler {
      usleep(100_000)
      for stream in self.streams { _ = stream.send(Array("x".utf8).span) }
      timer.cancel()
    }
    timer.schedule(deadline: .now())
    timer.activate()
  }

  private func text(_ text: String) -> Response { Response(body: .bytes(Array(text.utf8))) }

  private func describe(_ request: Request) -> String {
    let fields = request.headerFields.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    let body = String(decoding: request.body.prefix(100), as: UTF8.self)
    return """
      \(request.method.rawValue) \(request.path) \(request.query ?? "nil") [\(fields)] \(request.body.count) \(body) \
      \(request.remoteAddress)
      """
  }
}

extension TestHandler: StreamDelegate {
  func streamBecameWritable(_ stream: ResponseStream) { tell("writable") }

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {
    past.append(stream)
    streams.removeAll { $0 === stream }
    monitors.removeAll { $0 === stream }
    tell("closed \(reason)")
  }
}

/// A producer that holds its stream and that nobody else holds.
private final class Holder: StreamDelegate {
  let stream: ResponseStream

  init(_ stream: ResponseStream) {
    self.stream = stream
    stream.delegate = self
    _ = stream.send(Array("opened\n".utf8).span)
  }

  func streamBecameWritable(_ stream: ResponseStream) {}

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {}
}

/// Sees whether anybody still holds a producer, its stream and its connection.
private struct Witness {
  weak var holder: Holder?
  weak var stream: ResponseStream?
  weak var connection: Connection?

  init(of holder: Holder) {
    self.holder = holder
    stream = holder.stream
    connection = holder.stream.connection
  }

  static func summary(of witnesses: [Witness]) -> String {
    let holders = witnesses.count { $0.holder != nil }
    let streams = witnesses.count { $0.stream != nil }
    return "\(holders) \(streams) \(witnesses.count { $0.connection != nil })"
  }
}

/// Lives as long as the handlers it was given to.
final class Lifetime: Sendable {}

/// Sends numbered lines as fast as the socket takes them, and after every refusal only the newest.
private final class Flood: StreamDelegate {
  private unowned let monitor: TestHandler
  private let isEndless: Bool
  private var number = 0
  private var keepAlive: Flood?

  init(monitor: TestHandler, isEndless: Bool) {
    self.monitor = monitor
    self.isEndless = isEndless
  }

  func start(_ stream: ResponseStream) {
    keepAlive = self
    stream.delegate = self
    fill(stream)
    number += 1000
    if !isEndless { monitor.tell("full") }
  }

  func streamBecameWritable(_ stream: ResponseStream) {
    guard !isEndless else { return fill(stream) }
    for _ in 0..<3 { _ = stream.send(line().span) }
    _ = stream.send(Array("last\n".utf8).span)
    stream.finish()
  }

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {
    keepAlive = nil
    monitor.tell("closed \(reason)")
  }

  private func fill(_ stream: ResponseStream) {
    while stream.send(line().span) == .sent { number += 1 }
  }

  private func line() -> [UInt8] {
    Array("\(number) \(String(repeating: "x", count: 997))\n".utf8)
  }
}

/// Work that is due once, 5 ms after it was started, and has no timer at all.
private final class Clockwork: TimedWork {
  private weak var monitor: TestHandler?
  private(set) var nextDeadline: DispatchTime?
  var onTimer: (() -> Void)?
  var isAttended = false {
    didSet { monitor?.tell(isAttended ? "attended" : "left alone") }
  }

  func start(telling monitor: TestHandler) {
    self.monitor = monitor
    nextDeadline = .now() + .milliseconds(5)
  }

  func runDue() {
    let isEarly = nextDeadline.map { .now() < $0 } ?? true
    monitor?.tell(isEarly ? "too early" : "due")
    nextDeadline = nil
  }
}

/// Runs a task's jobs on a queue of its own, for a test that waits in a system call for what a server does: tasks share as
/// many threads as there are cores.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs a server for the time of the body.
///
/// - Returns: Whether it ended by itself within the grace.
@discardableResult
func withServer(
  grace: Duration = .seconds(patience),
  _ configure: (inout HTTPServer.Configuration) -> Void = { _ in },
  body: (_ port: Int) async throws -> Void,
  handler: @escaping @Sendable (DispatchQueue) -> any RequestHandler = { TestHandler(queue: $0) }
) async throws -> Bool {
  var configuration = HTTPServer.Configuration()
  configuration.port = 0
  configuration.housekeepingInterval = .milliseconds(50)
  configure(&configuration)
  let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  let server = HTTPServer(configuration: configuration, logger: logger, makeHandler: handler)
  let port = try server.start()
  do {
    try await withTaskExecutorPreference(OwnThread()) { try await body(port) }
  } catch {
    _ = await server.drain(within: .zero)
    throw error
  }
  return await server.drain(within: grace)
}

extension RequestRejection {
  var status: HTTPResponse.Status {
    switch self {
    case .malformed: .badRequest
    case .headTooLarge: .requestHeaderFieldsTooLarge
    case .targetTooLong: .uriTooLong
    case .headTooSlow, .bodyTooSlow: .requestTimeout
    case .bodyTooLarge: .contentTooLarge
    case .versionNotSupported: .httpVersionNotSupported
    case .methodNotImplemented, .transferCodingNotImplemented: .notImplemented
    case .tooManyConnections: .serviceUnavailable
    }
  }
}

extension Client {
  /// Asks a ``TestHandler`` for a stream, and waits until it is open.
  convenience init(viewing target: String, port: Int) throws {
    try self.init(port: port)
    request("GET \(target)")
    _ = try receive(until: "opened\n\r\n")
  }
}
