import HTTPTypes
import System

/// What is known of the request that a connection is busy with, and since when the client or the server owes the rest.
///
/// One value, never copied: that would take 340 instructions. What changes it only stores what it is given. As long as none
/// of it calls anything, the compiler knows that no two accesses overlap; else each would be checked while it runs, for 80
/// to 130 instructions, and a request has a dozen.
struct RequestState: ~Copyable {
  /// Who is to act next.
  enum Phase: Equatable {
    /// The client: its first request line must come as quickly as the rest of the head.
    case connected
    /// The client, which may take its time for another request.
    case idle
    /// The client, which has sent a request line.
    case readingHead
    /// The client, which has sent a head.
    case readingBody
    /// The server.
    case answering
  }

  private(set) var phase = Phase.connected
  /// The tick at which the phase began.
  private var phaseStart: Int
  /// Whether a request has been begun, or was refused before, and has not been reported.
  private(set) var isReportDue = false
  /// `nil` also where the target has a character that none may have.
  private(set) var target: RequestTarget?
  /// Where the target stands in libmicrohttpd's memory.
  private(set) var targetBytes: Range<UInt> = 0..<0
  private(set) var method = ""
  /// The header fields, once they are complete.
  private(set) var head: SharedHead?
  private(set) var isHTTP10 = false
  /// When its head was complete, by `Clock.monotonic`; 0 before, and where nobody wants to know.
  private(set) var headEnd: UInt64 = 0
  /// Who answers in place of the handler, if anybody.
  private(set) var repeatable: (any RepeatableAnswer)?
  /// The body as far as it has come; empty once there is more than may be kept.
  private(set) var body: [UInt8] = []
  private var bodyCount = 0
  /// The tick at which the last of it came.
  private var bodyTick = 0
  /// The client's name for the request, or one made here; empty before somebody needs it.
  private(set) var id = ""
  /// The status that was sent, or is about to be; 0 before.
  private(set) var status = 0
  /// The bytes of the body that belongs to it.
  private(set) var byteCount: Int?

  init(at tick: Int) {
    phaseStart = tick
  }

  private mutating func enter(_ phase: Phase, at tick: Int) {
    self.phase = phase
    phaseStart = tick
  }
}

// MARK: - Reading

extension RequestState {
  mutating func begin(_ target: RequestTarget?, at bytes: Range<UInt>, _ tick: Int) {
    isReportDue = true
    self.target = target
    targetBytes = bytes
    enter(.readingHead, at: tick)
  }

  /// A head has arrived of a request that may go on.
  mutating func take(_ head: SharedHead, method: String, isHTTP10: Bool, at moment: UInt64, _ tick: Int) {
    self.head = head
    self.method = method
    self.isHTTP10 = isHTTP10
    headEnd = moment
    enter(.readingBody, at: tick)
  }

  /// The head has arrived of a GET that needs no second look.
  mutating func take(_ head: SharedHead, repeating answer: any RepeatableAnswer, at moment: UInt64, _ tick: Int) {
    self.head = head
    repeatable = answer
    method = "GET"
    headEnd = moment
    enter(.readingBody, at: tick)
  }

  /// The head has arrived of a request that will not be read any further.
  mutating func take(_ head: SharedHead) {
    self.head = head
  }

  /// Counts a piece of the body.
  ///
  /// - Returns: Whether to go on: sixteen times the limit are enough.
  mutating func countBody(_ count: Int, limit: Int, at tick: Int) -> Bool {
    bodyCount += count
    bodyTick = tick
    return bodyCount <= limit || bodyCount / 16 <= limit
  }

  /// Gives away what has come of the body, to be kept again with more behind it, or dropped.
  mutating func releaseBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  mutating func keepBody(_ body: [UInt8]) {
    self.body = body
  }

  func isBodyTooLarge(limit: Int) -> Bool { bodyCount > limit }
}

// MARK: - Answering

extension RequestState {
  /// Takes the client's name for the request, or one that was made for it.
  mutating func name(_ id: String) {
    self.id = id
  }

  mutating func answer(status: Int, byteCount: Int?, at tick: Int) {
    self.status = status
    self.byteCount = byteCount
    isReportDue = true
    enter(.answering, at: tick)
  }

  /// It is being answered, but later.
  mutating func postpone(at tick: Int) {
    enter(.answering, at: tick)
  }

  /// Whoever wants to know of the request is told now.
  mutating func noteReport() {
    isReportDue = false
  }

  /// The connection waits for the next one, or is about to close.
  ///
  /// Inlined, since the compiler does not look into so long a function for what it calls.
  @inline(__always)
  mutating func end(at tick: Int) {
    (isReportDue, target, method, isHTTP10, head, headEnd, repeatable) = (false, nil, "", false, nil, 0, nil)
    (id, status, byteCount, bodyCount, bodyTick) = ("", 0, nil, 0, 0)
    body = []
    enter(.idle, at: tick)
  }
}

// MARK: - Waiting

extension RequestState {
  /// Whether the connection may be closed without losing a request that has been begun.
  var isIdle: Bool { phase == .connected || phase == .idle }

  var isClientAwaited: Bool { phase != .answering }

  var isAnswered: Bool { phase == .answering }

  /// Whether a chunk's first line may be what has kept the loop busy with nothing since `start`.
  ///
  /// libmicrohttpd 0.9.75 does not say which body it is, so it is each that has chunks and brought nothing for three ticks.
  func isChunkStuck(at tick: Int, since start: Int?) -> Bool {
    guard let start, phase == .readingBody, head?.value.hasChunks ?? false else { return false }
    return tick - max(start, phaseStart, bodyTick) >= 3
  }

  enum Timeout: Equatable {
    case close
    /// Answer 408, and say that the head did not come in time.
    case refuseHead
    case refuseBody
  }

  /// Which limit has passed; neither silence nor a byte now and then prolongs any of them.
  func timeout(at tick: Int, limits: ConnectionTimeouts) -> Timeout? {
    let waited = tick - phaseStart
    return switch phase {
    case .connected, .readingHead: waited > limits.head ? .refuseHead : nil
    case .readingBody: waited > limits.body ? .refuseBody : nil
    case .idle: waited > limits.idle ? .close : nil
    case .answering: nil
    }
  }
}

/// The time limits of a connection in housekeeping intervals, rounded up.
struct ConnectionTimeouts {
  let head: Int
  let body: Int
  let idle: Int
  /// For a client that takes no byte of what waits for it.
  let stalledWrite: Int
  /// The bytes that such a client must take in that time.
  let leastBytes: UInt64

  init(_ configuration: HTTPServer.Configuration) {
    func ticks(_ limit: Duration) -> Int {
      let ticks = (limit / configuration.housekeepingInterval).rounded(.up)
      return ticks.isFinite ? Int(min(max(ticks, 0), 1e9)) : 0
    }
    head = ticks(configuration.headTimeout)
    body = ticks(configuration.bodyTimeout)
    idle = ticks(configuration.idleTimeout)
    stalledWrite = ticks(configuration.stalledWriteTimeout)
    let bytes = Double(configuration.minimumReadRate) * (configuration.stalledWriteTimeout / .seconds(1))
    leastBytes = UInt64(min(max(bytes, 0), 1e18))
  }
}

/// How fast a client takes what waits for it.
///
/// Of a long answer some is always waiting, so it is the client alone that decides.
struct ReadingPace {
  private typealias Sample = (tick: Int, count: UInt64)

  private var windowStart: Sample
  private var newest: Sample

  init(at tick: Int, count: UInt64) {
    windowStart = (tick, count)
    newest = windowStart
  }

  /// Whether the client has taken no byte for the time of a stalled write, or too few in such a time.
  mutating func isTooSlow(at tick: Int, count: UInt64, limits: ConnectionTimeouts) -> Bool {
    if count > newest.count { newest = (tick, count) }
    if tick - newest.tick > limits.stalledWrite { return true }
    guard tick - windowStart.tick > limits.stalledWrite else { return false }
    let taken = count - windowStart.count
    windowStart = (tick, count)
    return taken < limits.leastBytes
  }
}

/// Makes the names of requests that came without one.
///
/// A random part, drawn once for each loop, and a count: at most 15 bytes, so that no name needs an allocation before
/// 36⁷ requests. Of 1,000 loops two share their random part once in 60,000 fleets.
struct RequestIDs {
  static let fieldName = "X-Request-Id"

  /// The random part, a dash and the last count, which is counted up where it stands: half the instructions that printing
  /// a number takes.
  private var name: [UInt8]
  private let start: Int

  init(using random: inout some RandomNumberGenerator) {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    name = (0..<7).map { _ in alphabet.randomElement(using: &random) ?? 0 } + Array("-0".utf8)
    start = name.count - 1
  }

  mutating func next() -> String {
    countUp()
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func countUp() {
    for place in (start..<name.count).reversed() {
      switch name[place] {
      case UInt8(ascii: "9"): name[place] = UInt8(ascii: "a")
      case UInt8(ascii: "z"):
        name[place] = UInt8(ascii: "0")
        continue
      default: name[place] += 1
      }
      return
    }
    name.insert(UInt8(ascii: "1"), at: start)
  }

  /// Whether a client's name is taken over: 1 to 128 letters, digits and `-._~:/+=@`.
  ///
  /// That is every UUID, ULID, base64 and trace context, and nothing that a log, a shell or a page could stumble over.
  static func isSane(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy(isSane)
  }

  private static func isSane(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~:/+=@".utf8.contains(byte)
    }
  }
}
