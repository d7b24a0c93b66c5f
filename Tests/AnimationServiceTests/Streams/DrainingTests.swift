import Dispatch
import Logging
import MicroHTTP
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// What a shutdown meets between two steps.
struct DrainingTests {
  /// Told to end as soon as it has answered, when its streams are still to be opened.
  private final class Hurried: RequestHandler {
    private let handler: LoopHandler

    init(_ context: ServiceContext, queue: DispatchQueue) {
      handler = LoopHandler(context, queue: queue)
    }

    func respond(to request: Request) -> Response {
      defer { drain() }
      return handler.respond(to: request)
    }

    func respond(to rejection: RequestRejection, requestID: String) -> Response {
      handler.respond(to: rejection, requestID: requestID)
    }

    func drain() { handler.drain() }

    var timedWork: (any TimedWork)? { handler.timedWork }
  }

  @Test(arguments: ["", "&animations=%5B%7B%22id%22:1%7D%5D"])
  func `a stream that opens while all others end does so too`(query: String) async throws {
    var settings = Settings()
    (settings.port, settings.threads) = (0, 1)
    let context = ServiceContext(settings: settings)
    let server = HTTPServer(
      configuration: HTTPServer.Configuration(settings), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { Hurried(context, queue: $0) }
    let client = try Client(port: try server.start())
    client.request("GET /v1/stream?from=1&to=1000&duration=0.1\(query)")
    let body = unchunked(try client.receiveAll())
    #expect(body.contains(#"data: {"reason":"shutdown","framesSent":0,"framesSkipped":0}"#))
    #expect(!body.contains("id: 0\n"))
    #expect(await server.drain(within: .seconds(patience)))
  }
}
