package import Documents
import Timing

extension ShownCurve {
  /// Takes the parameters.
  ///
  /// - Parameters:
  ///   - parameters: What was asked for.
  ///   - longest: Seconds within which a spring has to settle, unless a duration is given.
  /// - Throws: Everything that is wrong with them.
  package init(_ parameters: consuming RequestParameters, settlingWithin longest: Double) throws(Problem) {
    let (written, curve) = (parameters.manner.curve.text, parameters.manner.curve.curve)
    if !parameters.has(.curve) {
      parameters.refuse("curve", "is required, such as `ease-out` or `spring(1, 100, 10)`")
    }
    let settling = curve.settlingDuration(within: Settling.visibleShare) ?? 1
    if parameters[Parameter.samplingDuration] == nil, settling > longest {
      parameters.refuse("curve", curve.settlingRefusal(within: longest))
    }
    try parameters.finish()
    self.init(
      text: written, curve: curve, duration: parameters[Parameter.samplingDuration] ?? max(settling, 0.001),
      sampleCount: parameters[Parameter.sampleCount] ?? 101)
  }
}

extension ParameterSet {
  fileprivate static let curve = ParameterSet(named: ["curve"])
}
