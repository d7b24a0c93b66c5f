import System
import CMicrohttpd

/// One `MHD_Daemon` in external epoll mode: it does nothing but when it is run.
@safe
final class Daemon {
  /// The epoll descriptor of the listening socket and of every connection that is not suspended.
  let descriptor: Int32

  private var pointer: OpaquePointer?
  private let turn: cmicrohttpd_turn

  /// RFC 9325: TLS 1.3 and 1.2 with authenticated ciphers and elliptic curves for each session's own keys.
  private static let tlsPriorities: StaticString =
    "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:-SHA1"

  /// Bytes of a connection's memory beside the longest head: for the table of its fields and the head of an answer.
  ///
  /// libmicrohttpd zeroes half as much again as the whole memory for each request.
  private static let answerMemory = 4096

  /// Starts a daemon whose callbacks reach `loop`, which must outlive it.
  init(configuration: HTTPServer.Configuration, listenSocket: Int32, loop: EventLoop) throws(SocketError) {
    var options = unsafe cmicrohttpd_options()
    unsafe options.context = Unmanaged.passUnretained(loop).toOpaque()
    unsafe options.listen_socket = listenSocket
    unsafe options.connection_limit = UInt32(clamping: configuration.acceptLimit)
    unsafe options.connection_memory = configuration.maximumHeadBytes + Self.answerMemory
    unsafe options.inactivity_seconds = configuration.inactivitySeconds
    unsafe options.begin_request = beginRequest
    unsafe options.handle_request = handleRequest
    unsafe options.complete_request = completeRequest
    unsafe options.notify_connection = notifyConnection
    if configuration.identity != nil {
      unsafe options.choose_certificate = chooseCertificate
      unsafe options.tls_priorities = UnsafeRawPointer(Self.tlsPriorities.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    unsafe turn = cmicrohttpd_turn(
      context: options.context, refuse_request: refuseRequest, await_handshake: awaitHandshake)
    guard let pointer = unsafe cmicrohttpd_start(&options) else { throw .lastError(in: "MHD_start_daemon") }
    unsafe self.pointer = pointer
    descriptor = unsafe cmicrohttpd_epoll_descriptor(pointer)
  }

  deinit { stop() }

  /// Does everything that can be done without waiting, up to eleven new connections among it.
  func run() {
    guard let pointer = unsafe pointer else { return }
    _ = unsafe withUnsafePointer(to: turn) { unsafe cmicrohttpd_run(pointer, $0) }
  }

  /// Whether there is more to do at once, although the descriptor may have nothing new.
  var hasMoreToDo: Bool {
    guard let pointer = unsafe pointer else { return false }
    var timeout: UInt64 = 0
    return unsafe MHD_get_timeout(pointer, &timeout) == .YES && timeout == 0
  }

  /// Stops accepting; the listening socket, still open, is to be closed so that clients are refused.
  ///
  /// `nil` the second time.
  func quiesce() -> Int32? {
    guard let pointer = unsafe pointer else { return nil }
    let socket = unsafe MHD_quiesce_daemon(pointer)
    return socket >= 0 ? socket : nil
  }

  /// Closes every connection; every suspended one must have been resumed before, or libmicrohttpd aborts the process.
  func stop() {
    guard let pointer = unsafe pointer else { return }
    unsafe self.pointer = nil
    unsafe MHD_stop_daemon(pointer)
  }
}

extension HTTPServer.Configuration {
  /// Connections that may be held, so that some can be told that there are too many.
  var acceptLimit: Int { connectionLimit + connectionLimit / 16 + 16 }

  /// After how many seconds of silence libmicrohttpd closes a connection, without a word: beyond all limits, of which the client is
  /// told, however late the loop comes to see that one is over.
  fileprivate var inactivitySeconds: UInt32 {
    let longest = max(headTimeout, bodyTimeout, idleTimeout, stalledWriteTimeout)
    return UInt32(clamping: min(longest.components.seconds, .max - 10) + 10)
  }

  /// The same for no more connections than there is room for.
  func fitting(_ room: Int) -> Self {
    var configuration = self
    configuration.connectionLimit = min(connectionLimit, max((room - 16) * 16 / 17, 1))
    return configuration
  }
}
