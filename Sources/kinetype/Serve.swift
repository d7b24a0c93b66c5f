import AnimationService
import ArgumentParser
import Configuration
import FoundationEssentials
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
        kinetype serve --config /etc/kinetype.env --check-config
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

  @Flag(help: "Check the settings, show the effective ones, and exit: 0 if they can be used, 1 if not.")
  var checkConfig = false

  func run() async throws {
    if checkConfig { return try await check() }
    let settings: Settings
    do throws(InvalidSettings) {
      settings = try await self.settings()
    } catch {
      throw ValidationError("These settings cannot be used:\n\(error)")
    }
    let logger = Logger(label: "kinetype") { _ in LineLogHandler(settings) }
    for problem in try unknownNames() { logger.warning("\(problem)") }
    try await Service(settings: settings, logger: logger).run()
  }

  /// Writes what is wrong to standard error, and the effective settings as an environment file to standard output.
  private func check() async throws {
    for problem in try unknownNames() { Self.complain("warning: \(problem)") }
    do throws(InvalidSettings) {
      let settings = try await settings()
      for setting in Setting.all { print(setting.line(in: settings)) }
    } catch {
      for problem in error.problems { Self.complain("error: \(problem)") }
      throw ExitCode.failure
    }
  }
}

// MARK: - Reading

extension Serve {
  private func settings() async throws(InvalidSettings) -> Settings {
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
        throw InvalidSettings(problems: [SettingProblem(name: config, detail: "cannot be read: \(error)")])
      }
    }
    return try Settings(from: ConfigReader(providers: providers))
  }

  /// Names in the environment and the file that look like settings and are none.
  private func unknownNames() throws -> [SettingProblem] {
    var names = Array(ProcessInfo.processInfo.environment.keys)
    if let config, let text = try? String(contentsOfFile: config, encoding: .utf8) {
      names += Setting.names(inEnvironmentFile: text)
    }
    return Setting.unknown(among: names)
  }

  private static func complain(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll("\(line)\n".utf8)
  }
}
