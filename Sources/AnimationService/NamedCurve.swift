public import Documents
import Requests
import ServiceSettings
import TextBytes
public import Timing

/// A curve asked for by parameter names, as over HTTP but without a server.
public struct NamedCurve: Sendable {
  private let request: ShownCurve

  /// Its samples, over the seconds that it is shown.
  public let trace: CurveTrace

  /// Shared by all without limits of their own.
  private static let standard = RequestContext(Settings())

  /// Reads the parameters of `/v1/curve`.
  ///
  /// - Parameter parameters: Names and values of the HTTP interface.
  /// - Throws: Everything that is wrong with them.
  public init(_ parameters: [(name: String, value: String)]) throws(Problem) {
    let members = parameters.map { JSONValue.Member($0.name, .string($0.value)) }
    request = try ShownCurve(
      RequestParameters(members, by: .curve, in: Self.standard),
      settlingWithin: Settings().maximumStreamSeconds)
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
