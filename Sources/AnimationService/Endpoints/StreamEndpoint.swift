import FrameScheduling
import HTTPTypes
import MicroHTTP
import TextAnimation

/// `/v1/stream`: the frames when they are due.
struct StreamEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let context: ServiceContext
  let streams: LoopStreams

  func respond(to request: Request) throws(Problem) -> Response {
    var reader = ParameterReader(try Parameters(of: request))
    let representation = try StreamRepresentation.chosen(by: &reader, accept: request.headerFields[.accept])
    let options = StreamOptions(reading: &reader, lastEventIDField: request.headerFields[named: "Last-Event-ID"])
    let animation = try AnimationRequest(reading: &reader, in: context)
    try reader.finish()
    let prepared = try animation.prepared(in: context)
    // Only 204 keeps EventSource from coming back for a sequence it has seen to the end.
    if let count = prepared.sequence.count, options.firstIndex >= count { return Response(status: .noContent) }
    let encoder = StreamEncoder(representation: representation, prepared: prepared)
    return Response(
      headerFields: Self.fields(representation), body: try streams.body(encoder, options))
  }

  /// Keeps caches, compressors and buffering proxies away from frames that are worthless when late.
  private static func fields(_ representation: StreamRepresentation) -> HTTPFields {
    var fields: HTTPFields = [
      .contentType: representation.mediaType, .cacheControl: "no-store, no-transform", .vary: "Accept, Origin",
    ]
    fields[named: "X-Accel-Buffering"] = "no"
    return fields
  }
}
