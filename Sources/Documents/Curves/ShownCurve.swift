package import TextBytes
package import Timing

/// A curve as it is to be shown.
package struct ShownCurve: Sendable {
  /// The curve as it was written.
  package let text: String
  /// The curve.
  package let curve: any TimingCurve
  /// Seconds; without being asked for, until a spring has settled, and 1 for what has no time of its own.
  package let duration: Double
  /// The number of samples, both ends included.
  package let sampleCount: Int

  package init(text: String, curve: any TimingCurve, duration: Double, sampleCount: Int) {
    (self.text, self.curve, self.duration, self.sampleCount) = (text, curve, duration, sampleCount)
  }
}

extension CurveTrace {
  /// Traces what is asked for; `nil` where not enough is left to go on.
  init?(_ request: ShownCurve, spending meter: inout Meter) {
    self.init(of: request.curve, duration: request.duration) { meter.spend(Self.unitsOfSample * $0, .curve) }
    if meter.isExhausted { return nil }
  }

  /// What taking a sample takes, or looking at one, in units of a meter.
  private static let unitsOfSample = 150

  /// Lines through the samples; `nil` where not enough is left to go on.
  func lines(within tolerance: Double, maximumStops: Int, spending meter: inout Meter) -> LinearApproximation? {
    let lines = LinearApproximation(of: self, within: tolerance, maximumStops: maximumStops) {
      meter.spend(Self.unitsOfSample * $0, .curve)
    }
    return meter.isExhausted ? nil : lines
  }
}

/// The forms of a curve.
package enum CurveRepresentation: String, Representation {
  case json, svg

  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .svg: "image/svg+xml"
    }
  }

  /// A curve as one document; `nil` where not enough is left to go on.
  package func document(of curve: ShownCurve, spending meter: inout Meter) -> [UInt8]? {
    switch self {
    case .json: CurveDocument(curve, spending: &meter)?.bytes()
    case .svg: CurvePlot(curve, spending: &meter)?.bytes()
    }
  }
}
