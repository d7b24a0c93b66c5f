public import Documents
import TextBytes
public import Timing

/// A curve asked for by parameter names, as over HTTP but without a server.
public struct NamedCurve: Sendable {
  private let request: ShownCurve

  /// Its samples, over the seconds that it is shown.
  public let trace: CurveTrace

  /// Shared by all without limits of their own.
  private static let standard = ServiceContext(settings: Settings())

  /// Reads the parameters of `/v1/curve`.
  ///
  /// - Parameter parameters: Names and values of the HTTP interface.
  /// - Throws: Everything that is wrong with them.
  public init(_ parameters: [(name: String, value: String)]) throws(Problem) {
    let members = parameters.map { JSONValue.Member($0.name, .string($0.value)) }
    request = try ShownCurve(
      RequestParameters(members, by: .curve, in: Self.standard),
      settlingWithin: Self.standard.settings.maximumStreamSeconds)
    trace = CurveTrace(of: request.curve, duration: request.duration)
  }

  /// Seconds until it has settled; `nil` for a curve without a time of its own.
  public var settlingDuration: Double? {
    request.curve.settlingDuration(within: Settling.visibleShare)
  }

  /// The curve as one document.
  ///
  /// - Parameter representation: A value of the parameter `as` of `/v1/curve`, such as `svg`.
  /// - Returns: UTF-8; `nil` for a form that there is not.
  public func document(as representation: String) -> [UInt8]? {
    var meter = Meter(limit: .max)
    return CurveRepresentation(rawValue: representation)?.document(of: request, spending: &meter)
  }
}

extension ShownCurve {
  /// Takes the parameters.
  ///
  /// - Parameters:
  ///   - parameters: What was asked for.
  ///   - longest: Seconds within which a spring has to settle, unless a duration is given.
  /// - Throws: Everything that is wrong with them.
  init(_ parameters: consuming RequestParameters, settlingWithin longest: Double) throws(Problem) {
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
