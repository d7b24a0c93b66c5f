import AnimationService
import ArgumentParser
import Configuration
import MicroHTTP
import SystemPackage

struct Healthcheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Asks a running service whether it is well; exits 0 if so, 1 if not.",
    discussion: """
      Made for a container's health check: it needs no shell and no curl, and gives up by itself.

      Example:
        kinetype healthcheck --port 8080 --path /readyz --timeout 2
      """
  )

  @Option(help: "Address the service listens on (default: KINETYPE_HOST, or 127.0.0.1).")
  var host: String?

  @Option(help: "Its TCP port (default: KINETYPE_PORT, or 8080).")
  var port: Int?

  @Option(help: "What to ask for.")
  var path = "/healthz"

  @Option(help: "Seconds to wait for the answer.")
  var timeout = 2.0

  func run() async throws {
    let settings = (try? Settings(from: ConfigReader(provider: EnvironmentVariablesProvider()))) ?? Settings()
    let address = host ?? settings.host
    let everywhere = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    let probe = HTTPProbe(
      host: everywhere[address] ?? address, port: port ?? settings.port, path: path, timeout: .seconds(timeout))
    do throws(HTTPProbeError) {
      let status = try probe.status()
      guard status == 200 else { throw HTTPProbeError(reason: "the answer was \(status)") }
    } catch {
      _ = try? FileDescriptor.standardError.writeAll("\(path): \(error.reason)\n".utf8)
      throw ExitCode.failure
    }
  }
}
