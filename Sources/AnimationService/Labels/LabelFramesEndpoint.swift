import HTTPTypes
import MicroHTTP

/// `/v1/labels/{id}/frames`, from the loop's cache alone for who may read the label now: it may have become private, or be
/// gone.
struct OpenLabelFrames: Endpoint {
  let labels: LabelService
  let frames: CachedEndpoint

  var methods: [HTTPRequest.Method] { frames.methods }

  func respond(to request: Request) throws(Problem) -> Response {
    guard try labels.versions(LabelName(inPath: request.path), for: request) != nil else { return LongWork.later }
    var response = try frames.respond(to: request)
    // The loop sends what can be repeated without asking anybody.
    response.repeatable = nil
    return response
  }
}

/// The frames of one change of a label from its start to rest, which are the same for ever.
struct LabelFramesEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let labels: LabelService
  let timingTables: TimingTables

  func respond(to request: Request) throws(Problem) -> Response {
    let name = try LabelName(inPath: request.path)
    var parameters = try RequestParameters(of: request, by: .labelFrames, in: labels.context)
    let representation = try SequenceRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    try parameters.finish()
    guard let versions = try labels.versions(name, for: request) else { return LongWork.later }
    guard let version = parameters[Parameter.version] else { return Self.redirect(to: versions, request) }
    guard let label = versions.first(where: { $0.version == version }),
      parameters[Parameter.start].map({ Int64($0) == label.start }) ?? true
    else { throw .unknownVersion(version, among: versions) }
    let isPrivate = versions.last?.isPrivate ?? true
    let caching: HeaderFields = [
      .cacheControl: "\(isPrivate ? "private" : "public"), immutable, max-age=31536000",
      .vary: "Accept, Accept-Encoding, Origin",
    ]
    return try document(
      AnimationList(label.prepared), representation, parameters, caching, isPrivate ? label : nil, request)
  }

  private func document(
    _ list: AnimationList, _ representation: SequenceRepresentation, _ parameters: RequestParameters,
    _ caching: HeaderFields, _ secret: PreparedLabel?, _ request: Request
  ) throws(Problem) -> Response {
    let (work, csvTexts, picture) = (labels.work, parameters[Parameter.csv] ?? .safe, PictureStyle(parameters))
    var response = try Response.cacheable(as: representation.mediaType, to: request, caching) { () throws(Problem) in
      let cost = list.documentCost(as: representation, picture)
      let timings = work.isLong(cost.nanoseconds) ? nil : list.timings(representation, timingTables)
      let document = SequenceDocument(
        list: list, representation: representation, timings: timings, csvTexts: csvTexts, picture: picture)
      let content = try work.value(of: document, cost: cost) { (document, context, meter) throws(Problem) in
        try document.content(limits: context.settings, spending: &meter)
      }
      return content?.body
    }
    // Its tag is none by which the loop's cache would keep it for others.
    if let secret { response.headerFields[.eTag] = "\"\(secret.version)-\(representation.name)\"" }
    return response
  }

  /// 307 to the newest change, with the same other parameters.
  private static func redirect(to versions: [PreparedLabel], _ request: Request) -> Response {
    let rest = request.query.map { "&\($0)" } ?? ""
    return Response(
      status: .temporaryRedirect,
      headerFields: [.location: (versions.last?.framesPath ?? request.path) + rest, .cacheControl: "no-cache"])
  }
}

extension Problem {
  fileprivate static func unknownVersion(_ version: Int, among known: [PreparedLabel]) -> Problem {
    let list = known.map { String($0.version) }.joined(separator: ", ")
    return Problem(
      type: .notFound, detail: "Version \(version) of the label is not known any more, or yet; \(list) are.")
  }
}
