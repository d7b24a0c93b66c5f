package import Documents
package import FrameScheduling
import HTTPTypes
package import MicroHTTP
import Synchronization

/// Limits the requests of each client, or the work that they cause, for all loops together.
///
/// A client's connections are spread over the loops, or all on one, so a share of the rate for each loop would be wrong for
/// one of both. Hence locks, taken twice a request and twice for long work, and never for a frame; sixteen, so that loops
/// rarely wait for each other.
package final class RateLimiter: Sendable {
  private let rate: TokenRate
  private let policy: String
  /// What is counted, in an error's words.
  private let kind: String
  /// The buckets of recent clients.
  ///
  /// A forgotten client starts with a full bucket, like a new one: whoever has so many addresses has as many buckets anyway.
  private let shards: InlineArray<16, Mutex<BoundedCache<Caller, TokenBucket>>>
  private let counters = CacheCounters()
  private let units = Atomic(0)

  /// Limits requests; `nil` where the settings have no limit.
  package convenience init?(requests settings: Settings) {
    guard settings.requestsPerSecond > 0 else { return nil }
    self.init(TokenRate(perSecond: settings.requestsPerSecond, burst: settings.requestBurst), settings)
  }

  /// Limits milliseconds of work: ten seconds' worth at once, or one request's; `nil` where the settings have no
  /// limit.
  package convenience init?(work settings: Settings) {
    let milliseconds = settings.workMillisecondsPerSecond
    guard milliseconds > 0 else { return nil }
    let burst = max(10 * milliseconds, settings.maximumWorkMilliseconds)
    self.init(TokenRate(perSecond: Double(milliseconds), burst: burst), settings)
  }

  /// Limits changes of labels, as `kind` says: as many at once as in a second; `nil` where there is no limit.
  package convenience init?(changesPerSecond rate: Double, _ kind: String, _ settings: Settings) {
    guard rate > 0 else { return nil }
    self.init(TokenRate(perSecond: rate, burst: Int(rate.rounded(.up))), settings, kind + " within a second")
  }

  package init(_ rate: TokenRate, _ settings: Settings, _ kind: String = "requests") {
    self.rate = rate
    self.kind = kind
    policy = "\"requests\";q=\(rate.burst);w=\(rate.window)"
    shards = InlineArray { [counters] _ in
      let limit = max(settings.rememberedClients / 16, 2)
      return Mutex(BoundedCache(maximumCount: limit, maximumBytes: .max, counters: counters))
    }
  }

  /// The number of clients that it remembers.
  var clientCount: Int { counters.entries }

  /// The work that all clients have been charged, in seconds of a core.
  package var seconds: Double { Double(units.load(ordering: .relaxed)) / 1e9 }

  /// Counts one request.
  ///
  /// What the client should know of its limit is put into `limits` (draft-ietf-httpapi-ratelimit-headers-10).
  /// - Throws: 429 where it has none left.
  package func count(_ caller: Caller, at now: MonotonicTime, _ limits: inout HeaderFields?) throws(Problem) {
    let outcome = take(1, caller, at: now)
    var fields: HeaderFields = [:]
    fields[named: "RateLimit-Policy"] = policy
    fields[named: "RateLimit"] = "\"requests\";r=\(outcome.remaining);t=\(outcome.seconds)"
    limits = fields
    guard outcome.isGranted else { throw .tooManyRequests(rate, after: outcome.seconds) }
  }

  /// Lets a client in whose work has not taken more than it may; 429 where it has.
  package func checkWork(of caller: Caller, at now: MonotonicTime) throws(Problem) {
    let outcome = take(0, caller, at: now)
    guard outcome.isGranted else { throw .tooMuchClientWork(rate, after: outcome.seconds) }
  }

  /// Counts work that has been done, in units of a meter, also where it is more than there was left.
  func chargeWork(_ units: Int, to caller: Caller, at now: MonotonicTime) {
    self.units.wrappingAdd(units, ordering: .relaxed)
    withBucket(of: caller) { $0.charge(Double(units) / 1e6, at: now, rate) }
  }

  /// Counts a change of a label; 429 where there were as many as there may be.
  package func countChange(_ subject: Caller, at now: MonotonicTime) throws(Problem) {
    let outcome = take(1, subject, at: now)
    guard outcome.isGranted else { throw .tooManyChanges(rate, kind, after: outcome.seconds) }
  }

  /// Gives back what ``countChange(_:at:)`` has counted.
  package func giveBack(_ subject: Caller, at now: MonotonicTime) {
    withBucket(of: subject) { $0.charge(-1, at: now, rate) }
  }

  private func take(_ count: Int, _ caller: Caller, at now: MonotonicTime) -> TokenBucket.Outcome {
    withBucket(of: caller) { $0.take(count, at: now, rate) }
  }

  private func withBucket<Value: Sendable>(of caller: Caller, _ use: (TokenBucket) -> Value) -> Value {
    shards[Int(UInt(bitPattern: caller.hashValue) % UInt(shards.count))].withLock { buckets in
      if let known = buckets.use(caller) { return use(known) }
      let bucket = TokenBucket()
      buckets.insert(bucket, for: caller, bytes: 0)
      return use(bucket)
    }
  }
}

extension Problem {
  /// 429 where a client asks too often.
  fileprivate static func tooManyRequests(_ rate: TokenRate, after seconds: Int) -> Problem {
    let limit = "\(rate.burst) requests at once, which take \(rate.window) s to come back"
    return Problem(
      type: .tooManyRequests, detail: "This client has used up its \(limit).",
      headerFields: [.retryAfter: jittered(seconds)])
  }

  /// 429 where labels change too often.
  fileprivate static func tooManyChanges(_ rate: TokenRate, _ kind: String, after seconds: Int) -> Problem {
    Problem(
      type: .tooManyRequests, detail: "There have been \(rate.burst) \(kind), which is the limit.",
      headerFields: [.retryAfter: jittered(seconds)])
  }

  /// 429 where a client's requests take too much work.
  fileprivate static func tooMuchClientWork(_ rate: TokenRate, after seconds: Int) -> Problem {
    let limit = "\(rate.burst) ms of work at once, which take \(rate.window) s to come back"
    return Problem(
      type: .tooManyRequests, detail: "This client has used up its \(limit); fewer frames or shorter texts take less.",
      headerFields: [.retryAfter: jittered(seconds)])
  }

  /// 429 where a client has as many streams as one may have.
  package static func tooManyStreams(_ limit: Int) -> Problem {
    var fields: HTTPFields = [.retryAfter: jittered(2)]
    if let name = HTTPField.Name("RateLimit-Policy") {
      fields[name] = "\"streams\";q=\(limit);qu=\"concurrent-requests\""
    }
    if let name = HTTPField.Name("RateLimit") { fields[name] = "\"streams\";r=0" }
    return Problem(
      type: .tooManyClientStreams, detail: "This client has \(limit) streams, which is the limit.",
      headerFields: fields)
  }

  /// 429 where a client's streams keep as many bytes as one's may.
  package static func tooManyStreamBytes(_ detail: String) -> Problem {
    Problem(type: .tooManyClientStreams, detail: detail, headerFields: [.retryAfter: jittered(2)])
  }

  /// Not before `seconds`, and not all at the same time.
  private static func jittered(_ seconds: Int) -> String {
    String(seconds + Int.random(in: 0...max(1, seconds / 4)))
  }
}

/// Who is charged for work, from whichever thread it is done on.
package struct WorkAccount: Sendable {
  package let client: Caller
  /// `nil` where work has no limit.
  let limiter: RateLimiter?
  let clock: @Sendable () -> MonotonicTime

  package init(client: Caller, limiter: RateLimiter?, clock: @escaping @Sendable () -> MonotonicTime) {
    (self.client, self.limiter, self.clock) = (client, limiter, clock)
  }

  /// - Throws: 429 where the client has caused as much as it may.
  package func check() throws(Problem) {
    try limiter?.checkWork(of: client, at: clock())
  }

  /// Charges some units of a meter.
  package func charge(_ units: Int) {
    limiter?.chargeWork(units, to: client, at: clock())
  }
}

/// How fast a bucket refills, and how much it holds.
package struct TokenRate: Equatable, Sendable {
  /// Nanoseconds that one token takes.
  let interval: Int64
  /// Tokens of a full bucket, at least 1.
  let burst: Int

  /// Creates a rate of 0.001 to 1,000,000 tokens a second, with up to 1,000,000 at once.
  package init(perSecond: Double, burst: Int) {
    interval = Int64(1e9 / (perSecond > 0.001 ? min(perSecond, 1e6) : 0.001))
    self.burst = min(max(burst, 1), 1_000_000)
  }

  /// Seconds in which an empty bucket fills, rounded up.
  var window: Int { Self.seconds(capacity) }

  fileprivate var capacity: Int64 { Int64(burst) * interval }

  fileprivate static func seconds(_ nanoseconds: Int64) -> Int {
    Int((nanoseconds + 999_999_999) / 1_000_000_000)
  }
}

/// A bucket of tokens that refills steadily, by the generic cell rate algorithm: all it remembers is one moment.
final class TokenBucket {
  /// When it is full again; in the past, it is.
  private var full = MonotonicTime(nanoseconds: .min)

  /// What came of asking for a token.
  struct Outcome: Equatable {
    /// Whether a token was taken.
    let isGranted: Bool
    /// Whole tokens that are left.
    let remaining: Int
    /// Seconds until there is one more, rounded up.
    let seconds: Int
  }

  /// Takes a token, or several, if there are as many; a refusal costs none.
  func take(_ count: Int = 1, at now: MonotonicTime, _ rate: TokenRate) -> Outcome {
    let debt = full > now ? full.nanoseconds - now.nanoseconds : 0
    let newDebt = debt + rate.interval * Int64(min(count, 1_000_000))
    guard newDebt <= rate.capacity else {
      return Outcome(isGranted: false, remaining: 0, seconds: TokenRate.seconds(newDebt - rate.capacity))
    }
    full = MonotonicTime(nanoseconds: now.nanoseconds + newDebt)
    let left = rate.capacity - newDebt
    let next = rate.interval - left % rate.interval
    return Outcome(isGranted: true, remaining: Int(left / rate.interval), seconds: TokenRate.seconds(next))
  }

  /// Takes tokens that have been used already, also where there are fewer: the rest is a debt.
  func charge(_ count: Double, at now: MonotonicTime, _ rate: TokenRate) {
    let debt = full > now ? full.nanoseconds - now.nanoseconds : 0
    // Nobody waits longer than a year.
    let newDebt = min(Double(debt) + count * Double(rate.interval), 3e16)
    full = MonotonicTime(nanoseconds: now.nanoseconds + Int64(newDebt))
  }
}
