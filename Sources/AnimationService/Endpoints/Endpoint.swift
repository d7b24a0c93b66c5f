import Documents
import HTTPTypes
import MicroHTTP
import Requests
import Deployment
import System

/// One resource of the service, declared once: where it is, what is asked of it and answered there, and what answers.
///
/// Routes, OPTIONS, `/openapi.json`, the places of parameters in the documentation, and what is off without labels are made
/// of ``all``.
struct Endpoint: Sendable {
  typealias Answering = @Sendable (Request, LoopServices) throws(Problem) -> Step
  typealias Opening = @Sendable (HTTPRequest.Method, Request, LoopServices) -> Bool

  /// Its address, in which one segment may be a name in braces, such as `/v1/labels/{id}`.
  let path: String
  let operations: [Operation]
  /// Whether it is there only where the service keeps labels.
  let isOfLabels: Bool
  /// What it answers; HEAD comes with GET, OPTIONS with everything.
  let methods: [HTTPRequest.Method]
  /// Whether a method is more than refused to whom a request comes from, as far as that is known before it comes.
  let isOpen: Opening
  /// Answers a request with one of its methods, or says what has to be done before.
  let respond: Answering

  init(_ path: String, _ operations: [Operation], respond: @escaping Answering) {
    self.init(path, operations, operations.map(\.method), isOpen: { _, _, _ in true }, respond: respond)
  }

  /// One of labels.
  init(
    ofLabels path: String, _ operations: [Operation],
    isOpen: @escaping @Sendable (HTTPRequest.Method, Request, LabelService) -> Bool = { _, _, _ in true },
    respond: @escaping @Sendable (Request, LabelService, LoopServices) throws(Problem) -> Step
  ) {
    self.init(path, operations, operations.map(\.method), isOfLabels: true) { method, request, loop in
      loop.labels.map { isOpen(method, request, $0) } ?? false
    } respond: { request, loop throws(Problem) in
      guard let labels = loop.labels else { throw .noLabels }
      return try respond(request, labels, loop)
    }
  }

  private init(
    _ path: String, _ operations: [Operation], _ methods: [HTTPRequest.Method], isOfLabels: Bool = false,
    isOpen: @escaping Opening, respond: @escaping Answering
  ) {
    (self.path, self.operations, self.isOfLabels) = (path, operations, isOfLabels)
    self.methods = methods.flatMap { $0 == .get ? [.get, .head] : [$0] } + [.options]
    (self.isOpen, self.respond) = (isOpen, respond)
  }
}

extension Endpoint {
  /// Every resource but the files for browsers.
  static let all = [
    frames, stream, frame, curve, curves, label, labelAddition, labelFrames, labelList, labelStream, labelsStream,
    labelNext, time, liveness, readiness, metrics,
  ]

  /// Where parameters are declared that it reads, by its path, and by the method as well where each has its own.
  var places: [(path: String, place: Parameter.Places)] {
    let all = operations.compactMap { operation in operation.place.map { (operation.method.rawValue, $0) } }
    guard Set(all.map(\.1)).count > 1 else { return all.prefix(1).map { (path, $0.1) } }
    return all.map { ("\($0.0) \(path)", $0.1) }
  }

  /// What the public address serves: all there is, or what an admin address leaves to it.
  static func open(in context: ServiceContext) -> [Endpoint] {
    let hasMetrics = !context.settings.hasAdminAddress
    let known = all.filter { hasMetrics || $0.path != metrics.path }
    let assets = context.assets.value
    let pictures = assets.first { $0.path == "/labels/{id}" }.map(labelPictures) ?? []
    let files = assets.map { file in
      Endpoint(file.path, [Operation(.get, "", "")]) { request, loop in
        .answer(file.response(to: request, compression: loop.answers.compression))
      }
    }
    return files + (known + pictures).map { $0.isOfLabels && context.labels == nil ? $0.off : $0 }
  }

  /// What the admin address serves, to no page of a browser.
  static let admin = [liveness, readiness, metrics]

  /// What stands in its place where there are no labels, and has one reason for every method.
  private var off: Endpoint {
    Endpoint(path, [], [.get, .put, .post, .delete], isOpen: { _, _, _ in false }, respond: respond)
  }
}

extension Problem {
  /// 404 where the service keeps no labels.
  fileprivate static let noLabels = Problem(
    type: .notFound,
    detail:
      "This service keeps no labels: its setting `KINETYPE_LABELS` is `off`; `memory` or `sqlite:PATH` keeps them.")
}
