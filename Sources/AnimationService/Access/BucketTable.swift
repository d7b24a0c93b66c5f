import FrameScheduling

/// The buckets of clients that asked lately, bounded in number, in two generations.
///
/// Who asks joins the young generation. Once that is half of what is allowed it becomes the old one, and who was old and
/// has not asked since is forgotten. A client that is forgotten has a full bucket, as a stranger has: who commands so
/// many addresses has as many buckets anyway, and so nothing from it.
struct BucketTable {
  private let limit: Int
  private var young: [Caller: TokenBucket] = [:]
  private var old: [Caller: TokenBucket] = [:]

  /// Creates an empty table for so many clients, at least 2.
  init(limit: Int) {
    self.limit = max(limit, 2)
  }

  /// The number of clients that it remembers.
  var count: Int { young.count + old.count }

  /// Takes a token of a client's.
  mutating func take(for caller: Caller, at now: MonotonicTime, _ rate: TokenRate) -> TokenBucket.Outcome {
    if young[caller] == nil {
      let bucket = old.removeValue(forKey: caller) ?? TokenBucket()
      if young.count >= limit / 2 { (old, young) = (young, [:]) }
      young[caller] = bucket
    }
    return young[caller, default: TokenBucket()].take(at: now, rate)
  }
}
