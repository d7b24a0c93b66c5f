import System
import AnimationService
import ArgumentParser
import Configuration

struct Healthcheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "healthcheck",
    abstract: "Asks a running service for its health; exits 0 if it is healthy, 1 if not.",
    discussion: """
      Made for a container's health check: it needs neither a shell nor curl, and has a timeout.

      Example:
        kinetype healthcheck --port 8080 --path /readyz --timeout 2
      """
  )

  @Option(help: "Address the service listens on (default: KINETYPE_ADMIN_HOST, KINETYPE_HOST, or 127.0.0.1).")
  var host: String?

  @Option(help: "Its TCP port (default: that of the address).")
  var port: Int?

  @Flag(inversion: .prefixedNo, help: "Ask over TLS (default: if the settings have a certificate).")
  var tls: Bool?

  @Option(help: "Path to ask for.")
  var path = "/healthz"

  @Option(help: "Seconds to wait for the answer.")
  var timeout = 2.0

  func validate() throws {
    try CommandOutput.checkTimeout(timeout)
  }

  func run() async throws {
    let settings = (try? Settings(from: ConfigReader(provider: EnvironmentVariablesProvider()))) ?? Settings()
    do throws(HTTPClientError) {
      let status = try answer(settings).status
      guard status == 200 else { throw HTTPClientError(reason: "the answer was \(status)") }
    } catch {
      CommandOutput.printError("\(path): \(error.reason)")
      throw ExitCode.failure
    }
  }

  /// Asks the admin address where there is one, which answers even when the public one has no connection left.
  ///
  /// Whose certificate answers is not checked: the question is only whether it does.
  private func answer(_ settings: Settings) throws(HTTPClientError) -> HTTPAnswer {
    let usesAdmin = settings.hasAdminAddress && host == nil && port == nil
    let address = host ?? (usesAdmin ? settings.adminHost : settings.host)
    let wildcards = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    let authority = Authority(
      host: wildcards[address] ?? address, port: port ?? (usesAdmin ? settings.adminPort : settings.port))
    let trust = tls ?? (settings.servesTLS && !usesAdmin) ? TLSTrust.anybody : nil
    return try HTTPAnswer(from: authority, trust, "GET", path, within: .seconds(timeout))
  }
}
