public import Logging
import MicroHTTP
import ServiceLifecycle
import UnixSignals
public import TextAnimation
public import Timing

/// The whole service, from the listening socket to the last `end` event.
///
/// It runs until SIGTERM or SIGINT. Then readiness turns to 503, the listening socket closes, every stream is told
/// `event: end` with the reason `shutdown`, and the call returns when all clients have their answers or the grace time
/// is over.
public struct Service: Sendable {
  private let context: ServiceContext
  private let logger: Logger

  /// Assembles a service.
  ///
  /// - Parameters:
  ///   - settings: What a deployer can change.
  ///   - logger: Where it says what happens.
  ///   - curves: The curves that requests may name; register own ones here.
  ///   - interpolators: The interpolations that requests may name; register own ones here.
  public init(
    settings: Settings, logger: Logger, curves: CurveCatalog = .standard,
    interpolators: InterpolatorCatalog = .standard
  ) {
    context = ServiceContext(settings: settings, curves: curves, interpolators: interpolators)
    self.logger = logger
  }

  /// Serves until the process is asked to end.
  ///
  /// - Throws: When the address cannot be listened on.
  public func run() async throws {
    let listener = ListenerService(context: context, logger: logger)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [listener], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
  }
}

/// The HTTP server as a member of a service group.
private struct ListenerService: ServiceLifecycle.Service {
  let context: ServiceContext
  let logger: Logger

  func run() async throws {
    let server = HTTPServer(configuration: HTTPServer.Configuration(context.settings), logger: logger) {
      [context] queue in
      LoopHandler(context, queue: queue)
    }
    let port = try server.start()
    logger.notice("serving", metadata: ["address": "http://\(context.settings.host):\(port)/"])
    try await gracefulShutdown()
    context.readiness.end()
    let graceTime = context.settings.graceTime
    let complete = await server.drain(within: .seconds(graceTime))
    logger.notice("stopped", metadata: ["complete": "\(complete)"])
  }
}
