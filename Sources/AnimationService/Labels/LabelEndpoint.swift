import HTTPTypes
import LabelStore
import MicroHTTP
import System
import TextAnimation
import TextBytes

/// What the endpoints of labels have in common.
struct LabelService {
  let context: ServiceContext
  let directory: LabelDirectory
  let access: LabelAccess
  let work: LongWork
  let metrics: LoopMetrics

  /// The store's clock.
  var now: Int64 { directory.store.now }

  /// The last changes of a label that the client may read; `nil` where the store is asked and the answer comes later.
  ///
  /// - Throws: 404 where there is none that the client may read, 401 or 403 where its key or token does not open it, 503
  ///   where the store does not say.
  func versions(_ name: LabelName, for request: Request) throws(Problem) -> [PreparedLabel]? {
    let found = work.answer(known: { directory.known(name) }) { [context, directory] reader, completion in
      directory.read(name, for: reader, in: context) { completion($0, 0) }
    }
    guard let versions = try found?.get() else { return nil }
    let now = now
    let label = versions.last.flatMap { $0.exists(at: now) ? $0 : nil }
    // Who may not read a private label is not told either whether there is one.
    try access.checkReading(name.description, isPrivate: label?.isPrivate ?? true, request, at: now)
    guard label != nil else { throw .noLabel }
    return versions
  }

  /// Has a change decided and kept; `nil` where the answer comes later.
  ///
  /// - Throws: Why nothing was changed; 429 where there are too many changes.
  func update(
    _ name: LabelName, key: RequestKey? = nil, for request: Request, _ decide: @escaping LabelUpdate.Decide
  ) throws(Problem) -> LabelReply? {
    if work.isFirstTurn {
      let caller = try counted(.labelAccess) { () throws(Problem) in try access.checkWriting(name, request) }
      try counted(.labelChanges) { () throws(Problem) in try context.labelRates.count(name, caller) }
    }
    return try change(name, key: key, for: request, decide)
  }

  private func change(
    _ name: LabelName, key: RequestKey? = nil, for request: Request, _ decide: @escaping LabelUpdate.Decide
  ) throws(Problem) -> LabelReply? {
    let bytes = request.body.count + (request.query?.utf8.count ?? 0)
    var update = LabelUpdate(context: context, condition: VersionCondition(request.headerFields), bytes: bytes, decide)
    for attempt in 0...LabelUpdate.attempts {
      let outcome = work.answer { [context, directory, update] client, completion in
        directory.update(name, key: key, for: client, in: context, update, completion)
      }
      switch outcome {
      case nil: return nil
      case .done(let result): return try counted(result)
      case .unprepared(let base) where attempt < LabelUpdate.attempts:
        let prepared = try work.value(of: base, cost: .max) { [directory, update] (base, _, meter) throws(Problem) in
          update.prepared(for: base, at: directory.store.now, spending: &meter)
        }
        guard let prepared else { return nil }
        update.prepared = prepared
      case .unprepared: break
      }
    }
    let reason = "others have changed the label each time"
    return try counted(.failure(Problem(.unavailable(reason: reason))))
  }

  private func counted(_ result: Result<LabelReply, Problem>) throws(Problem) -> LabelReply {
    if case .failure(let problem) = result, problem.status == .serviceUnavailable {
      metrics.rejections.count(.labelStore)
    }
    return try result.get()
  }

  /// Has a label made for a visitor; `nil` where the answer comes later.
  ///
  /// - Returns: The label, and the secret that changes it.
  /// - Throws: 403 where visitors may make none, 429 where this one has made too many, 503 where there are too many.
  func makeVisitorLabel(for request: Request) throws(Problem) -> (reply: LabelReply, secret: String)? {
    let caller = try counted(.labelAccess) { () throws(Problem) in try access.checkVisiting(request) }
    let members = try RequestParameters.members(of: request)
    if work.isFirstTurn {
      try LabelParameterSet.checkVisitors(members)
      try counted(.labelChanges) { () throws(Problem) in try context.labelRates.countVisitorLabel(caller) }
    }
    // It is drawn once, however often the request is answered from its beginning.
    let secret = work.answer(known: Self.drawSecret) { $1(Self.drawSecret(), 0) }
    guard let secret else { return nil }
    let all = members + [.init("expires", .number(String(LabelParameterSet.visitorLifetime)))]
    do throws(Problem) {
      let reply = try change(LabelName(ofSecret: secret), for: request) { $0.put(all, on: $1, at: $2) }
      return reply.map { ($0, secret) }
    } catch {
      // Nothing was made.
      context.labelRates.giveBackVisitorLabel(caller)
      throw error
    }
  }

  /// 128 random bits.
  private static func drawSecret() -> String {
    let digits = String(UInt128.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Whether a label may be changed by whom a request comes from; one of a visitor by whoever has its secret.
  func mayWrite(_ request: Request) -> Bool {
    guard let name = try? LabelName(inPath: request.path), !name.isVisitors else { return true }
    return (try? access.checkWriting(name, request)) != nil
  }

  /// Counts what is refused.
  private func counted<Value>(_ reason: Rejection, _ check: () throws(Problem) -> Value) throws(Problem) -> Value {
    do throws(Problem) {
      return try check()
    } catch {
      metrics.rejections.count(reason)
      throw error
    }
  }

  /// A label that has just been changed.
  func response(to reply: LabelReply) -> Response {
    var fields: HeaderFields = [.contentType: JSONRepresentation.json.mediaType, .cacheControl: "no-store"]
    guard let label = reply.label else {
      return Response(status: .noContent, headerFields: [.cacheControl: "no-store"])
    }
    fields[.eTag] = PreparedLabel.entityTag(of: reply.version ?? label.version)
    if reply.isNew { fields[.location] = "/v1/labels/\(label.name)" }
    return Response(
      status: reply.isNew ? .created : .ok, headerFields: fields, body: .bytes(label.document(at: now)))
  }
}

/// `/v1/labels/{id}`: a label as it is, its changes, and its end.
struct LabelEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get, .put, .delete]
  let labels: LabelService

  func isOpen(_ method: HTTPRequest.Method, to request: Request) -> Bool {
    method == .get || method == .head || labels.mayWrite(request)
  }

  func respond(to request: Request) throws(Problem) -> Response {
    let name = try LabelName(inPath: request.path)
    switch request.method {
    case .put:
      let members = try RequestParameters.members(of: request)
      if name.isVisitors { try LabelParameterSet.checkVisitors(members) }
      // Whoever has the secret of a visitor's label does not bring it back when its hour is over.
      let creates = !name.isVisitors
      let reply = try labels.update(name, for: request) { $0.put(members, on: $1, at: $2, creating: creates) }
      return reply.map(labels.response) ?? LongWork.later
    case .delete:
      let reply = try labels.update(name, for: request) { retargeting, stored, _ in retargeting.delete(stored) }
      return reply.map(labels.response) ?? LongWork.later
    default: return try read(name, request)
    }
  }

  private func read(_ name: LabelName, _ request: Request) throws(Problem) -> Response {
    var parameters = try RequestParameters(of: request, by: .labelReading, in: labels.context)
    let representation = try LabelRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    try parameters.finish()
    guard let label = try labels.versions(name, for: request)?.last else { return LongWork.later }
    let now = labels.now
    var fields: HeaderFields = [
      .eTag: label.entityTag, .cacheControl: label.isPrivate ? "private, no-cache" : "no-cache",
      .vary: "Accept, Origin",
    ]
    // What is still under way has the same version and yet another text.
    if label.isAtRest(at: now), VersionCondition(request.headerFields).isHeld(label.version) {
      return Response(status: .notModified, headerFields: fields)
    }
    fields[.contentType] = representation.mediaType
    switch representation {
    case .json: return Response(headerFields: fields, body: .bytes(label.document(at: now)))
    case .text: return Response(headerFields: fields, body: .bytes(label.text(at: now)))
    case .svg:
      let cost = SequenceRepresentation.svg.cost(of: label.prepared)
      let style = PictureStyle(parameters)
      let picture = try labels.work.value(of: style, cost: cost) { (style, _, meter) throws(Problem) in
        label.picture(at: now, style, spending: &meter)
      }
      return picture.map { Response(headerFields: fields, body: .bytes($0)) } ?? LongWork.later
    }
  }
}

/// `/v1/labels/{id}/add`: adds to the number that a label shows.
struct LabelAdditionEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.post]
  let labels: LabelService

  private static let keyField = HTTPField.Name("Idempotency-Key")

  func isOpen(_ method: HTTPRequest.Method, to request: Request) -> Bool { labels.mayWrite(request) }

  func respond(to request: Request) throws(Problem) -> Response {
    let name = try LabelName(inPath: request.path)
    guard !name.isVisitors else { throw .noAdditionByVisitors }
    var parameters = try RequestParameters(of: request, by: .labelAddition, in: labels.context)
    _ = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    let given = Self.keyField.flatMap { request.headerFields[$0] }
    if let given, !(1...255).contains(given.utf8.count) || !given.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      parameters.refuse("Idempotency-Key", "must have from 1 to 255 visible characters of ASCII")
    }
    let addend = parameters[Parameter.addend]
    if addend == nil, parameters.problems.isEmpty { parameters.refuse("by", "is required") }
    try parameters.finish()
    guard let addend else { throw .invalidParameters(parameters.problems) }
    // The name cannot have a blank.
    let key = given.map { RequestKey("add \(name) \($0)", digest: SHA256(of: addend.description.utf8Span.span)) }
    let reply = try labels.update(name, key: key, for: request) { $0.add(addend, to: $1, at: $2) }
    return reply.map(labels.response) ?? LongWork.later
  }
}

extension Problem {
  fileprivate static let noAdditionByVisitors = Problem(
    type: .forbidden, detail: "Nothing is added to a visitor's label; PUT gives it another target.")
}
