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
        .post, "postFrames", "The whole sequence at once, asked by a JSON object or an HTML form.", at: .frames,
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
    try loop.answers.step(for: request) { request throws(Problem) in
      try loop.work.step(AnimationStages<FramesRequest>(), of: request) { request, document in
        .answer(.cacheable(as: document.form.mediaType, to: request, document.content?.body))
      }
    }
  }

  private static let content = Operation.Answer.forms(
    SequenceRepresentation.allCases, json: ["FrameSequence", "FrameSequences"], line: "Frame")
}

extension FramesRequest: AnimationReading {
  init(_ request: Request, in context: ServiceContext, spending meter: inout Meter) throws(Problem) {
    try self.init(
      RequestParameters(of: request, by: .frames, in: context.requests), accept: request.headerFields[.accept],
      in: context.requests, spending: &meter)
  }

  func product(
    of list: AnimationList, for request: Request, _ bench: inout Workbench
  ) throws(Problem) -> (form: SequenceRepresentation, content: DocumentContent?)? {
    if request.holds(form.mediaType) { return (form, nil) }
    return try bench.stage(cost: list.documentCost(as: form, picture)) { bench throws(Problem) in
      (form, try bench.content(of: list, as: form, csvTexts, picture))
    }
  }
}

extension Workbench {
  /// Writes a document.
  mutating func content(
    of list: AnimationList, as form: SequenceRepresentation, _ csvTexts: CSVTexts, _ picture: PictureStyle
  ) throws(Problem) -> DocumentContent {
    // By itself, since what belongs to the bench is copied beside its meter.
    let context = context
    let timings = timingTables.map { list.timings(form, $0) }
    let document = SequenceDocument(
      list: list, representation: form, timings: timings, csvTexts: csvTexts, picture: picture)
    return try document.content(limits: context.documentLimits, spending: &meter)
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
