import HTTPTypes
import MicroHTTP
import TextAnimation
import TextBytes

/// `/v1/frame`: one frame by index, time or progress of the duration, computed without the others.
struct FrameEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let context: ServiceContext

  private enum Position {
    case index(Int)
    case time(Double)
    case progress(Double)
  }

  func respond(to request: Request) throws(Problem) -> Response {
    var reader = ParameterReader(try Parameters(of: request))
    let representation = try JSONRepresentation.chosen(by: &reader, accept: request.headerFields[.accept])
    let position = Self.position(&reader)
    let animation = try AnimationRequest(reading: &reader, in: context)
    try reader.finish()
    let prepared = try animation.prepared(in: context)
    let entityTag = EntityTag(of: request, mediaType: representation.mediaType)
    if let entityTag, entityTag.matches(request.headerFields[.ifNoneMatch]) { return .notModified(entityTag) }
    let body = try Self.document(prepared, Self.index(position, in: prepared))
    return .cacheable(body, mediaType: representation.mediaType, entityTag: entityTag)
  }

  private static func position(_ reader: inout ParameterReader) -> Position {
    let names = ["index", "time", "progress"].filter { reader.has($0) }
    let index = reader.integer("index", in: 0...Int.max)
    let time = reader.seconds("time", in: 0...Double.greatestFiniteMagnitude)
    let progress = reader.number("progress", in: 0...1)
    for name in names.dropFirst() { reader.refuse(name, "cannot be asked together with `\(names[0])`") }
    if names.isEmpty { reader.refuse("index", "is required, or `time`, or `progress`") }
    if let index { return .index(index) }
    return time.map(Position.time) ?? .progress(progress ?? 0)
  }

  /// The frame shown then; past the end it is the last.
  private static func index(_ position: Position, in prepared: PreparedSequence) throws(Problem) -> Int {
    let sequence = prepared.sequence
    switch position {
    case .index(let index): return sequence.count.map { min(index, $0 - 1) } ?? index
    case .time(let seconds): return sequence.index(at: seconds)
    case .progress(let fraction):
      guard sequence.duration.isFinite else {
        throw .invalidParameters([
          ParameterProblem(parameter: "progress", detail: "needs an end, but `repeat` is `infinite`")
        ])
      }
      return sequence.index(at: fraction * sequence.duration)
    }
  }

  private static func document(_ prepared: PreparedSequence, _ index: Int) -> [UInt8] {
    var json = UTF8Buffer()
    json.append("{\"animation\":")
    prepared.writeDescription(to: &json)
    json.append(",\n\"frame\":")
    prepared.writeFrame(index, to: &json)
    json.append("}\n")
    return json.bytes()
  }
}
