import System
import Testing

struct AuthorityTests {
  @Test(arguments: [
    ("localhost", "localhost:80"), ("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("::", "[::]:80"),
  ])
  func `an IPv6 address stands in brackets`(host: String, text: String) {
    #expect("\(Authority(host: host, port: 80))" == text)
  }
}
