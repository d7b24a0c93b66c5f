import Dispatch
import FrameScheduling
import HTTPTypes
import LabelStore
import Logging
import MicroHTTP
import System

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// The service without a socket, with the caches that it has in production: a request in, a response out.
struct TestService {
  let context: ServiceContext
  private let handler: LoopHandler
  private let queue = DispatchQueue(label: "test")
  /// What it finds where.
  var router: Router { handler.router }

  init(
    labels: (any LabelStore)? = LocalLabelStore(), log: any LogHandler = SwiftLogNoOpLogHandler(),
    _ change: (inout Settings) -> Void = { _ in }
  ) {
    var settings = Settings()
    change(&settings)
    context = ServiceContext(settings: settings, logger: Logger(label: "test") { _ in log }, labels: labels)
    handler = LoopHandler(context, queue: queue)
  }

  func get(_ target: String, _ fields: HeaderFields = [:]) -> Answer {
    send(.get, target, fields)
  }

  func post(_ target: String, json: String, mediaType: String? = "application/json") -> Answer {
    var fields: HeaderFields = [:]
    fields[.contentType] = mediaType
    return send(.post, target, fields, body: Array(json.utf8))
  }

  func send(
    _ method: HTTPRequest.Method, _ target: String, _ fields: HeaderFields = [:], body: [UInt8] = [],
    from address: String = ""
  ) -> Answer {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let request = Request(
      method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil, headerFields: fields, body: body,
      remoteAddress: address)
    return send(request)
  }

  /// Whether work for a request is done off the loop, where nobody does it now.
  func isAnsweredLater(_ request: Request) -> Bool {
    if case .later = handler.respond(to: request).body { true } else { false }
  }

  func send(_ request: Request) -> Answer {
    Answer(handler.respond(to: request).completed(on: queue))
  }
}

extension TestService {
  /// A service that counts the work of each client, of which one millisecond comes back in a second.
  static func charging(_ change: (inout Settings) -> Void = { _ in }) -> TestService {
    TestService {
      $0.workMillisecondsPerSecond = 1
      change(&$0)
    }
  }

  /// Milliseconds of work that a client of such a service has been charged, rounded up; asking costs one.
  func charged(_ client: Caller = .address(.unspecified)) -> Int {
    guard let limiter = context.workLimiter else { return 0 }
    let burst = max(10, context.settings.maximumWorkMilliseconds)
    var limits: HeaderFields?
    let isGranted = (try? limiter.count(client, at: .now, &limits)) != nil
    func value(_ name: String) -> Int {
      let fields = (limits?[named: "RateLimit"] ?? "").split(separator: ";")
      return fields.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(2)) } ?? 0
    }
    return isGranted ? burst - value("r") - 1 : burst + value("t") - 1
  }
}

extension Response {
  /// The response itself, or the one that comes later.
  func completed(on queue: DispatchQueue) -> Response {
    var response = self
    while case .later(let begin) = response.body {
      let isThere = DispatchSemaphore(value: 0)
      var completed = response
      begin(
        LaterAnswer(by: { queue.async(execute: $0) }) { _, response in
          completed = response
          isThere.signal()
        })
      isThere.wait()
      response = completed
    }
    return response
  }
}

/// A response as a test looks at it.
struct Answer {
  let status: Int
  private(set) var fields: HeaderFields
  let bytes: [UInt8]
  let isStream: Bool
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ response: Response) {
    status = response.status.code
    fields = response.headerFields
    switch response.body {
    case .pieces(let pieces): (bytes, isStream) = (pieces.whole, false)
    case .bytes(let whole): (bytes, isStream) = (whole, false)
    case .shared(let body):
      fields = body.headerFields
      fields.append(contentsOf: response.headerFields)
      (bytes, isStream) = (body.content, false)
    case .stream: (bytes, isStream) = ([], true)
    default: (bytes, isStream) = ([], false)
    }
  }
}
