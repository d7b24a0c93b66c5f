import System
import Foundation
import LabelStore
import Logging
import MicroHTTP
import RawClient

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// The service behind a real socket, on a port of its own.
final class RunningService: Sendable {
  let port: Int
  let context: ServiceContext
  private let server: HTTPServer

  init(
    labels: any LabelStore = LocalLabelStore(), logOutput: LineOutput = .standardError,
    workQueue: WorkQueue = WorkQueue(),
    _ change: (inout Settings) -> Void = { _ in },
    handler: @escaping @Sendable (LoopHandler) -> any RequestHandler = { $0 }
  ) throws {
    var settings = Settings()
    settings.port = 0
    settings.threads = 1
    settings.accessLog = false
    change(&settings)
    let context = ServiceContext(settings: settings, logOutput: logOutput, workQueue: workQueue, labels: labels)
    var configuration = HTTPServer.Configuration(settings)
    configuration.identity = try settings.identity().map(CurrentTLSIdentity.init)
    configuration.housekeepingInterval = .milliseconds(50)
    server = HTTPServer(
      configuration: configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { handler(LoopHandler(context, queue: $0)) }
    self.context = context
    port = try server.start()
  }

  /// Ends it as SIGTERM does.
  func stop(within grace: Duration = .seconds(patience)) async -> Bool {
    context.readiness.end()
    return await server.drain(within: grace)
  }

  /// Sends a GET and leaves the answer to be read.
  func get(_ target: String, fields: String = "") throws -> Client {
    let client = try Client(port: port)
    client.request("GET \(target)", fields: fields)
    return client
  }
}

/// An answer in chunks, put together.
func unchunked(_ answer: String) -> String {
  var rest = answer[...]
  if let head = rest.range(of: "\r\n\r\n") { rest = rest[head.upperBound...] }
  var body = ""
  while let line = rest.range(of: "\r\n"), let length = Int(rest[..<line.lowerBound], radix: 16), length > 0 {
    let bytes = Array(rest[line.upperBound...].utf8)
    body += String(decoding: bytes.prefix(length), as: UTF8.self)
    rest = Substring(String(decoding: bytes.dropFirst(length + 2), as: UTF8.self))
  }
  return body
}
