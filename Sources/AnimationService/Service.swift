public import CoreMetrics
package import Dispatch
@_exported public import Documents
public import LabelStore
import LiveLabels
public import Logging
@_exported public import Deployment
package import MicroHTTP
import ServiceLifecycle
import System
public import TextAnimation
public import Timing
import UnixSignals

/// The whole service, from the listening socket to the last `end` event.
///
/// It runs until SIGTERM or SIGINT. Then readiness turns to 503, the listening socket closes, every stream is told
/// `event: end` with the reason `shutdown`, and the call returns when all clients have their answers or the grace time
/// is over.
public struct Service: Sendable {
  private let context: ServiceContext
  private let logger: Logger
  private let metrics: (any MetricsFactory)?

  /// Assembles a service.
  ///
  /// - Parameters:
  ///   - settings: What a deployer can change.
  ///   - logger: Where it says what happens.
  ///   - curves: The curves that requests may name; register own ones here.
  ///   - interpolators: The interpolations that requests may name; register own ones here.
  ///   - labels: Where labels are kept, by default in memory; `nil` for no labels.
  ///   - metrics: A backend that hears every ten seconds what `/metrics` shows; `nil` for none.
  public init(
    settings: Settings, logger: Logger, curves: CurveCatalog = .standard,
    interpolators: InterpolatorCatalog = .standard, labels: (any LabelStore)? = LocalLabelStore(),
    metrics: (any MetricsFactory)? = nil
  ) {
    context = ServiceContext(
      settings: settings, curves: curves, interpolators: interpolators, logger: logger, labels: labels)
    self.logger = logger
    self.metrics = metrics
  }

  /// What answers the requests of one event loop, for a measurement without sockets.
  package func handler(on queue: DispatchQueue) -> any RequestHandler {
    LoopHandler(context, queue: queue)
  }

  /// Serves until the process is asked to end.
  ///
  /// SIGHUP has it read its certificate and key again, without touching what is under way.
  ///
  /// - Throws: When an address cannot be listened on, or the certificate or its key cannot be used.
  public func run() async throws {
    let listener = ListenerService(context: context, logger: logger)
    // The last to start is the first to stop: the backend still hears how the streams ended.
    let reporters: [any ServiceLifecycle.Service] =
      metrics.map { [MetricsReporter(context: context, factory: $0)] } ?? []
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: reporters + [listener], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
  }
}

/// The HTTP servers as a member of a service group.
private struct ListenerService: ServiceLifecycle.Service {
  let context: ServiceContext
  let logger: Logger

  func run() async throws {
    let settings = context.settings
    context.warmUp()
    let identity = try settings.identity().map(CurrentTLSIdentity.init)
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    let admin = try startAdmin()
    let server = HTTPServer(configuration: configuration(identity), logger: logger) { [context] queue in
      LoopHandler(context, queue: queue)
    }
    let port: Int
    do throws(SocketError) {
      port = try server.start()
    } catch {
      _ = await admin?.drain(within: .zero)
      throw Settings.problem(error, "host", "port")
    }
    context.metrics.connectionLimit = server.connectionLimit
    logger.notice(
      "serving",
      metadata: ["address": "\(identity == nil ? "http" : "https")://\(Authority(host: settings.host, port: port))/"])
    if context.labels != nil, settings.writeKeys.isEmpty { logger.notice(Self.localLabels) }
    for await _ in hangups.cancelOnGracefulShutdown() { reload(identity) }
    context.readiness.end()
    let complete = await server.drain(within: .seconds(settings.graceTime))
    _ = await admin?.drain(within: .seconds(1))
    context.labels?.close()
    logger.notice("stopped", metadata: ["complete": "\(complete)"])
    withExtendedLifetime(hangups) {}
  }

  private static let localLabels: Logger.Message = """
    labels may be changed by clients of this machine (or this container) alone: to let others, set KINETYPE_WRITE_KEYS \
    to a secret, such as the output of `openssl rand -hex 16`, which they send as `Authorization: Bearer SECRET`
    """

  private func configuration(_ identity: CurrentTLSIdentity?) -> HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration(context.settings)
    configuration.identity = identity
    return configuration
  }

  private func startAdmin() throws -> HTTPServer? {
    guard context.settings.hasAdminAddress else { return nil }
    let configuration = HTTPServer.Configuration(adminOf: context.settings)
    let server = HTTPServer(configuration: configuration, logger: logger) { [context] _ in AdminHandler(context) }
    let port: Int
    do throws(SocketError) {
      port = try server.start()
    } catch {
      throw Settings.problem(error, "adminHost", "adminPort")
    }
    let address = Authority(host: configuration.host, port: port)
    logger.notice("serving probes and metrics", metadata: ["admin": "http://\(address)/"])
    return server
  }

  /// Has new handshakes show what stands in the files now; what cannot be used is not taken.
  private func reload(_ identity: CurrentTLSIdentity?) {
    do throws(SettingProblem) {
      guard let identity, let fresh = try context.settings.identity() else {
        return logger.notice("SIGHUP is ignored: there is no certificate to read again")
      }
      identity.value = fresh
      logger.notice("certificate read again", metadata: ["expiry": "\(fresh.expiry)"])
    } catch {
      logger.error("certificate not read again; the one before stays", metadata: ["reason": "\(error)"])
    }
  }
}

/// Answers at the address for probes and metrics; it has no streams, and no page of a browser may read it.
final class AdminHandler: RequestHandler {
  private let router = Router(Endpoint.admin)
  private let loop: LoopServices

  init(_ context: ServiceContext) {
    loop = LoopServices(context, queue: DispatchQueue(label: "kinetype.admin"))
  }

  func respond(to request: Request) -> Response {
    do throws(Problem) {
      guard case .answer(let response, let keep) = try router.respond(to: request, on: loop) else { throw .tooMuchWork }
      return keep?(response) ?? response
    } catch {
      return error.response(requestID: request.id)
    }
  }

  func respond(to rejection: RequestRejection, requestID: String) -> Response {
    Problem(rejection).response(requestID: requestID)
  }

  func drain() {}
}
