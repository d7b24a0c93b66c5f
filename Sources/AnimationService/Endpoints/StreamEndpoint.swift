import HTTPTypes
import MicroHTTP
import TextAnimation

/// `/v1/stream`: each frame at the moment it is to be shown.
struct StreamEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let streams: LoopStreams
  let gate: Gate

  func respond(to request: Request) throws(Problem) -> Response {
    guard let plan = try streams.plan(for: request) else { return LongWork.later }
    // Only 204 keeps EventSource from coming back for what it has seen to the end.
    if plan.isOver { return Response(status: .noContent, headerFields: Self.unkept) }
    let body = try streams.body(plan, for: gate.caller(of: request))
    return Response(headerFields: plan.encoder.representation.streamFields, body: body)
  }

  /// Keeps caches, compressors and buffering proxies away from frames that are worthless when late.
  fileprivate static let unkept: HeaderFields = {
    var fields: HeaderFields = [.cacheControl: "no-store, no-transform", .vary: "Accept, Origin"]
    fields[named: "X-Accel-Buffering"] = "no"
    return fields
  }()
}

extension StreamRepresentation {
  /// The header fields of a stream in this form.
  var streamFields: HeaderFields {
    var fields: HeaderFields = [.contentType: mediaType]
    fields.append(contentsOf: StreamEndpoint.unkept)
    return fields
  }
}
