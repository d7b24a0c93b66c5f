/// A curve that knows where it turns, so that everything between two turns can be found by bisection.
public protocol PiecewiseMonotone: TimingCurve {
  /// Moments between which the position only rises or only falls, in seconds, in any order.
  ///
  /// Jumps at the two ends need no mention; moments outside the duration do no harm.
  func turningPoints(duration: Double) -> [Double]

  /// Whether it jumps nowhere but at its two ends, so that it passes all that lies between two positions.
  var isContinuous: Bool { get }
}

extension PiecewiseMonotone {
  /// True.
  public var isContinuous: Bool { true }
}
