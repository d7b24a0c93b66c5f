import System
import Configuration
import Foundation
import MicroHTTP
import SystemPackage
import Testing

@testable import Deployment

struct SettingsTests {
  private func settings(_ environment: [String: String]) throws -> Settings {
    try Settings(from: ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment)))
  }

  @Test func `nothing set gives the defaults`() throws {
    #expect(try settings([:]) == Settings())
  }

  @Test func `each default can be written in the environment and reads back as itself`() throws {
    let environment = Dictionary(uniqueKeysWithValues: Setting.all.map { ($0.environmentName, $0.text(Settings())) })
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

  @Test(arguments: [("CERTIFICATE", "KEY"), ("KEY", "CERTIFICATE")])
  func `a certificate without its key is named, and a key without its certificate`(
    given: String, missing: String
  ) {
    let error = #expect(throws: InvalidSettings.self) { try settings(["KINETYPE_TLS_\(given)_FILE": "/x.pem"]) }
    let name = given.lowercased() + " file"
    #expect(error?.description == "KINETYPE_TLS_\(missing)_FILE must be set where the \(name) is")
  }

  @Test func `who may ask comes from the environment`() throws {
    let hash = String(repeating: "0a", count: 32)
    let read = try settings([
      "KINETYPE_API_KEYS": "door:\(hash), gate:\(hash.uppercased())",
      "KINETYPE_CORS_ORIGINS": "https://a.example,http://b:80",
      "KINETYPE_TRUSTED_PROXIES": "10.0.0.0/8, ::1", "KINETYPE_FORWARDED_FIELD": "forwarded",
      "KINETYPE_REQUESTS_PER_SECOND": "0.5", "KINETYPE_MAXIMUM_CONNECTIONS_PER_CLIENT": "9",
    ])
    #expect(read.apiKeys.map(\.name) == ["door", "gate"])
    #expect(read.apiKeys.allSatisfy { $0.hash.bytes == [UInt8](repeating: 10, count: 32) })
    #expect(read.corsOrigins == ["https://a.example", "http://b:80"])
    #expect(read.trustedProxies == [IPNetwork("10.0.0.0/8"), IPNetwork("::1")])
    #expect(read.forwardedField == .forwarded)
    #expect(read.requestsPerSecond == 0.5)
    #expect(HTTPServer.Configuration(read).connectionLimitPerClient == 9)
    #expect(HTTPServer.Configuration(read).trustedProxies == read.trustedProxies)
  }

  @Test func `a key that stands there in the clear is refused without being repeated`() {
    let error = #expect(throws: InvalidSettings.self) {
      try settings([
        "KINETYPE_API_KEYS": "door:sesame", "KINETYPE_CORS_ORIGINS": "https://a.example, *.b.example",
        "KINETYPE_TRUSTED_PROXIES": "10.0.0.0/8,proxy", "KINETYPE_FORWARDED_FIELD": "X-Real-IP",
        "KINETYPE_REQUESTS_PER_SECOND": "-1",
      ])
    }
    #expect(
      error?.problems.map(\.description) == [
        "KINETYPE_API_KEYS must be a list of name:hash with 64 hexadecimal digits; entry 1 is none",
        "KINETYPE_CORS_ORIGINS must be a list of origins (https://example.org); entry 2, ` *.b.example`, is none",
        "KINETYPE_TRUSTED_PROXIES must be a list of addresses and networks (10.0.0.0/8); entry 2, `proxy`, is none",
        "KINETYPE_FORWARDED_FIELD must be one of X-Forwarded-For, Forwarded, not `X-Real-IP`",
        "KINETYPE_REQUESTS_PER_SECOND must be 0, or a number from 0.001 to 1000000, not `-1`",
      ])
  }

  @Test func `each setting can be shown as the line that sets it, but for secrets`() throws {
    let shown = Setting.all.map { $0.lines(in: Settings()) }
    #expect(shown == Setting.all.map { "# \($0.summary)\n\($0.environmentName)=\($0.text(Settings()))\n" })
    var settings = Settings()
    settings.host = "hidden"
    var setting = try #require(Setting.all.first)
    setting.isSecret = true
    #expect(setting.lines(in: settings).hasSuffix("\nKINETYPE_HOST=********\n"))
  }

  @Test func `a switch is true or false`() throws {
    #expect(try settings(["KINETYPE_ACCESS_LOG": "false"]).accessLog == false)
    let error = #expect(throws: InvalidSettings.self) { try settings(["KINETYPE_ACCESS_LOG": "yes"]) }
    #expect(error?.description == "KINETYPE_ACCESS_LOG must be true or false, not `yes`")
  }

  @Test func `names that are no settings are told, with those they were meant for`() {
    let names = ["KINETYPE_PROT", "KINETYPE_HOST", "PATH", "KINETYPE_MAXIMUM_STREAM", "KINETYPE_COLOUR", "KINETYPE_"]
    #expect(
      Setting.unknown(among: names).map(\.description) == [
        "KINETYPE_ is unknown",
        "KINETYPE_COLOUR is unknown",
        "KINETYPE_MAXIMUM_STREAM is unknown; did you mean `KINETYPE_MAXIMUM_STREAMS`?",
        "KINETYPE_PROT is unknown; did you mean `KINETYPE_PORT`?",
      ])
  }

  @Test func `an environment file's names are those it sets`() {
    #expect(Setting.names(inEnvironmentFile: "# A=1\n B =2\r\n\nC\nD=x=y\n") == ["B", "D"])
  }

  @Test func `lines of an environment file that do not do what they look like are told`() {
    let file = """
      # KINETYPE_PORT: 1
      KINETYPE_PORT=80

      export KINETYPE_THREADS=1
      KINETYPE_IDLE_TIMEOUT: 5
      kinetype_grace_time=5
      KINETYPE_HOST="::"
      OTHER="x"
      KINETYPE_PORT=81
      """
    #expect(
      Setting.warnings(inEnvironmentFile: file).map(\.description) == [
        "line 4 is ignored: write `KINETYPE_THREADS`, not `export KINETYPE_THREADS`",
        "line 5 is ignored: it is neither a comment nor `NAME=value`",
        "line 6 is ignored: write `KINETYPE_GRACE_TIME`, not `kinetype_grace_time`",
        "line 7 has quotation marks, which become a part of KINETYPE_HOST",
        "line 9 sets KINETYPE_PORT again; the last value counts",
      ])
    #expect(Setting.warnings(inEnvironmentFile: "A=1\r\nKINETYPE_PORT=80\r\n").isEmpty)
  }

  /// The file is what deployers read: it must tell the truth about every setting.
  @Test func `the environment file lists every setting with its default`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../Config/kinetype.env").standardized
    let expected = Setting.all.map { "# \($0.summary)\n\($0.environmentName)=\($0.text(Settings()))\n" }
    let text = try String(contentsOf: file, encoding: .utf8)
    let body = text.split(separator: "\n\n", omittingEmptySubsequences: true).dropFirst().joined(separator: "\n\n")
    #expect(body == expected.joined(separator: "\n"))
  }

  @Test func `the environment file is read by the program`() async throws {
    let file = URL(filePath: #filePath).appending(path: "../../../Config/kinetype.env").standardized
    let provider = try await EnvironmentVariablesProvider(environmentFilePath: FilePath(file.path()))
    #expect(try Settings(from: ConfigReader(provider: provider)) == Settings())
  }
}
