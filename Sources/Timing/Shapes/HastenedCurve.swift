/// A curve that runs some times as fast as another: whatever takes that one a second takes this one `1/factor`.
public struct HastenedCurve: TimingCurve {
  private let curve: any TimingCurve
  private let factor: Double

  /// Hastens a curve.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - factor: How many times as fast it runs, above 0.
  public init(_ curve: any TimingCurve, by factor: Double) {
    self.curve = curve
    self.factor = factor
  }

  /// The other curve's position at the time that it has taken for as much.
  public func position(at seconds: Double, duration: Double) -> Double {
    curve.position(at: seconds * factor, duration: duration * factor)
  }

  /// The other curve's velocity, as many times as high.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    factor * curve.velocity(at: seconds * factor, duration: duration * factor)
  }

  /// The other curve's, in less time.
  public func settlingDuration(within threshold: Double) -> Double? {
    curve.settlingDuration(within: threshold).map { $0 / factor }
  }

  /// The other curve's, in less time.
  public func turns(duration: Double) -> [Double] { curve.turns(duration: duration * factor).map { $0 / factor } }

  /// The other curve made ready for the duration that it has.
  public func fitted(to duration: Double) -> any TimingCurve {
    HastenedCurve(curve.fitted(to: duration * factor), by: factor)
  }
}
