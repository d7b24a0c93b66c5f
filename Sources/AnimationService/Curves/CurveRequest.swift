import TextBytes
public import Timing

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
    let (written, curve) = (parameters.manner.curve.text, parameters.manner.curve.curve)
    if !parameters.has(.curve) {
      parameters.refuse("curve", "is required, such as `ease-out` or `spring(1, 100, 10)`")
    }
    let settling = curve.settlingDuration(within: Settling.visibleShare) ?? 1
    if parameters[Parameter.samplingDuration] == nil, settling > longest {
      parameters.refuse("curve", curve.settlingRefusal(within: longest))
    }
    try parameters.finish()
    text = written
    self.curve = curve
    duration = parameters[Parameter.samplingDuration] ?? max(settling, 0.001)
    sampleCount = parameters[Parameter.sampleCount] ?? 101
  }
}

extension CurveTrace {
  /// Traces what is asked for; `nil` where not enough is left to go on.
  init?(_ request: CurveRequest, spending meter: inout Meter) {
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
enum CurveRepresentation: String, Representation {
  case json, svg

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .svg: "image/svg+xml"
    }
  }

  /// A curve as one document; `nil` where not enough is left to go on.
  func document(of curve: CurveRequest, spending meter: inout Meter) -> [UInt8]? {
    switch self {
    case .json: CurveDocument(curve, spending: &meter)?.bytes()
    case .svg: CurvePlot(curve, spending: &meter)?.bytes()
    }
  }
}

extension ParameterSet {
  fileprivate static let curve = ParameterSet(named: ["curve"])
}

/// A curve asked for by parameter names, as over HTTP but without a server.
public struct NamedCurve: Sendable {
  private let request: CurveRequest

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
    request = try CurveRequest(
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
