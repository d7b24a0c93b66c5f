package import Loops

/// What has happened to labels; written on the store's queue alone.
package final class LabelMetrics: Sendable {
  /// Changes and deletions that were kept.
  package let changes = LoopCounter()
  /// Labels that were deleted when their time was over.
  package let expired = LoopCounter()
  /// Changes that were found when labels were read again, since no message had come of them.
  package let healed = LoopCounter()
  /// From asking the store for a change to its answer.
  package let latency = LoopHistogram(.storing)
}

extension LoopHistogram.Bounds {
  /// For how long a store takes: from memory's time to a disk's that stands still.
  static let storing: Self = [
    25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 50_000_000, 250_000_000,
    1_000_000_000, 5_000_000_000,
  ]
}
