import Deployment
import AnimationService
import Foundation
import Logging
import RawClient
import Synchronization
import Testing

/// The service as the command runs it, in this process; one at a time, since SIGHUP reaches whoever listens.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ServiceTests {
  @Test func `SIGHUP changes the certificate without dropping a stream`() async throws {
    let certificate = try TestCertificate()
    let next = try TestCertificate(days: 3)
    try await withService {
      $0.tlsCertificateFile = certificate.certificateFile
      $0.tlsKeyFile = certificate.keyFile
    } body: { log, port, _ in
      let old = try TestCertificate(copyOf: certificate)
      let viewer = try SecureClient(port: port, trusting: old)
      viewer.client.request("GET /v1/stream?from=0&to=100&duration=100&fps=20&late=send")
      _ = try viewer.client.receive(until: "id: 3\n")
      try "no certificate".write(toFile: certificate.certificateFile, atomically: true, encoding: .utf8)
      kill(getpid(), SIGHUP)
      let failure = try await log.line(containing: "certificate not read again")
      #expect(failure.contains("error "))
      #expect(failure.contains("KINETYPE_TLS_CERTIFICATE_FILE names `\(certificate.certificateFile)`: it has no "))
      #expect(try hello(port, trusting: old).hasSuffix("ok\n"))
      try certificate.replace(by: next)
      kill(getpid(), SIGHUP)
      #expect(try await log.line(containing: "certificate read again").contains(#/notice .*expiry=\d{4}-/#))
      #expect(try hello(port, trusting: next).hasSuffix("ok\n"))
      #expect(throws: (any Error).self) { try hello(port, trusting: old) }
      let rest = try viewer.client.receive(until: "id: 60\n")
      for index in 4...60 { #expect(rest.contains("id: \(index)\n")) }
    }
  }

  @Test func `SIGHUP without a certificate is ignored`() async throws {
    try await withService { _ in
    } body: { log, port, _ in
      kill(getpid(), SIGHUP)
      #expect(try await log.line(containing: "SIGHUP is ignored").contains("notice "))
      let client = try Client(port: port)
      client.request("GET /healthz")
      #expect(try client.response().hasSuffix("ok\n"))
    }
  }

  @Test func `a certificate that cannot be used is an error at the start`() async throws {
    var settings = Settings()
    settings.tlsCertificateFile = "/nowhere"
    settings.tlsKeyFile = "/nowhere"
    let service = Service(settings: settings, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let error = await #expect(throws: SettingProblem.self) { try await service.run() }
    #expect(error?.description == "KINETYPE_TLS_CERTIFICATE_FILE names `/nowhere`: No such file or directory")
  }

  @Test func `the admin address answers while the public one is full, and until the end`() async throws {
    var reader: Client?
    try await withService {
      $0.adminHost = "127.0.0.1"
      $0.adminPort = 0
      $0.maximumConnections = 1
      $0.graceTime = 30
    } body: { log, port, adminPort in
      let busy = try Client(port: port, receiveBuffer: 4096)
      let text = String(repeating: "x", count: 4000)  // more than the sockets hold, from the first event on
      busy.request("GET /v1/stream?from=0\(text)&to=9\(text)&duration=60")
      #expect(try busy.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
      let surplus = try Client(port: port)
      surplus.request("GET /healthz")
      #expect(try surplus.response().hasPrefix("HTTP/1.1 503 "))
      let admin = try Client(port: adminPort)
      admin.request("GET /readyz")
      #expect(try admin.response().hasPrefix("HTTP/1.1 200 "))
      reader = busy
    } ending: { adminPort in
      let isEnding = try await aside {
        try eventually {
          let admin = try Client(port: adminPort)
          admin.request("GET /readyz")
          return try admin.response().hasPrefix("HTTP/1.1 503 ")
        }
      }
      #expect(isEnding)
      let admin = try Client(port: adminPort)
      admin.request("GET /healthz")
      #expect(try admin.response().hasSuffix("ok\n"))
      #expect(try reader?.receiveAll().contains(#"{"reason":"shutdown""#) == true)
    }
  }

  private func hello(_ port: Int, trusting certificate: TestCertificate) throws -> String {
    let secure = try SecureClient(port: port, trusting: certificate)
    secure.client.request("GET /healthz")
    return try secure.client.response()
  }
}

extension ServiceTests {
  /// Runs the service for the time of `body`, then asks it to end; `ending` runs meanwhile.
  private func withService(
    _ change: (inout Settings) -> Void,
    body: (_ log: LogLines, _ port: Int, _ adminPort: Int) async throws -> Void,
    ending: (_ adminPort: Int) async throws -> Void = { _ in }
  ) async throws {
    var settings = Settings()
    settings.port = 0
    settings.threads = 1
    change(&settings)
    let log = LogLines()
    let service = Service(settings: settings, logger: Logger(label: "test") { _ in log })
    let running = Task { try await service.run() }
    do {
      let port = try await log.port(after: "address=http")
      let adminPort = settings.hasAdminAddress ? try await log.port(after: "admin=http") : 0
      try await body(log, port, adminPort)
      running.cancel()
      try await ending(adminPort)
    } catch {
      running.cancel()
      _ = await running.result
      throw error
    }
    _ = await running.result
    _ = try await log.line(containing: "stopped")
  }
}

/// What a service has logged.
private final class LogLines: LogHandler, Sendable {
  private let lines = Mutex<[String]>([])

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .info }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    let fields = (event.metadata ?? [:]).map { "\($0)=\($1)" }.joined(separator: " ")
    lines.withLock { $0.append("\(event.level) \(fields) \(event.message)") }
  }

  /// Waits for a line.
  func line(containing text: String) async throws -> String {
    let deadline = ContinuousClock.now + .seconds(patience)
    while ContinuousClock.now < deadline {
      if let line = lines.withLock({ $0.last { $0.contains(text) } }) { return line }
      try? await Task.sleep(for: .milliseconds(5))
    }
    throw Client.Failure.timeout(text)
  }

  func port(after prefix: String) async throws -> Int {
    let line = try await line(containing: prefix)
    let match = try #require(line.firstMatch(of: #/:(\d+)\//#))
    return try #require(Int(match.1))
  }
}
