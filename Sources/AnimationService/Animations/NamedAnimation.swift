public import TextAnimation
import WireFormat

/// An animation asked for by parameter names, as over HTTP but without a server.
public struct NamedAnimation: Sendable {
  private let prepared: PreparedSequence
  private let isEndless: Bool
  private let context: ServiceContext

  /// What those share that ask for no other limits: number formats are read once.
  private static let standard = ServiceContext(settings: Settings())

  /// The frames.
  public var sequence: FrameSequence { prepared.sequence }

  /// Reads and prepares.
  ///
  /// - Parameters:
  ///   - parameters: Names and values of the HTTP interface.
  ///   - settings: The limits; the usual ones by default.
  /// - Throws: Everything that is wrong with them.
  public init(_ parameters: [(name: String, value: String)], settings: Settings? = nil) throws(Problem) {
    let context = settings.map { ServiceContext(settings: $0) } ?? Self.standard
    var reader = Self.reader(parameters)
    let request = try AnimationRequest(reading: &reader, in: context)
    try request.finish(&reader)
    prepared = try request.prepared(in: context)
    isEndless = request.isEndless
    self.context = context
  }

  /// The whole sequence as one document.
  ///
  /// - Parameter representation: `json`, `ndjson`, `csv`, `text` or `svg`.
  /// - Returns: UTF-8.
  /// - Throws: What makes it impossible: the name, too many frames, or frames without end.
  public func document(as representation: String = "json") throws(Problem) -> [UInt8] {
    var reader = Self.reader([("as", representation)])
    let chosen = try SequenceRepresentation.chosen(by: &reader, accept: nil)
    if isEndless { reader.refuse("repeat", ParameterProblem.endless.detail) }
    try reader.finish()
    return try SequenceDocument(prepared, chosen).bytes(limits: context.settings)
  }

  /// One frame as a document of JSON, computed without the others.
  ///
  /// - Parameter position: One of `index`, `time` and `progress`, with its value.
  /// - Returns: UTF-8.
  /// - Throws: What is wrong with the position.
  public func frame(at position: [(name: String, value: String)]) throws(Problem) -> [UInt8] {
    var reader = Self.reader(position)
    let position = FramePosition(reading: &reader)
    try reader.finish()
    return prepared.document(ofFrame: try position.index(in: prepared.sequence))
  }

  private static func reader(_ parameters: [(name: String, value: String)]) -> ParameterReader {
    ParameterReader(Parameters(members: parameters.map { JSONValue.Member($0.name, .string($0.value)) }))
  }
}
