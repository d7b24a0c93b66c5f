import System
import AnimationService
import ArgumentParser
import Configuration

struct Healthcheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Asks a running service whether it is well; exits 0 if so, 1 if not.",
    discussion: """
      Made for a container's health check: it needs no shell and no curl, and gives up by itself.

      Example:
        kinetype healthcheck --port 8080 --path /readyz --timeout 2
      """
  )

  @Option(help: "Address the service listens on (default: KINETYPE_ADMIN_HOST, KINETYPE_HOST, or 127.0.0.1).")
  var host: String?

  @Option(help: "Its TCP port (default: that of the address).")
  var port: Int?

  @Flag(inversion: .prefixedNo, help: "Ask over TLS (default: where the service is set to speak it).")
  var tls: Bool?

  @Option(help: "What to ask for.")
  var path = "/healthz"

  @Option(help: "Seconds to wait for the answer.")
  var timeout = 2.0

  func validate() throws {
    guard (0.001...3600).contains(timeout) else {
      throw CommandOutput.mistake("--timeout must be from 0.001 to 3600 seconds, not \(timeout)")
    }
  }

  func run() async throws {
    let settings = (try? Settings(from: ConfigReader(provider: EnvironmentVariablesProvider()))) ?? Settings()
    let probe = probe(settings)
    do throws(HTTPProbeError) {
      let status = try probe.status()
      guard status == 200 else { throw HTTPProbeError(reason: "the answer was \(status)") }
    } catch {
      CommandOutput.complain("\(path): \(error.reason)")
      throw ExitCode.failure
    }
  }

  /// The question, asked at the admin address where there is one, since that answers even where the public one is full.
  private func probe(_ settings: Settings) -> HTTPProbe {
    let usesAdmin = settings.hasAdminAddress && host == nil && port == nil
    let address = host ?? (usesAdmin ? settings.adminHost : settings.host)
    let everywhere = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    return HTTPProbe(
      host: everywhere[address] ?? address, port: port ?? (usesAdmin ? settings.adminPort : settings.port),
      isSecure: tls ?? (settings.servesTLS && !usesAdmin), path: path, timeout: .seconds(timeout))
  }
}
