import AnimationService
import ArgumentParser
import Configuration
import Logging
import SystemPackage

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves animations over HTTP until SIGTERM or SIGINT.",
    discussion: """
      Every setting can stand in the environment or in an environment file (see Config/kinetype.env); options win over \
      the environment, and the environment over the file.

      Examples:
        kinetype serve
        kinetype serve --host 0.0.0.0 --port 80 --config /etc/kinetype.env
        curl -N 'localhost:8080/v1/stream?from=100%20apples&to=400%20apples&as=text'
      """
  )

  @Option(help: "Address to listen on (default: 127.0.0.1).")
  var host: String?

  @Option(help: "TCP port; 0 takes a free one (default: 8080).")
  var port: String?

  @Option(help: "Event loops; 0 is one for each core (default: 0).")
  var threads: String?

  @Option(help: "Least severe level that is logged (default: info).")
  var logLevel: String?

  @Option(help: "Environment file with settings.", completion: .file())
  var config: String?

  func run() async throws {
    let settings = try await settings()
    var logger = Logger(label: "kinetype") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
    try await Service(settings: settings, logger: logger).run()
  }

  private func settings() async throws -> Settings {
    let flags = [("host", host), ("port", port), ("threads", threads), ("logLevel", logLevel)]
    let given = flags.compactMap { key, value in
      value.map { (AbsoluteConfigKey(["kinetype", key]), ConfigValue(stringLiteral: $0)) }
    }
    var providers: [any ConfigProvider] = [
      InMemoryProvider(name: "options", values: Dictionary(uniqueKeysWithValues: given)),
      EnvironmentVariablesProvider(),
    ]
    if let config {
      do {
        providers.append(try await EnvironmentVariablesProvider(environmentFilePath: FilePath(config)))
      } catch {
        throw ValidationError("The environment file `\(config)` cannot be read: \(error)")
      }
    }
    do throws(InvalidSettings) {
      return try Settings(from: ConfigReader(providers: providers))
    } catch {
      throw ValidationError("These settings cannot be used:\n\(error)")
    }
  }
}
