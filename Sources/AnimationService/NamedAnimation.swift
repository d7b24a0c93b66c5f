public import Documents
import Requests
public import Deployment
public import TextAnimation
import TextBytes
public import Timing

/// An animation asked for by parameter names, as over HTTP but without a server.
public struct NamedAnimation: Sendable {
  private let prepared: PreparedSequence
  private let request: AnimationRequest
  private let style: PictureStyle
  private let context: RequestContext
  private let limits: DocumentLimits

  /// The frames.
  public var sequence: FrameSequence { prepared.sequence }

  /// The frames as a terminal shows them.
  package var cells: AnimationCells { AnimationCells(prepared) }

  /// Reads and prepares.
  ///
  /// - Parameters:
  ///   - parameters: Names and values of the HTTP interface.
  ///   - settings: The limits; `nil` for the defaults.
  /// - Throws: Everything that is wrong with them.
  public init(_ parameters: [(name: String, value: String)], settings: Settings? = nil) throws(Problem) {
    let context = settings.map { RequestContext(limits: $0.requestLimits) } ?? .standard
    var read = RequestParameters(parameters, by: .frames, in: context)
    let request = try read.finishedAnimation(in: context)
    prepared = try request.prepared(in: context)
    self.request = request
    style = PictureStyle(read)
    self.context = context
    limits = (settings ?? Settings()).documentLimits
  }

  /// The whole sequence as one document.
  ///
  /// - Parameter representation: A value of the parameter `as` of `/v1/frames`, such as `json`.
  /// - Returns: UTF-8.
  /// - Throws: 400 for an unknown form, too many frames, or an endless animation.
  public func document(as representation: String = "json") throws(Problem) -> [UInt8] {
    var read = RequestParameters([("as", representation)], by: .frames, in: context)
    let chosen = try SequenceRepresentation.chosen(by: &read, accept: nil)
    if request.isEndless, !chosen.isPicture { read.refuse("repeat", ParameterProblem.endless.detail) }
    try read.finish()
    var document = SequenceDocument(list: AnimationList(prepared), representation: chosen)
    if chosen.isPicture {
      var once = request
      document.picture = style
      document.picture.takeRepetition(of: &once.playback)
      document.list = AnimationList(try once.prepared(in: context))
    }
    return try document.bytes(limits: limits)
  }

  /// One frame as a document of JSON, computed without the others.
  ///
  /// - Parameter position: One of `index`, `time` and `progress`, with its value.
  /// - Returns: UTF-8.
  /// - Throws: The problems of the position.
  public func frame(at position: [(name: String, value: String)]) throws(Problem) -> [UInt8] {
    var read = RequestParameters(position, by: .frame, in: context)
    let position = FramePosition(&read)
    try read.finish()
    var meter = Meter(limit: .max)
    return prepared.document(ofFrame: try position.index(in: prepared.sequence), spending: &meter)
  }
}

extension RequestContext {
  /// Shared by all without limits of their own, so that number formats are read once.
  fileprivate static let standard = RequestContext(limits: Settings().requestLimits)
}

extension RequestParameters {
  fileprivate init(_ named: [(name: String, value: String)], by table: ParameterTable, in context: RequestContext) {
    self.init(named.map { JSONValue.Member($0.name, .string($0.value)) }, by: table, in: context)
  }
}

/// A curve asked for by parameter names, as over HTTP but without a server.
public struct NamedCurve: Sendable {
  private let request: ShownCurve

  /// Its samples, over the seconds that it is shown.
  public let trace: CurveTrace

  /// Reads the parameters of `/v1/curve`.
  ///
  /// - Parameter parameters: Names and values of the HTTP interface.
  /// - Throws: Everything that is wrong with them.
  public init(_ parameters: [(name: String, value: String)]) throws(Problem) {
    request = try ShownCurve(
      RequestParameters(parameters, by: .curve, in: .standard), settlingWithin: Settings().maximumStreamSeconds)
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
