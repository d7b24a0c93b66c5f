import Deployment
import Documents
import HTTPTypes
import LabelStore
import LiveLabels
import MicroHTTP
import Requests
import Viewers

extension Endpoint {
  /// What a label shows next: an answer that waits for a change, is the same for all who wait, and leads to the next one.
  ///
  /// It is a stream of changes that ends with the first, under an address that all viewers share: a cache in front asks once
  /// for all of them, and so every answer is cacheable that is the same for all, refusals for a second.
  static let labelNext = Endpoint(
    ofLabels: "/v1/labels/{id}/next",
    [
      Operation(
        .get, "awaitLabel", "What a label shows next: a list of answers that caches hand on to all who wait.",
        """
        Without parameters it answers at once. `next` of each answer is the path of the following one, which comes with the \
        next change, or without one when its slot is over. Who is not where the label is, is answered at once.
        """, at: .labelNext,
        answers: [.init(fields: ["Cache-Control"], of: Operation.Answer.json("LabelLink"))], problems: [403])
    ]
  ) { request, labels, loop throws(Problem) in
    let isCommon = labels.isCommon(request)
    return try Step.refusing({ $0.ofNext(isCommon: isCommon) }) { () throws(Problem) in
      let name = try LabelName(inPath: request.path)
      let settings = labels.context.settings
      let form = LabelStreamForm(.ndjson, .next, slot: settings.labelSlot)
      let hold = try labels.hold(request, form)
      return try labels.read(name, for: request) { history throws(Problem) in
        // What is shared must not become private while it is held, whoever has asked for it first.
        let isShared = isCommon && !history.newest.isPrivate
        let reader = try labels.access.reader(request, at: labels.wallTime)
        let permission = isShared ? labels.access.commonPermission(for: name) : reader.permission(for: name)
        let entry = WatchedLabels.Entry(name, history.newest, permission)
        var watched = WatchedLabels(form, [entry], isSingle: true, reader: loop.gate.account(of: request))
        watched.tokenEnd = reader.tokenEnd(for: [name])
        watched.hold = hold
        let body = try loop.viewers.body(.labels(watched), for: watched.reader.client)
        // An older one than a viewer knows, from a node that comes behind, would lead in a circle.
        let isBrief = hold?.isAhead(of: history.newest) ?? true
        return .answer(Response(headerFields: .ofNext(isShared ? isBrief ? 1 : 30 : nil), body: body))
      }
    }
  }
}

extension LabelService {
  /// Whether what is not private is the same for everybody: nobody needs a key, and any page may read it.
  var isOpenToAll: Bool { context.settings.apiKeys.isEmpty && context.settings.corsOrigins.contains("*") }

  /// Whether a request is answered as all others are, as far as the label is not private: the client shows nothing that
  /// opens more.
  fileprivate func isCommon(_ request: Request) -> Bool { isOpenToAll && !request.hasCredential }

  /// What the client knows, all of it or nothing.
  fileprivate func hold(_ request: Request, _ form: LabelStreamForm) throws(Problem) -> LabelHold? {
    var parameters = try RequestParameters(of: request, by: .labelNext, in: context.requests)
    let (version, start, slot) = (
      parameters[Parameter.version], parameters[Parameter.start], parameters[Parameter.slot]
    )
    if let slot, slot > form.lastSlotEnd(at: now) {
      parameters.refuse("slot", "lies more than two slots ahead: begin again without parameters")
    }
    let missing = [("version", version), ("start", start), ("slot", slot)].filter { $0.1 == nil }
    if parameters.problems.isEmpty, missing.count < 3 {
      for (name, _) in missing {
        parameters.refuse(name, "is required beside the others, as `next` of an answer has them")
      }
    }
    try parameters.finish()
    guard let version, let start, let slot else { return nil }
    return LabelHold(version: version, start: LabelTime(microseconds: Int64(start)), slotEnd: Int64(slot))
  }
}

extension Step {
  /// Does something now or later, and has what is wrong said in another way.
  fileprivate static func refusing(
    _ words: @escaping (Problem) -> Problem, _ next: () throws(Problem) -> Step
  ) throws(Problem) -> Step {
    let step: Step
    do throws(Problem) { step = try next() } catch { throw words(error) }
    guard case .later(let job, let then) = step else { return step }
    return .later(job) { (value) throws(Problem) in
      try refusing(words) { () throws(Problem) in try then(value) }
    }
  }
}

extension HeaderFields {
  /// Those of an answer that caches keep for so many seconds, once for all sites, or `nil` for none.
  fileprivate static func ofNext(_ seconds: Int?) -> HeaderFields {
    var fields: HeaderFields = [.contentType: JSONRepresentation.json.mediaType]
    fields.append(.cacheControl, seconds.map { "public, max-age=\($0)" } ?? "private, no-store")
    if seconds != nil { fields.append(.accessControlAllowOrigin, "*") }
    return fields
  }
}

extension Problem {
  /// What is wrong, for a second where all are told the same: else each of those who wait would ask for himself.
  fileprivate func ofNext(isCommon: Bool) -> Problem {
    var problem = self
    let isKept = isCommon && ![.unauthorized, .forbidden, .tooManyRequests].contains(status)
    problem.headerFields[.cacheControl] = isKept ? "public, max-age=1" : "private, no-store"
    if isKept { problem.headerFields[.accessControlAllowOrigin] = "*" }
    return problem
  }
}
