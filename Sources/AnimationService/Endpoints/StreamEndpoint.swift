import HTTPTypes
import MicroHTTP
import TextAnimation

/// `/v1/stream`: each frame at the moment it is to be shown.
struct StreamEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .post]
  let viewers: LoopViewers
  let gate: Gate

  func respond(to request: Request) throws(Problem) -> Response {
    guard let clip = try viewers.clip(for: request) else { return LongWork.later }
    let first = clip.firstFrame(after: request.lastEventID)
    // Only 204 keeps EventSource from coming back for what it has seen to the end.
    if clip.isOver(at: first) { return Response(status: .noContent, headerFields: Self.unkept) }
    let body = try viewers.body(.clip(clip, from: first), for: gate.caller(of: request))
    return Response(headerFields: clip.representation.streamFields, body: body)
  }

  /// Keeps caches, compressors and buffering proxies away from frames that are worthless when late.
  fileprivate static let unkept: HeaderFields = {
    var fields: HeaderFields = [.cacheControl: "no-store, no-transform", .vary: "Accept, Origin"]
    fields[named: "X-Accel-Buffering"] = "no"
    return fields
  }()
}

extension Request {
  /// The last frame that an `EventSource` has seen (WHATWG HTML, section 9.2.3).
  var lastEventID: String? { Self.lastEventIDField.flatMap { headerFields[$0] } }

  private static let lastEventIDField = HTTPField.Name("Last-Event-ID")
}

extension StreamRepresentation {
  /// The header fields of a stream in this form.
  var streamFields: HeaderFields {
    var fields: HeaderFields = [.contentType: mediaType]
    fields.append(contentsOf: StreamEndpoint.unkept)
    return fields
  }
}
