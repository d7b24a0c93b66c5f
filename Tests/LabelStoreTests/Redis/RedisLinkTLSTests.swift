import RawClient
import Testing

@testable import LabelStore

struct RedisLinkTLSTests {
  private let certificate: TestCertificate
  private let server: RedisServer

  init() throws {
    certificate = try TestCertificate()
    server = try RedisServer(certificate: certificate)
  }

  private func link(_ host: String = "localhost", trusting authorities: String?) throws -> TestLink {
    TestLink(try RedisAddress("rediss://\(host):\(server.securePort)"), .patient(authorities: authorities))
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `the right certificate, by name and by address`(host: String) async throws {
    let test = try link(host, trusting: certificate.certificateFile)
    #expect(test.comesUp())
    let megabyte = [UInt8](repeating: 13, count: 1 << 20)
    #expect(try await test.ask([Array("SET".utf8), [1], megabyte]) == .status("OK"))
    #expect(try await test.ask([Array("GET".utf8), [1]]) == .bytes(megabyte))
    let sums = try await withThrowingTaskGroup { group in
      for _ in 0..<1000 { group.addTask { try await test.ask("INCR", "a") } }
      return try await group.reduce(into: [RedisReply]()) { $0.append($1) }
    }
    #expect(sums.contains(.integer(1000)))
    #expect(test.events == [.up])
    server.kill()
    #expect(test.down() == "Redis has closed the connection")
    try server.restart()
    #expect(test.comesUp(times: 2))
  }

  @Test func `an authority that is not trusted`() throws {
    let other = try TestCertificate()
    for authorities in [other.certificateFile, nil] {
      let reason = try #require(try link(trusting: authorities).down())
      #expect(reason.hasPrefix("the server's certificate is not trusted (The certificate is NOT trusted."))
      #expect(reason.contains("signed by an authority of \(authorities ?? "the system")"))
    }
  }

  @Test func `a certificate for another name`() throws {
    let other = try TestCertificate(names: "DNS:redis.example")
    let server = try RedisServer(certificate: other)
    let address = try RedisAddress("rediss://localhost:\(server.securePort)")
    let test = TestLink(address, .patient(authorities: other.certificateFile))
    let reason = try #require(test.down())
    #expect(reason.contains("The name in the certificate does not match the expected."))
    #expect(reason.contains("for the host of localhost:\(server.securePort)"))
  }

  @Test func `no authorities in the file`() throws {
    let reason = try link(trusting: certificate.path("nothing")).down()
    #expect(reason == "no authority can be read from \(certificate.path("nothing"))")
  }

  @Test func `a server that wants certificates of its clients`() throws {
    let strict = try RedisServer("--tls-auth-clients", "yes", certificate: certificate)
    let address = try RedisAddress("rediss://localhost:\(strict.securePort)")
    let test = TestLink(address, .patient(authorities: certificate.certificateFile))
    #expect(test.down()?.contains("set `tls-auth-clients no` in Redis") == true)
  }

  @Test func `TLS where there is none, and none where there is`() throws {
    // Redis takes the handshake for a command that is not at its end. Long enough to find the name and to load the system's
    // authorities before.
    let limits = RedisLimits(connecting: .seconds(5))
    let plain = TestLink(try RedisAddress("rediss://localhost:\(server.port)"), limits)
    let reason = try #require(plain.down())
    let words = "there is no TLS with localhost:\(server.port) (no answer in time)"
    #expect(reason == "\(words); without TLS, the address begins with redis://")
    let secret = TestLink(try RedisAddress("redis://localhost:\(server.securePort)"))
    #expect(secret.down()?.hasSuffix("if it wants TLS, the address begins with rediss://") == true)
  }
}
