import FrameScheduling

/// How fast a bucket refills, and how much it holds.
struct TokenRate: Equatable, Sendable {
  /// Nanoseconds that one token takes.
  let interval: Int64
  /// Tokens of a full bucket, at least 1.
  let burst: Int

  /// Creates a rate of 0.001 to 1,000,000 tokens a second, with up to 1,000,000 at once.
  init(perSecond: Double, burst: Int) {
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
