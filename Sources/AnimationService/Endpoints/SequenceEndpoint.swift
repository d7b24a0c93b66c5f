import Documents
import HTTPTypes
import MicroHTTP
import Requests
import TextBytes
import Viewers

extension Endpoint {
  /// All frames at once, of one animation or of several.
  static let frames = Endpoint(
    "/v1/frames",
    [
      Operation(
        .get, "getFrames", "The whole sequence at once.", at: .frames,
        answers: [.init(fields: Operation.Answer.kept, of: content)]),
      Operation(
        .post, "computeFrames", "The whole sequence at once, asked for with JSON or an HTML form.", at: .frames,
        body: Operation.Body(
          schema: "FramesRequest", isNeeded: false,
          examples: [
            "count": #"{"from":"100 apples","to":"400 apples"}"#,
            "several": """
            {"duration":1,"animations":[{"id":"left","from":1,"to":9},{"id":"right","from":9,"to":1,"delay":"500ms"}]}
            """,
            "money": #"{"from":1234.5,"to":9876.25,"style":"currency","currency":"EUR","locale":"de-DE"}"#,
          ]), answers: [.init(of: content)]),
    ]
  ) { request, loop throws(Problem) in
    try loop.answers.document(for: request) { request, bench throws(Problem) in
      let asked = try bench.asked(request, by: .frames, FramesRequest.init)
      let list = try bench.prepared(asked.animations)
      let maker = bench.maker(of: asked.form)
      return try MadeDocument(asked.form.mediaType, for: request, by: maker) { () throws(Problem) in
        try bench.content(of: list, as: asked.form, asked.csvTexts, asked.picture)
      }
    }
  }

  private static let content = Operation.Answer.forms(
    SequenceRepresentation.allCases, json: ["FrameSequence", "FrameSequences"], line: "Frame")
}

extension Workbench {
  /// Reads what a request asks for.
  @inline(__always)
  mutating func asked<Asked>(
    _ request: Request, by table: ParameterTable,
    _ read: (consuming RequestParameters, String?, RequestContext, inout Meter) throws(Problem) -> Asked
  ) throws(Problem) -> Asked {
    meter.demand(Self.leastUnitsOfByte * request.body.count, .reading)
    try check()
    let requests = context.requests
    let asked = try read(
      RequestParameters(of: request, by: table, in: requests), request.headerFields[.accept], requests, &meter)
    try check()
    return asked
  }

  /// What a byte of a body takes at least to be read and prepared, in units of a meter.
  private static var leastUnitsOfByte: Int { 60 }

  /// Prepares animations.
  @inline(__always)
  mutating func prepared(_ animations: AnimationListRequest) throws(Problem) -> AnimationList {
    let list = try animations.prepared(in: context.requests, spending: &meter)
    try check()
    return list
  }

  /// Writes a document.
  mutating func content(
    of list: AnimationList, as form: SequenceRepresentation, _ csvTexts: CSVTexts, _ picture: PictureStyle
  ) throws(Problem) -> DocumentContent {
    // By itself, since what belongs to the bench is copied beside its meter.
    let context = context
    let document = SequenceDocument(
      list: list, representation: form, timings: list.timings(form, timingTables), csvTexts: csvTexts, picture: picture)
    defer { if list.single == nil { meter.blame(.animations) } }
    return try document.content(limits: context.documentLimits, spending: &meter)
  }
}

/// A document that a request asks for.
struct MadeDocument: Sendable {
  let mediaType: String
  /// `nil` for an answer that is not kept.
  let tag: EntityTag?
  /// `nil` where the client holds it.
  let content: DocumentContent?

  @inline(__always)
  init(
    _ mediaType: String, for request: Request, by maker: [UInt8],
    _ content: () throws(Problem) -> DocumentContent
  ) throws(Problem) {
    self.mediaType = mediaType
    tag = EntityTag(of: request, mediaType: mediaType, by: maker)
    let isHeld = tag?.matches(request.headerFields[.ifNoneMatch]) ?? false
    self.content = isHeld ? nil : try content()
  }
}

extension KeptAnswers {
  /// What was answered before, or a document that is made now.
  @inline(__always)
  func document(
    for request: Request, _ make: @escaping LoopWork.Work<Request, MadeDocument>
  ) throws(Problem) -> Step {
    try step(for: request) { [work] request throws(Problem) in
      try work.step(of: request, make) { _, document in
        .answer(.cacheable(as: document.mediaType, document.tag, document.content?.body))
      }
    }
  }
}

extension DocumentContent {
  /// The same as the body of a response.
  var body: Response.Body {
    switch self {
    case .whole(let bytes): .bytes(bytes)
    case .pieces(let pieces): .pieces(pieces)
    }
  }
}

extension DocumentPieces: BodyPieces {}
