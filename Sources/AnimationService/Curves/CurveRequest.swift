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

  /// Takes the parameters.
  ///
  /// - Parameters:
  ///   - parameters: What was asked for.
  ///   - longest: Seconds within which a spring has to settle, unless a duration is given.
  /// - Throws: Everything that is wrong with them.
  init(_ parameters: consuming RequestParameters, settlingWithin longest: Double) throws(Problem) {
    let curve = parameters.animation.curve
    if !parameters.has(.curve) {
      parameters.refuse("curve", "is required, such as `ease-out` or `spring(1, 100, 10)`")
    }
    let settling = curve.settlingDuration(within: Settling.visibleShare) ?? 1
    if parameters.samplingDuration == nil, settling > longest {
      parameters.refuse("curve", curve.settlingRefusal(within: longest))
    }
    try parameters.finish()
    text = parameters.animation.curveText
    self.curve = curve
    duration = parameters.samplingDuration ?? max(settling, 0.001)
    sampleCount = parameters.sampleCount
  }
}

extension CurveTrace {
  /// What a curve takes whose trace this is, lines through its samples included, in units of a meter.
  ///
  /// Where samples lie close, lines are tried again and again until they are few.
  var units: Int { (samples.count > 8_000 ? 2_000 : 300) * samples.count }
}

extension ParameterSet {
  fileprivate static let curve = ParameterSet(named: ["curve"])
}
