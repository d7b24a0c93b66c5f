extension Spring {
  /// When a spring has come to rest.
  public struct Settling: Hashable, Sendable {
    /// Seconds until it stays within the threshold, or ``Spring/longestSettling``.
    public var seconds: Double
    /// Whether it was still moving when the time was up.
    public var isTruncated: Bool
  }

  /// Seconds after which a spring that has not come to rest is stopped, as Motion for the web does.
  public static let longestSettling = 20.0

  /// The first moment from which on the spring stays within `threshold`, a fraction of the distance, of its target.
  ///
  /// It is found between two turning points, to the last digit: an envelope alone would be up to half a swing late. An
  /// undamped spring has no such moment. A threshold that is not above 0 counts as the smallest number.
  public func settling(within threshold: Double) -> Settling {
    let seconds = motion.settlingTime(within: threshold > 0 ? threshold : .leastNormalMagnitude)
    return Settling(seconds: min(seconds, Self.longestSettling), isTruncated: seconds > Self.longestSettling)
  }

  /// ``settling(within:)`` without saying whether it is truncated.
  public func settlingDuration(within threshold: Double) -> Double? {
    settling(within: threshold).seconds
  }
}
