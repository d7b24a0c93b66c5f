import CGnuTLS
import CMicrohttpd
import Glibc
import RawClient
import System
import Testing

@testable import MicroHTTP

extension HTTPServerTests {
  /// A program that embeds the server may have TLS and a server of its own, whose calls of both libraries come to the
  /// functions that the server puts before theirs.
  @Suite(.serialized) struct NeighbourTests {}
}

/// What a program keeps where libmicrohttpd keeps its connection: nothing that anybody else may follow.
private var nonsense: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: 16) }

/// Both ends of a TLS connection within this process.
@safe
private final class OwnTLS {
  private var client: gnutls_session_t?
  private var server: gnutls_session_t?
  private var clientCredentials: gnutls_anon_client_credentials_t?
  private var serverCredentials: gnutls_anon_server_credentials_t?
  private var ends: [Int32] = [-1, -1]

  init() {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    unsafe socketpair(AF_UNIX, kind, 0, &ends)
    unsafe gnutls_anon_allocate_client_credentials(&clientCredentials)
    unsafe gnutls_anon_allocate_server_credentials(&serverCredentials)
    unsafe gnutls_init(&client, GNUTLS_CLIENT.rawValue | GNUTLS_NONBLOCK.rawValue)
    unsafe gnutls_init(&server, GNUTLS_SERVER.rawValue | GNUTLS_NONBLOCK.rawValue)
    unsafe gnutls_credentials_set(client, GNUTLS_CRD_ANON, UnsafeMutableRawPointer(clientCredentials))
    unsafe gnutls_credentials_set(server, GNUTLS_CRD_ANON, UnsafeMutableRawPointer(serverCredentials))
    unsafe prepare(client, for: ends[0])
    unsafe prepare(server, for: ends[1])
  }

  private func prepare(_ session: gnutls_session_t?, for end: Int32) {
    unsafe gnutls_priority_set_direct(session, "NORMAL:-VERS-ALL:+VERS-TLS1.2:+ANON-ECDH", nil)
    unsafe gnutls_transport_set_int2(session, end, end)
    unsafe gnutls_session_set_ptr(session, nonsense)
  }

  deinit {
    unsafe gnutls_deinit(client)
    unsafe gnutls_deinit(server)
    unsafe gnutls_anon_free_client_credentials(clientCredentials)
    unsafe gnutls_anon_free_server_credentials(serverCredentials)
    for end in ends { close(end) }
  }

  /// Whether two ends that wait for each other come to an agreement, and hear of each other until one says goodbye.
  func shakesHands() -> Bool {
    var (own, other) = (GNUTLS_E_AGAIN, GNUTLS_E_AGAIN)
    for _ in 0..<20 where own != 0 || other != 0 {
      if own != 0 { own = unsafe gnutls_handshake(client) }
      if other != 0 { other = unsafe gnutls_handshake(server) }
    }
    var byte = UInt8(ascii: "a")
    return unsafe own == 0 && other == 0 && gnutls_record_send(client, &byte, 1) == 1
      && gnutls_record_recv(server, &byte, 1) == 1 && gnutls_bye(client, GNUTLS_SHUT_WR) == 0
      && gnutls_record_recv(server, &byte, 1) == 0
  }

  /// Begins a handshake whose bytes go where only the program knows, by a number that may be a descriptor of the server's;
  /// returns whether it waits.
  func beginsHandshake(as number: Int32) -> Bool {
    unsafe gnutls_transport_set_int2(client, number, number)
    unsafe gnutls_transport_set_push_function(client) { _, _, count in count }
    unsafe gnutls_transport_set_pull_function(client) { _, _, _ in
      errno = EAGAIN
      return -1
    }
    return unsafe gnutls_handshake(client) == GNUTLS_E_AGAIN
  }
}

/// Shakes hands with somebody else while the loop serves a request, within libmicrohttpd's call.
private final class Host: RequestHandler {
  func respond(to request: Request) -> Response {
    let isAgreed = request.path == "/pair" && OwnTLS().shakesHands()
    let waits = request.path == "/numbers" ? (0..<256).filter { OwnTLS().beginsHandshake(as: $0) }.count : 0
    return Response(body: .bytes(Array("\(isAgreed) \(waits)".utf8)))
  }

  func respond(to rejection: RequestRejection, requestID: String) -> Response { Response(status: rejection.status) }

  func drain() {}
}

extension HTTPServerTests.NeighbourTests {
  @Test(arguments: [true, false])
  func `a handshake of the program's own is no connection's`(isSecure: Bool) async throws {
    let certificate = try TestCertificate()
    let identity = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
    try await withServer {
      $0.identity = isSecure ? CurrentTLSIdentity(identity) : nil
      $0.loopCount = 1
    } body: { port in
      let secure = isSecure ? try SecureClient(port: port, trusting: certificate) : nil
      let client = try secure?.client ?? Client(port: port)
      #expect(OwnTLS().shakesHands())
      for (path, answer) in [("/pair", "true 0"), ("/numbers", "false 256"), ("/pair", "true 0")] {
        client.request("GET \(path)")
        #expect(try client.response().hasSuffix("\r\n\r\n\(answer)"))
        #expect(OwnTLS().shakesHands())
      }
    } handler: { _ in
      Host()
    }
  }

  /// libmicrohttpd answers what it cannot parse by the function that the server has put before its own.
  @Test func `a server of the program's own answers as it does`() async throws {
    let own = try #require(OwnServer())
    try await withServer { port in
      for _ in 0..<3 {
        for (line, status) in [("GET / HTTP/1.1", "202"), ("GET / HTTP/9.9", "505")] {
          let client = try Client(port: own.port)
          client.send("\(line)\r\nHost: a\r\nConnection: close\r\n\r\n")
          #expect(try client.receiveAll().hasPrefix("HTTP/1.1 \(status) "))
        }
        let client = try Client(port: port)
        client.send("GET / HTTP/9.9\r\nHost: a\r\n\r\n")
        #expect(try client.receiveAll().hasSuffix("versionNotSupported"))
      }
    }
  }
}

/// A daemon of libmicrohttpd with a thread and connections of its own.
@safe
private final class OwnServer {
  let port: Int
  private let daemon: OpaquePointer

  init?() {
    guard let (port, sockets) = try? Socket.listening(host: "127.0.0.1", port: 0, count: 1) else { return nil }
    self.port = port
    let answer: MHD_AccessHandlerCallback = { _, connection, _, _, _, _, _, request in
      guard unsafe request?.pointee != nil else {
        unsafe request?.pointee = nonsense
        return .YES
      }
      let empty = unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
      defer { unsafe MHD_destroy_response(empty) }
      return unsafe MHD_queue_response(connection, 202, empty)
    }
    let note: MHD_NotifyConnectionCallback = { _, _, context, _ in unsafe context?.pointee = nonsense }
    let daemon = unsafe withVaList([
      MHD_OPTION.LISTEN_SOCKET.rawValue, sockets[0], MHD_OPTION.NOTIFY_CONNECTION.rawValue,
      unsafeBitCast(note, to: OpaquePointer.self), 0, MHD_OPTION.END.rawValue,
    ]) {
      unsafe MHD_start_daemon_va(MHD_USE_EPOLL_INTERNAL_THREAD.rawValue, 0, nil, nil, answer, nil, $0)
    }
    guard let daemon = unsafe daemon else { return nil }
    unsafe self.daemon = daemon
  }

  deinit { unsafe MHD_stop_daemon(daemon) }
}
