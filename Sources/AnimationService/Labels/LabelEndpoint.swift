import Documents
import HTTPTypes
import LabelStore
import LiveLabels
import Deployment
import MicroHTTP
import Requests
import System
import TextAnimation
import TextBytes
import WrittenNumbers

/// What the endpoints of labels have in common.
final class LabelService {
  let context: ServiceContext
  let directory: LabelDirectory
  let access: LabelAccess
  let work: LoopWork
  private let metrics: LoopMetrics

  init(_ context: ServiceContext, _ directory: LabelDirectory, _ work: LoopWork, _ metrics: LoopMetrics) {
    (self.context, self.directory, self.work, self.metrics) = (context, directory, work, metrics)
    access = LabelAccess(context.settings)
  }

  /// The store's clock.
  var now: LabelTime { directory.now }
  var wallTime: WallTime { directory.wallTime }

  /// Goes on with the last changes of a label, those that the client may read.
  ///
  /// - Throws: 404 where there is none that the client may read, 401 or 403 where its key or token does not open it, 503
  ///   where the store does not say.
  func read(
    _ name: LabelName, for request: Request, then: @escaping (LabelHistory) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    try find(name, for: request) { found throws(Problem) in try then(found.get()) }
  }

  /// Goes on with the same and with what makes answers of it in a form, for their tags.
  func read(
    _ name: LabelName, for request: Request, as form: SequenceRepresentation?,
    then: @escaping (LabelHistory, _ maker: [UInt8]) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    try work.step(of: form) { form, bench in
      bench.maker(of: form)
    } then: { [self] _, maker throws(Problem) in
      try read(name, for: request) { history throws(Problem) in try then(history, maker) }
    }
  }

  /// Goes on with the same, or with why there is nothing to be read.
  func find(
    _ name: LabelName, for request: Request,
    then: @escaping (Result<LabelHistory, Problem>) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    if let known = directory.known(name) { return try then(result(known, name, request)) }
    return .ask { [directory] reader, completion in
      directory.read(name, for: reader) { completion($0, 0) }
    } then: { [self] found throws(Problem) in
      try then(result(found, name, request))
    }
  }

  private func result(
    _ found: LabelDirectory.Lookup, _ name: LabelName, _ request: Request
  ) -> Result<LabelHistory, Problem> {
    Result { () throws(Problem) in try readable(found, name, request) }
  }

  private func readable(
    _ found: LabelDirectory.Lookup, _ name: LabelName, _ request: Request
  ) throws(Problem) -> LabelHistory {
    let (versions, now) = (try found.get(), wallTime)
    let label = versions.last.flatMap { $0.exists(at: now) ? $0 : nil }
    // Who may not read a private label is not told either whether there is one.
    let permission = try access.checkReading(
      name, isPrivate: label?.isPrivate ?? true, wasPrivate: versions.contains { $0.isPrivate }, request, at: now)
    guard label != nil, let history = LabelHistory(versions, openedBy: permission, at: self.now) else { throw .noLabel }
    return history
  }

  /// Has a change decided and kept, and answers with the label.
  ///
  /// - Throws: 401 or 403 for who may not change it, 429 where there are too many changes.
  func update(
    _ name: LabelName, key: RequestKey? = nil, for request: Request, _ decide: @escaping LabelUpdate.Decide
  ) throws(Problem) -> Step {
    let writer = try counted(.labelAccess) { () throws(Problem) in try access.checkWriting(name, request) }
    try counted(.labelChanges) { () throws(Problem) in try context.labelRates.count(name, writer.caller) }
    return change(name, key: key, LabelUpdate(for: request, in: directory, decide)) { [self] reply throws(Problem) in
      .answer(response(to: try counted(reply).get(), for: writer))
    }
  }

  /// Has a change decided in a step of the store, and where that would take long has it prepared before.
  private func change(
    _ name: LabelName, key: RequestKey? = nil, _ update: LabelUpdate, attempt: Int = 0,
    then: @escaping (Result<LabelReply, Problem>) throws(Problem) -> Step
  ) -> Step {
    .ask { [directory] client, completion in
      directory.update(name, key: key, for: client, update, completion)
    } then: { [self] step throws(Problem) in
      switch step {
      case .done(let reply): try then(reply)
      case .unprepared(let base) where attempt < LabelUpdate.attempts:
        work.offLoop(base) { [directory] base, bench in
          update.prepared(for: base, at: directory.now, spending: &bench.meter)
        } then: { [self] prepared throws(Problem) in
          var update = update
          do throws(Problem) { update.prepared = try prepared.get() } catch { return try then(.failure(error)) }
          return change(name, key: key, update, attempt: attempt + 1, then: then)
        }
      case .unprepared:
        try then(.failure(Problem(.unavailable(reason: "others have changed the label each time"))))
      }
    }
  }

  private func counted(_ result: Result<LabelReply, Problem>) -> Result<LabelReply, Problem> {
    if case .failure(let problem) = result, problem.status == .serviceUnavailable {
      metrics.rejections.count(.labelStore)
    }
    return result
  }

  /// Has a label made for a visitor, and answers with the secret that changes it.
  ///
  /// - Throws: 403 where visitors may make none, 429 where this one has made too many, 503 where there are too many.
  func makeVisitorLabel(
    for request: Request, then: @escaping (LabelReply, LabelAccess.Writer, _ secret: String) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    let secret = Self.drawSecret()
    let name = LabelName(ofSecret: secret)
    let writer = try counted(.labelAccess) { () throws(Problem) in try access.checkVisiting(name, request) }
    let members = try RequestParameters.members(of: request)
    try LabelParameterSet.checkVisitors(members)
    try counted(.labelChanges) { () throws(Problem) in try context.labelRates.countVisitorLabel(writer.caller) }
    let all = members + [.init("expires", .number(String(LabelParameterSet.visitorLifetime)))]
    let update = LabelUpdate(for: request, in: directory) { $0.put(all, on: $1, at: $2) }
    directory.noteVisitor(name, by: writer.caller)
    return make(name, update) { [self] reply throws(Problem) in
      if case .failure = reply {
        // Nothing was made.
        directory.forgetVisitor(name)
        context.labelRates.giveBackVisitorLabel(writer.caller)
      }
      return try then(try counted(reply).get(), writer, secret)
    }
  }

  /// Has a label made, and where there are as many as there may be, has it take the place of one that nobody watches.
  private func make(
    _ name: LabelName, _ update: LabelUpdate, attempt: Int = 0,
    then: @escaping (Result<LabelReply, Problem>) throws(Problem) -> Step
  ) -> Step {
    change(name, update) { [self] reply throws(Problem) in
      guard case .failure(let problem) = reply, problem.type == .tooManyLabels, attempt < LabelUpdate.attempts else {
        return try then(reply)
      }
      return .ask { [directory] _, completion in
        directory.endVisitorLabel(for: name) { completion($0, 0) }
      } then: { [self] (isEnded: Bool) throws(Problem) in
        try isEnded ? make(name, update, attempt: attempt + 1, then: then) : then(reply)
      }
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
  func response(to reply: LabelReply, for writer: LabelAccess.Writer) -> Response {
    var fields: HeaderFields = [.contentType: JSONRepresentation.json.mediaType, .cacheControl: "no-store"]
    guard let label = reply.label?.opened(by: writer.permission) else {
      return Response(status: .noContent, headerFields: [.cacheControl: "no-store"])
    }
    // The version alone: no answer to GET has this tag, so who holds it is shown the label in any form.
    fields[.eTag] = "\"\(reply.version ?? label.version)\""
    if reply.isNew { fields[.location] = "/v1/labels/\(label.sealed.name)" }
    return Response(
      status: reply.isNew ? .created : .ok, headerFields: fields, body: .bytes(label.shown(at: now).document(at: now)))
  }
}

extension Endpoint {
  /// A label as it is, its changes, and its end.
  static let label = Endpoint(
    ofLabels: "/v1/labels/{id}",
    [
      Operation(
        .get, "getLabel", "A label as it is now.", at: .labelReading,
        answers: [
          .init(
            fields: ["ETag", "Cache-Control"],
            of: Operation.Answer.forms(LabelRepresentation.allCases, json: ["LiveLabel"]))
        ], problems: [403]),
      Operation(
        .put, "setLabel",
        """
        Creates a label, or has it move from what it shows to a new target; what is left out stays as it was. A new label \
        moves along `smooth(0.6)` where neither `curve`, `duration` nor an effect is named.
        """,
        at: .label, fields: [.ifMatch, .init(name: "If-None-Match", summary: "`*`: there must be no label.")],
        body: Operation.Body(
          schema: "LabelRequest", examples: ["donations": #"{"to":"$12,340 raised","curve":"smooth","duration":2}"#]),
        answers: [changed, .init(201, "The label is new.", fields: ["ETag"], of: Operation.Answer.json("LiveLabel"))],
        problems: [403]),
      Operation(
        .delete, "deleteLabel", "Ends a label.", fields: [.ifMatch], answers: [.init(204, "It is gone.")],
        problems: [403]),
    ],
    isOpen: { method, request, labels in method == .get || method == .head || labels.mayWrite(request) }
  ) { request, labels, loop throws(Problem) in
    let name = try LabelName(inPath: request.path)
    switch request.method {
    case .put:
      let members = try RequestParameters.members(of: request)
      if name.isVisitors { try LabelParameterSet.checkVisitors(members) }
      // Whoever has the secret of a visitor's label does not bring it back when its hour is over.
      let creates = !name.isVisitors
      return try labels.update(name, for: request) { $0.put(members, on: $1, at: $2, creating: creates) }
    case .delete: return try labels.update(name, for: request) { retargeting, stored, _ in retargeting.delete(stored) }
    default: return try labels.show(name, for: request, on: loop)
    }
  }

  private static let changed = Operation.Answer(
    200, "The label has a new version.", fields: ["ETag"], of: Operation.Answer.json("LiveLabel"))

  /// Adds to the number that a label shows.
  static let labelAddition = Endpoint(
    ofLabels: "/v1/labels/{id}/add",
    [
      Operation(
        .post, "addToLabel", "Adds to the number of a label, exactly; additions at the same time all count.",
        at: .labelAddition,
        fields: [
          .ifMatch,
          .init(
            name: "Idempotency-Key",
            summary: """
              The same key within 24 hours adds nothing: the answer has the version that the first request made as its \
              ETag, and the label as it is now. With another `by` it is 422.
              """, schema: ["type": "string", "minLength": .number("1"), "maxLength": .number("255")]),
        ], body: Operation.Body(schema: "LabelAddition", examples: ["money": #"{"by":"12.50"}"#]), answers: [changed],
        problems: [403, 409, 422])
    ],
    isOpen: { _, request, labels in labels.mayWrite(request) }
  ) { request, labels, _ throws(Problem) in
    let name = try LabelName(inPath: request.path)
    guard !name.isVisitors else { throw .noAdditionByVisitors }
    var parameters = try RequestParameters(of: request, by: .labelAddition, in: labels.context.requests)
    _ = try JSONRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    let given = idempotencyKey.flatMap { request.headerFields[$0] }
    if let given, !(1...255).contains(given.utf8.count) || !given.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      parameters.refuse("Idempotency-Key", "must have from 1 to 255 visible characters of ASCII")
    }
    let addend = parameters[Parameter.addend]
    if addend == nil, parameters.problems.isEmpty { parameters.refuse("by", "is required") }
    try parameters.finish()
    guard let addend else { throw .invalidParameters(parameters.problems) }
    // The name cannot have a blank.
    let key = given.map { RequestKey("add \(name) \($0)", digest: SHA256(of: addend.description.utf8Span.span)) }
    return try labels.update(name, key: key, for: request) { $0.add(addend, to: $1, at: $2) }
  }

  private static let idempotencyKey = HTTPField.Name("Idempotency-Key")
}

extension Problem {
  fileprivate static let noAdditionByVisitors = Problem(
    type: .forbidden, detail: "Nothing is added to a visitor's label; PUT gives it another target.")
}
