import HTTPTypes
import MicroHTTP
import TextAnimation

/// `/v1/stream`: the frames when they are due.
struct StreamEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let streams: LoopStreams

  func respond(to request: Request) throws(Problem) -> Response {
    let plan = try streams.plan(for: request)
    let (encoder, options) = (plan.encoder, plan.options)
    // Only 204 keeps EventSource from coming back for a sequence it has seen to the end.
    if let count = encoder.sequence.count, options.firstIndex >= count { return Response(status: .noContent) }
    return Response(headerFields: Self.fields(encoder.representation), body: try streams.body(encoder, options))
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
