import Documents
import HTTPTypes
import LabelStore
import LiveLabels
import MicroHTTP
import Requests
import Deployment

extension Endpoint {
  /// The frames of one change of a label from its start to rest, which are the same for ever.
  ///
  /// They are from the loop's cache for those alone who may read the label now: it may have become private, or be gone.
  static let labelFrames = Endpoint(
    ofLabels: "/v1/labels/{id}/frames",
    [
      Operation(
        .get, "getLabelFrames", "The frames of one change from its start to rest, which never change.",
        at: .labelFrames,
        answers: [
          .init(
            fields: Operation.Answer.kept,
            of: Operation.Answer.forms(SequenceRepresentation.allCases, json: ["FrameSequence"], line: "Frame")),
          .init(307, "To the newest change.", fields: ["Location"]),
        ], problems: [403])
    ]
  ) { request, labels, loop throws(Problem) in
    try labels.read(LabelName(inPath: request.path), for: request) { _ throws(Problem) in
      try loop.answers.step(for: request, repeats: false) { request throws(Problem) in try frames(request, labels) }
    }
  }

  private static func frames(_ request: Request, _ labels: LabelService) throws(Problem) -> Step {
    let name = try LabelName(inPath: request.path)
    var parameters = try RequestParameters(of: request, by: .labelFrames, in: labels.context.requests)
    let form = try SequenceRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    try parameters.finish()
    return try labels.read(name, for: request, as: form) { [parameters] history, maker throws(Problem) in
      guard let version = parameters[Parameter.version] else { return .answer(redirect(to: history.newest, request)) }
      guard var label = history.versions.first(where: { $0.version == version }) else {
        throw .unknownVersion(version, among: history.versions)
      }
      if let start = parameters[Parameter.start] {
        guard let shown = label.shown(from: LabelTime(microseconds: Int64(start)), upTo: labels.now + Self.longestAhead)
        else {
          throw .unknownVersion(version, among: history.versions)
        }
        label = shown
      } else if label.sealed.isRunning {
        return .answer(redirect(to: label.shown(at: labels.now), request))
      }
      let tag = EntityTag(of: request, mediaType: form.mediaType, by: maker, content: label.identity)
      let answer = { (body: Response.Body?) in
        Step.answer(response(body, as: form, tag, of: label, isForAll: labels.isOpenToAll && !label.isPrivate))
      }
      if let tag, tag.matches(request.headerFields[.ifNoneMatch]) { return answer(nil) }
      let (list, csvTexts) = (AnimationList(label.prepared), parameters[Parameter.csv] ?? .safe)
      let picture = PictureStyle(parameters)
      return try labels.work.step(of: list) { list, bench throws(Problem) in
        try bench.content(of: list, as: form, csvTexts, picture)
      } then: { _, content in
        answer(content.body)
      }
    }
  }

  private static func response(
    _ body: Response.Body?, as form: SequenceRepresentation, _ tag: EntityTag?, of label: ReadableLabel, isForAll: Bool
  ) -> Response {
    var caching: HeaderFields = [
      .cacheControl: "\(label.isPrivate ? "private" : "public"), immutable, max-age=31536000",
      .vary: isForAll ? "Accept, Accept-Encoding" : "Accept, Accept-Encoding, Origin",
    ]
    if isForAll { caching.append(.accessControlAllowOrigin, "*") }
    var response = Response.cacheable(as: form.mediaType, tag, body, caching)
    if body != nil, !label.isForAnyPage { response.headerFields[.crossOriginResourcePolicy] = "same-origin" }
    return response
  }

  /// How far ahead the piece of a label that runs is asked for, in microseconds: it is told of some seconds before.
  private static let longestAhead: Int64 = 20_000_000

  /// 307 to what the label shows now, with the same other parameters.
  private static func redirect(to label: ReadableLabel, _ request: Request) -> Response {
    let others = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("version=") }
    let rest = others.map { "&\($0)" }.joined()
    return Response(
      status: .temporaryRedirect,
      headerFields: [.location: label.framesPath + rest, .cacheControl: "no-cache"])
  }
}

extension Problem {
  fileprivate static func unknownVersion(_ version: Int, among known: [ReadableLabel]) -> Problem {
    let list = known.map { String($0.version) }.joined(separator: ", ")
    return Problem(
      type: .notFound, detail: "Version \(version) of the label is not known, or no longer; \(list) are.")
  }
}
