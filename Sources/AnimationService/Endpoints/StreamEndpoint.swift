import Documents
import HTTPTypes
import MicroHTTP
import Requests
import TextAnimation
import TextBytes
import Viewers

extension Endpoint {
  /// Each frame at the moment it is to be shown.
  static let stream = Endpoint(
    "/v1/stream",
    [
      Operation(
        .get, "streamFrames", "The frames when they are due.", at: .stream,
        fields: [.init(name: "Last-Event-ID", summary: "What EventSource sends when it comes back.")],
        answers: [
          .init(200, "Frames until the `end` event.", fields: Operation.Answer.streamed, of: content),
          .init(204, "The client has seen the last frame; EventSource stays away."),
        ]),
      Operation(
        .post, "startStream", "The frames when they are due, asked for with JSON or an HTML form.", at: .stream,
        body: Operation.Body(
          schema: "StreamRequest", isNeeded: false,
          examples: [
            "count": #"{"from":"100 apples","to":"400 apples","duration":0.2}"#,
            "several": """
            {"duration":0.2,"animations":[{"id":"left","from":1,"to":9},{"id":"right","from":9,"to":1,"delay":"100ms"}]}
            """,
          ]),
        answers: [
          .init(200, "Frames until the `end` event.", fields: Operation.Answer.streamed, of: content),
          .init(204, "The client has seen the last frame."),
        ]),
    ]
  ) { request, loop throws(Problem) in
    try loop.clip(for: request) { clip throws(Problem) in
      let first = clip.firstFrame(after: request.lastEventID)
      // Only 204 keeps EventSource from coming back for what it has seen to the end.
      if clip.isOver(at: first) { return .answer(Response(status: .noContent, headerFields: .unkept)) }
      let body = try loop.viewers.body(.clip(clip, from: first), for: loop.gate.caller(of: request))
      return .answer(Response(headerFields: clip.representation.streamFields, body: body))
    }
  }

  private static let content = Operation.Answer.forms(
    StreamRepresentation.allCases, line: "StreamLine",
    event: Operation.Answer.events("StreamEvent", example))

  private static let example = #"""
    retry: 1000
    event: start
    data: {"animation":{"from":"9","to":"10","interpolation":"number","curve":"easeInOut","duration":0.1,\#
    "fps":10,"frameCount":2,"animated":true}}

    id: 0
    data: {"index":0,"time":0,"progress":0,"text":"9"}

    id: 1
    data: {"index":1,"time":0.1,"progress":1,"text":"10"}

    event: end
    data: {"reason":"finished","framesSent":2,"framesSkipped":0}


    """#
}

extension LoopServices {
  /// Goes on with what a request asks for, if possible with what another one has asked for before.
  func clip(for request: Request, then: @escaping (Clip) throws(Problem) -> Step) throws(Problem) -> Step {
    let key = request.method == .get ? Clip.Key(request) : nil
    if let key, let clip = viewers.clip(key) { return try then(clip) }
    return try work.step(of: request) { request, bench throws(Problem) in
      let asked = try bench.asked(request, by: .stream, StreamRequest.init)
      return (asked, try bench.prepared(asked.animations))
    } then: { [self] (_, prepared: (asked: StreamRequest, list: AnimationList)) throws(Problem) in
      let asked = prepared.asked
      let clip = try Clip(
        prepared.list, as: asked.form, late: asked.late, lastEventID: asked.lastEventID,
        within: context.settings.maximumStreamWorkMilliseconds, sharing: work.timingTables)
      if let key { viewers.keep(clip, for: key) }
      return try then(clip)
    }
  }
}

extension HeaderFields {
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
  var streamFields: HeaderFields {
    var fields: HeaderFields = [.contentType: mediaType]
    fields.append(contentsOf: .unkept)
    return fields
  }
}
