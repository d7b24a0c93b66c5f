import RealModule

/// A curve drawn with straight lines, to hand it to a browser as CSS `linear()`.
public struct LinearApproximation: Sendable {
  /// The corners, rounded as ``css`` writes them; the inputs are fractions of the duration.
  public let points: [PiecewiseLinear.Point]

  /// The largest distance between curve and lines, measured at 8 places inside each interval of the finest sampling.
  ///
  /// It is at most the tolerance, unless 65,536 samples are too few for the curve; then it says how far off that is.
  /// Within 1e-6 of the duration around a jump it is not measured.
  public let largestError: Double

  /// Draws a curve.
  ///
  /// - Parameters:
  ///   - curve: Any curve; `steps()` and `linear()` need no drawing, they are CSS.
  ///   - duration: Seconds, above 0 and finite; of no effect for an easing.
  ///   - tolerance: The largest error wanted, in whole distances; below 1e-6 it counts as that.
  /// - Complexity: O(n log n) in the number of samples, at most 65,536; tens of milliseconds at worst.
  public init(of curve: any TimingCurve, duration: Double = 1, tolerance: Double = 0.001) {
    let tolerance = max(tolerance, 1e-6)
    let curve = curve.fitted(to: duration)
    let samples = Self.samples(of: curve, duration: duration, tolerance: tolerance)
    let digits = Int((-Double.log10(tolerance)).rounded(.up)) + 1
    // A tenth of the tolerance is left for rounding.
    points = Self.simplified(samples, tolerance: 0.8 * tolerance).map {
      PiecewiseLinear.Point(input: $0.input.rounded(digits: digits + 3), output: $0.output.rounded(digits: digits))
    }
    largestError = Self.largestError(of: points, at: samples, curve, duration)
  }

  /// The text of the CSS function.
  public var css: String {
    let stops = points.map { "\($0.output.shortest) \(($0.input * 100).rounded(digits: 8).shortest)%" }
    return "linear(\(stops.joined(separator: ", ")))"
  }
}
