import Configuration
import Foundation
import MicroHTTP
import SystemPackage
import Testing

@testable import AnimationService

struct SettingsTests {
  private func settings(_ environment: [String: String]) throws -> Settings {
    try Settings(from: ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment)))
  }

  @Test func `nothing set gives the defaults`() throws {
    #expect(try settings([:]) == Settings())
  }

  @Test func `each default can be written in the environment and reads back as itself`() throws {
    let environment = Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.environmentName, $0.defaultText) })
    #expect(try settings(environment) == Settings())
  }

  @Test func `values come from the environment`() throws {
    let read = try settings([
      "KINETYPE_PORT": "9000", "KINETYPE_HOST": "::", "KINETYPE_HEAD_TIMEOUT": "2.5", "KINETYPE_MAXIMUM_STREAMS": "7",
      "KINETYPE_BODY_TIMEOUT": "3",
    ])
    #expect(read.port == 9000)
    #expect(read.host == "::")
    #expect(read.headTimeout == 2.5)
    #expect(read.maximumStreams == 7)
    #expect(HTTPServer.Configuration(read).bodyTimeout == .seconds(3))
  }

  @Test func `every bad setting is named at once`() {
    let error = #expect(throws: InvalidSettings.self) {
      try settings([
        "KINETYPE_PORT": "tcp://10.0.0.1:8080", "KINETYPE_FRAME_SLACK": "soon", "KINETYPE_THREADS": "-1",
        "KINETYPE_LOG_LEVEL": "loud", "KINETYPE_HOST": "",
      ])
    }
    #expect(
      error?.problems.map(\.description) == [
        "KINETYPE_HOST must not be empty",
        "KINETYPE_PORT must be a whole number, not `tcp://10.0.0.1:8080` "
          + "(a Kubernetes service link: set enableServiceLinks: false)",
        "KINETYPE_THREADS must be from 0 to 1024, not -1",
        "KINETYPE_LOG_LEVEL must be one of trace, debug, info, notice, warning, error, critical, not `loud`",
        "KINETYPE_FRAME_SLACK must be a number of seconds, not `soon`",
      ])
  }

  /// The file is what deployers read: it must tell the truth about every setting.
  @Test func `the environment file lists every setting with its default`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../Config/kinetype.env").standardized
    let expected = Setting.all.map { "# \($0.summary)\n\($0.environmentName)=\($0.defaultText)\n" }
    let text = try String(contentsOf: file, encoding: .utf8)
    let body = text.split(separator: "\n\n", omittingEmptySubsequences: true).dropFirst().joined(separator: "\n\n")
    #expect(body == expected.joined(separator: "\n"))
  }

  @Test func `the environment file is read by the program`() async throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../Config/kinetype.env").standardized
    let provider = try await EnvironmentVariablesProvider(environmentFilePath: FilePath(file.path()))
    #expect(try Settings(from: ConfigReader(provider: provider)) == Settings())
  }
}
