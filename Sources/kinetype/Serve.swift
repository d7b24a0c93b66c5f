import AnimationService
import ArgumentParser
import Configuration
import FoundationEssentials
import LabelStore
import Logging
import MicroHTTP
import SystemPackage

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
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

  @Flag(help: "Check the settings and addresses, show the settings, and exit: 0 if they can be used, 1 if not.")
  var checkConfig = false

  func run() async throws {
    if checkConfig { return try await check() }
    HTTPServer.limitHeaps(to: ProcessInfo.processInfo.activeProcessorCount)
    let (settings, warnings): (Settings, [SettingProblem])
    do throws(InvalidSettings) {
      let (reader, found) = try await sources()
      (settings, warnings) = (try self.settings(from: reader), found)
    } catch {
      throw CommandOutput.usageError("These settings cannot be used:\n\(error)")
    }
    let logger = Logger(label: "kinetype") { _ in LineLogHandler(settings) }
    for warning in warnings { logger.warning("\(warning)") }
    let labels: (store: (any LabelStore)?, remark: String?)
    do throws(SettingProblem) {
      labels = try settings.openLabels {
        ProcessInfo.processInfo.environment[$0]
      } remark: {
        logger.warning("\($0)")
      } report: { isWritable, reason in
        if isWritable { logger.notice("labels are held by \(reason)") }
        if !isWritable { logger.warning("labels cannot be changed: \(reason)") }
      }
    } catch {
      throw CommandOutput.usageError("These settings cannot be used:\n\(error)")
    }
    if let remark = labels.remark { logger.notice("\(remark)") }
    do {
      try await Service(settings: settings, logger: logger, labels: labels.store).run()
    } catch let problem as SettingProblem {
      throw named(problem)
    }
  }

  /// Writes problems to standard error, and the effective settings as an environment file to standard output.
  private func check() async throws {
    do throws(InvalidSettings) {
      let (reader, warnings) = try await sources()
      for warning in warnings { CommandOutput.printError("warning: \(warning)") }
      let settings = try settings(from: reader)
      try Self.checkFiles(of: settings)
      for warning in try settings.checkAddresses() { CommandOutput.printError("warning: \(named(warning))") }
      print(Setting.all.map { $0.lines(in: settings) }.joined(separator: "\n"), terminator: "")
    } catch {
      for problem in error.problems { CommandOutput.printError("error: \(problem)") }
      throw ExitCode.failure
    }
  }
}

// MARK: - Reading

extension Serve {
  /// The options that were given, with the settings they stand for.
  private var options: [(name: String, key: String, value: String)] {
    let all = [
      ("--host", "host", host), ("--port", "port", port), ("--threads", "threads", threads),
      ("--log-level", "logLevel", logLevel),
    ]
    return all.compactMap { name, key, value in value.map { (name, key, $0) } }
  }

  /// The sources of settings, and warnings about names and lines that look like settings but are none.
  private func sources() async throws(InvalidSettings) -> (ConfigReader, warnings: [SettingProblem]) {
    let given = options.map { (AbsoluteConfigKey(["kinetype", $0.key]), ConfigValue(stringLiteral: $0.value)) }
    var providers: [any ConfigProvider] = [
      InMemoryProvider(name: "options", values: Dictionary(uniqueKeysWithValues: given)),
      EnvironmentVariablesProvider(),
    ]
    var names = ProcessInfo.processInfo.environment.keys.filter { !LabelServer.variables.contains($0) }
    var fileWarnings: [SettingProblem] = []
    if let config {
      let text = try Self.text(ofFile: config)
      names += Setting.names(inEnvironmentFile: text)
      fileWarnings = Setting.warnings(inEnvironmentFile: text)
      do {
        providers.append(try await EnvironmentVariablesProvider(environmentFilePath: FilePath(config)))
      } catch {
        throw InvalidSettings(problems: [SettingProblem(name: config, detail: "cannot be read: \(error)")])
      }
    }
    return (ConfigReader(providers: providers), Setting.unknown(among: names) + fileWarnings)
  }

  /// Problems of a setting that was given as an option name the option.
  private func settings(from reader: ConfigReader) throws(InvalidSettings) -> Settings {
    do throws(InvalidSettings) {
      return try Settings(from: reader)
    } catch {
      throw InvalidSettings(problems: error.problems.map(named))
    }
  }

  private func named(_ problem: SettingProblem) -> SettingProblem {
    let option = options.first { Setting.environmentName(of: $0.key) == problem.name }
    return SettingProblem(name: option?.name ?? problem.name, detail: problem.detail)
  }

  private static func text(ofFile path: String) throws(InvalidSettings) -> String {
    let reason: String
    do {
      // Foundation's errors are not meant for people, so the file is opened first, for the system's own.
      try FileDescriptor.open(FilePath(path), .readOnly).close()
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch let error as Errno {
      reason = "\(error)"
    } catch {
      reason = "it is not UTF-8 text"
    }
    throw InvalidSettings(problems: [SettingProblem(name: path, detail: "cannot be read: \(reason)")])
  }

  private static func checkFiles(of settings: Settings) throws(InvalidSettings) {
    do throws(SettingProblem) {
      _ = try settings.identity()
      try settings.checkLabels()
    } catch {
      throw InvalidSettings(problems: [error])
    }
  }
}
