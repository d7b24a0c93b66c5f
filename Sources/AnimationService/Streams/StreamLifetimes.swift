/// How old each stream of a loop may get.
///
/// The limit, up to a tenth shorter or longer: ten thousand viewers who came at once leave over a fifth of it, twelve
/// minutes of an hour. Steps of the golden ratio leave at even distances however many come, which random ones do not, and
/// a random number is a call of the system for each stream.
struct StreamLifetimes {
  private let limit: Duration
  private var fraction = 0.0

  init(around limit: Duration) {
    self.limit = limit
  }

  /// The lifetime of the next stream.
  mutating func next() -> Duration {
    fraction += 0.618_033_988_749_894_8
    if fraction >= 1 { fraction -= 1 }
    return limit * (0.9 + 0.2 * fraction)
  }
}
