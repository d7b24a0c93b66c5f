import RawClient
import Testing

@testable import MicroHTTP

struct AuthorityTests {
  @Test(arguments: [
    ("localhost", "localhost:80"), ("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("::", "[::]:80"),
  ])
  func `an IPv6 address stands in brackets`(host: String, text: String) {
    #expect("\(Authority(host: host, port: 80))" == text)
  }
}

extension HTTPServerTests {
  @Test(arguments: ["127.0.0.1", "::1"])
  func `a probe is answered wherever the server listens`(host: String) async throws {
    try await withServer {
      $0.host = host
    } body: { port in
      let probe = HTTPProbe(host: host, port: port, path: "/hello", timeout: .seconds(patience))
      let status = try probe.status()
      #expect(status == 200)
    }
  }
}
