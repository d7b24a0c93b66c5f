import CMicrohttpd
import HTTPTypes

/// One client's connection, and the request that it is busy with.
@safe
final class Connection {
  /// The socket, open from the connection's first notice to its last.
  let socket: Int32
  /// The loop holds the connection in turn, until it is closed; unowned, each access would count a reference.
  let loop: EventLoop

  let handle: OpaquePointer
  var isSurplus = false
  var patience = Patience()
  var target: RequestTarget?
  var targetBytes: Range<UInt> = 0..<0
  var method = ""
  var headerFields = HTTPFields()
  var isHTTP10 = false
  var hasHead = false
  var body = RequestBody()
  private(set) var stream: ResponseStream?
  private var awaitsRoom = false
  private var peer: String?

  init(handle: OpaquePointer, loop: EventLoop) {
    unsafe self.handle = handle
    self.loop = loop
    socket = unsafe cmicrohttpd_socket(handle)
    Socket.limitSilence(of: socket, to: loop.configuration.stalledWriteTimeout)
    patience.await(.firstRequest, at: loop.tick)
  }

  /// The peer's numeric address.
  var remoteAddress: String {
    if let peer { return peer }
    let host = unsafe Address(peerOf: handle)?.host ?? ""
    peer = host
    return host
  }
}

// MARK: - Streaming

extension Connection {
  /// A stream is about to be opened on this connection.
  func beginStream() {
    Socket.prepareForStream(socket)
    loop.peers.add(socket)
  }

  /// The stream's socket is full: hear of it when it no longer is.
  func awaitRoom() {
    guard !awaitsRoom else { return }
    awaitsRoom = true
    loop.peers.addWritability(of: socket)
  }

  func suspend() {
    unsafe MHD_suspend_connection(handle)
  }

  func resume() {
    unsafe MHD_resume_connection(handle)
    loop.requestTurn()
  }

  /// The response of `stream` is over and its socket libmicrohttpd's alone.
  func endStream(_ stream: ResponseStream) {
    if self.stream === stream {
      self.stream = nil
      loop.peers.remove(socket)
      awaitsRoom = false
    }
    stream.close()
  }

  /// Creates the stream of this connection's response.
  func makeStream(_ opener: @escaping (ResponseStream) -> Void) -> ResponseStream {
    let stream = ResponseStream(connection: self, isHTTP10: isHTTP10, opener: opener)
    self.stream = stream
    return stream
  }
}

// MARK: - Events

extension Connection {
  /// Something happened to the socket of a stream.
  func noticed(_ event: PeerWatch.Event) {
    switch event {
    case .left: stream?.abort(Socket.hasTimedOut(socket) ? .stalled : .peerLeft)
    case .writable: stream?.becameWritable()
    }
  }

  /// Cuts the connection if it has kept the server waiting for too long.
  func inspect(at tick: Int, limits: Patience.Limits) {
    stream?.inspect(at: tick, stallLimit: limits.stalledWrite)
    switch patience.verdict(at: tick, limits: limits) {
    case .wait: break
    case .cut: Socket.cut(socket)
    case .tellAndCut:
      _ = Socket.write(Self.requestTimeout.span, to: socket)
      Socket.cut(socket)
    }
  }

  /// Cuts the connection if nothing is under way on it.
  func cutIfIdle() {
    if patience.isIdle { Socket.cut(socket) }
  }

  // libmicrohttpd takes no response before it has a head, so this one is written past it; nothing else can be under way.
  private static let requestTimeout = [UInt8](
    "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
}
