/// A histogram of durations that one loop writes and everybody may read.
struct LoopHistogram: ~Copyable, Sendable {
  /// The upper ends of all buckets but the last, in nanoseconds, ascending.
  typealias Bounds = InlineArray<13, Int64>

  private let bounds: Bounds
  private let buckets = InlineArray<14, LoopCounter> { _ in LoopCounter() }
  private let sum = LoopCounter()

  init(_ bounds: Bounds) {
    self.bounds = bounds
  }

  /// Counts one duration, of which what is below zero is zero; called by the loop alone.
  ///
  /// The search begins at the shortest, where nearly all are found at the first look.
  func record(nanoseconds: Int64) {
    let nanoseconds = max(nanoseconds, 0)
    var bucket = 0
    while bucket < bounds.count, nanoseconds > bounds[bucket] { bucket &+= 1 }
    buckets[bucket].add()
    sum.add(Int(nanoseconds))
  }

  /// What has been counted so far.
  var counts: HistogramCounts {
    HistogramCounts(
      bounds: bounds.indices.map { bounds[$0] }, counts: buckets.indices.map { buckets[$0].value },
      nanoseconds: sum.value)
  }
}

extension LoopHistogram.Bounds {
  /// For how late frames leave: from a tenth of a millisecond, far below what an eye sees, to a second.
  static let lateness: Self = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
    250_000_000, 500_000_000, 1_000_000_000,
  ]

  /// For how long requests hold up their loop: from a kept answer's time to one that no request should take.
  static let handling: Self = [
    5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 50_000_000,
    250_000_000,
  ]
}

/// A histogram at one moment.
struct HistogramCounts: Equatable, Sendable {
  /// The upper ends of all buckets but the last, in nanoseconds, ascending.
  let bounds: [Int64]
  /// Durations in each bucket alone, of which there is one more than bounds.
  private(set) var counts: [Int]
  /// All durations together.
  private(set) var nanoseconds: Int

  init(bounds: [Int64], counts: [Int], nanoseconds: Int) {
    self.bounds = bounds
    self.counts = counts
    self.nanoseconds = nanoseconds
  }

  /// The number of durations.
  var count: Int { counts.reduce(0, +) }

  /// Durations up to each bound and all of them, as Prometheus has its buckets.
  var cumulative: [Int] {
    var sum = 0
    return counts.map { count in
      sum += count
      return sum
    }
  }

  /// The number of durations beyond one of the bounds.
  func count(beyond bound: Int64) -> Int {
    zip(bounds, counts).reduce(count) { $1.0 <= bound ? $0 - $1.1 : $0 }
  }

  /// Both together; they must have the same bounds.
  static func + (left: Self, right: Self) -> Self {
    precondition(left.bounds == right.bounds, "histograms with different buckets cannot be added")
    return HistogramCounts(
      bounds: left.bounds, counts: zip(left.counts, right.counts).map(+),
      nanoseconds: left.nanoseconds + right.nanoseconds)
  }
}
