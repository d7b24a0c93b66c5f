import RawClient
import Testing

@testable import MicroHTTP

extension HTTPServerTests {
  struct ConnectionTests {
    /// Changes the server's identity while a connection is open, and says what that one goes on showing.
    private final class Successor: RequestHandler {
      private let identity: CurrentTLSIdentity
      private let next: TLSIdentity

      init(_ identity: CurrentTLSIdentity, next: TLSIdentity) {
        (self.identity, self.next) = (identity, next)
      }

      func respond(to request: Request) -> Response {
        Response(
          body: .stream { [self] stream in
            let first = stream.connection.chooseIdentity()
            identity.value = next
            let isKept = first != nil && stream.connection.chooseIdentity() === first
            _ = stream.send(Array((isKept ? "kept" : "changed").utf8).span)
            stream.finish()
          })
      }

      func respond(to rejection: RequestRejection, requestID: String) -> Response { Response(status: rejection.status) }

      func drain() {}
    }

    /// GnuTLS copies neither chain nor key, and may ask again while it still reads the first.
    @Test func `a connection shows the identity that it began with`() async throws {
      let certificate = try TestCertificate()
      let identity = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
      let next = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
      let current = CurrentTLSIdentity(identity)
      try await withServer {
        $0.identity = current
        $0.loopCount = 1
      } body: { port in
        let secure = try SecureClient(port: port, trusting: certificate)
        secure.client.request("GET /")
        #expect(try secure.client.receiveAll().contains("\r\nkept\r\n"))
      } handler: { _ in
        Successor(current, next: next)
      }
    }
  }
}
