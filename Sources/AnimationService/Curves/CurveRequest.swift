import Timing

/// Which curve a client wants to see, decoded and checked.
struct CurveRequest: Sendable {
  /// The curve as it was written.
  var text: String
  /// The curve.
  var curve: any TimingCurve
  /// Seconds; without being asked for, until a spring has settled, and 1 for what has no time of its own.
  var duration: Double
  /// The number of samples, both ends included.
  var sampleCount: Int

  /// The fraction of the way below which a spring counts as settled.
  static let settlingThreshold = 0.001

  /// Takes the parameters.
  ///
  /// - Throws: Everything that is wrong with them.
  init(_ parameters: consuming RequestParameters) throws(Problem) {
    if !parameters.has(.curve) {
      parameters.refuse("curve", "is required, such as `ease-out` or `spring(1, 100, 10)`")
    }
    try parameters.finish()
    text = parameters.animation.curveText
    curve = parameters.animation.curve
    duration =
      parameters.samplingDuration ?? max(curve.settlingDuration(within: Self.settlingThreshold) ?? 1, 0.001)
    sampleCount = parameters.sampleCount
  }
}

extension ParameterSet {
  fileprivate static let curve = ParameterSet(named: ["curve"])
}
