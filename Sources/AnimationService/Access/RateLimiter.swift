import System
import MicroHTTP
import FrameScheduling
import HTTPTypes
import Synchronization

/// Limits the requests of each client, for all loops together.
///
/// A client's connections are spread over the loops, or all on one, so a share of the rate for each loop would be wrong for
/// one of both. Hence locks, taken once a request and never for a frame; sixteen, so that loops rarely wait for each other.
final class RateLimiter: Sendable {
  private final class Shard: Sendable {
    let buckets: Mutex<BoundedCache<Caller, TokenBucket>>

    init(limit: Int, counters: CacheCounters) {
      buckets = Mutex(BoundedCache(maximumCount: max(limit, 2), maximumBytes: .max, counters: counters))
    }
  }

  private static let shardCount = 16

  private let rate: TokenRate
  private let policy: String
  /// The buckets of recent clients.
  ///
  /// A forgotten client starts with a full bucket, like a new one: whoever has so many addresses has as many buckets anyway.
  private let shards: [Shard]
  private let counters = CacheCounters()

  /// Creates a limiter without clients; `nil` where the settings have no limit.
  init?(_ settings: Settings) {
    guard settings.requestsPerSecond > 0 else { return nil }
    rate = TokenRate(perSecond: settings.requestsPerSecond, burst: settings.requestBurst)
    policy = "\"requests\";q=\(rate.burst);w=\(rate.window)"
    shards = (0..<Self.shardCount).map { [counters] _ in
      Shard(limit: settings.rememberedClients / Self.shardCount, counters: counters)
    }
  }

  /// The number of clients that it remembers.
  var clientCount: Int { counters.entries }

  /// Counts one request.
  ///
  /// What the client should know of its limit is put into `limits` (draft-ietf-httpapi-ratelimit-headers-10).
  /// - Throws: 429 where it has none left.
  func count(_ caller: Caller, at now: MonotonicTime, _ limits: inout HeaderFields?) throws(Problem) {
    let shard = shards[Int(UInt(bitPattern: caller.hashValue) % UInt(Self.shardCount))]
    let outcome = shard.buckets.withLock { buckets in
      if let known = buckets.use(caller) { return known.take(at: now, rate) }
      let bucket = TokenBucket()
      buckets.insert(bucket, for: caller, bytes: 0)
      return bucket.take(at: now, rate)
    }
    var fields: HeaderFields = [:]
    fields[named: "RateLimit-Policy"] = policy
    fields[named: "RateLimit"] = "\"requests\";r=\(outcome.remaining);t=\(outcome.seconds)"
    limits = fields
    guard outcome.isGranted else { throw .tooManyRequests(rate, after: outcome.seconds) }
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

  /// 429 where a client has as many streams as one may have.
  static func tooManyStreams(_ limit: Int) -> Problem {
    var fields: HeaderFields = [.retryAfter: jittered(2)]
    fields[named: "RateLimit-Policy"] = "\"streams\";q=\(limit);qu=\"concurrent-requests\""
    fields[named: "RateLimit"] = "\"streams\";r=0"
    return Problem(
      type: .tooManyClientStreams, detail: "This client has \(limit) streams, as many as one may have.",
      headerFields: fields)
  }

  /// Not before `seconds`, and not all at the same time.
  private static func jittered(_ seconds: Int) -> String {
    String(seconds + Int.random(in: 0...max(1, seconds / 4)))
  }
}

/// The client that limits are counted for.
enum Caller: Hashable, Sendable {
  /// An IPv4 address, or an IPv6 network of 64 bits.
  case address(IPAddress)
  /// The holder of the key with this name, from wherever.
  case key(String)
}
