import CGnuTLS
import CMicrohttpd
import Glibc
import HTTPTypes
import System

/// One client's connection, and the request that it is busy with.
@safe
final class Connection {
  /// The socket, open from the connection's first notice to its last.
  let socket: Int32
  /// The loop holds the connection in turn, until it is closed; unowned, each access would count a reference.
  let loop: EventLoop

  let handle: OpaquePointer
  var isSurplus = false
  /// Whether its client may still be sending after the answer, see ``EventLoop/linger(_:)``.
  var lingers = false
  /// The client that the connection is counted for.
  var client: IPAddress?
  var request: RequestState
  private(set) var stream: ResponseStream?
  /// Who answers later, and what once that is known.
  private var later: (answer: LaterAnswer, response: Response?)?
  /// What makes the answer that is being sent, if it is made piece by piece.
  private var pieces: PieceReader?
  private var awaitsRoom = false
  private var awaitsHandshake = false
  private var readingPace: ReadingPace?
  /// Whether a time limit may cut it, so that it is inspected.
  ///
  /// Most streams have none: to inspect 10,000 of them, none in the processor's cache, took 17 ms of each second.
  private var isWatched = true
  let remoteAddress: String
  private let session: TLSSession?
  private var identity: TLSIdentity?

  init(handle: OpaquePointer, loop: EventLoop) {
    unsafe self.handle = handle
    self.loop = loop
    socket = unsafe cmicrohttpd_socket(handle)
    remoteAddress = unsafe SocketAddress(peerOf: handle)?.host ?? ""
    session = loop.configuration.identity == nil ? nil : unsafe TLSSession(of: handle)
    request = RequestState(at: loop.tick)
  }

  var peerAddress: IPAddress? { unsafe SocketAddress(peerOf: handle)?.ip }
}

// MARK: - TLS

extension Connection {
  /// The identity that this connection shows, the newest at its first handshake.
  func chooseIdentity() -> TLSIdentity? {
    if identity == nil { identity = loop.configuration.identity?.value }
    return identity
  }
}

extension Connection {
  /// Whether a session of GnuTLS is this connection's.
  func speaks(by session: gnutls_session_t) -> Bool { unsafe self.session?.handle == session }

  /// Keeps the connection from libmicrohttpd until its handshake can go on.
  func awaitHandshake(isWriting: Bool) {
    awaitsHandshake = true
    suspend()
    isWriting ? loop.peers.addRoom(of: socket) : loop.peers.addReadability(of: socket)
  }

  /// Returns the connection to libmicrohttpd if it waits for its handshake.
  func proceedWithHandshake() {
    guard awaitsHandshake else { return }
    awaitsHandshake = false
    loop.peers.remove(socket)
    loop.resume(self)
  }
}

// MARK: - Streaming

extension Connection {
  /// Answers with a stream that libmicrohttpd knows nothing of: once it gets the connection back, it asks for a response,
  /// gets none and closes.
  ///
  /// A response of libmicrohttpd's that calls for bytes takes 30 µs of a processor: a copy of each field, two writes, and
  /// 12 KiB of the connection's memory to zero.
  func openStream(behind head: [UInt8], _ open: (ResponseStream) -> Void) {
    Socket.prepareForStream(socket)
    loop.peers.add(socket)
    suspend()
    let stream = ResponseStream(
      connection: self, socket: StreamSocket(socket, session: session), isHTTP10: request.isHTTP10, head: head)
    self.stream = stream
    open(stream)
    stream.beginSending()
  }

  /// The stream's socket is full: watches for room.
  func awaitRoom() {
    watchTimeouts()
    guard !awaitsRoom else { return }
    awaitsRoom = true
    loop.peers.addWritability(of: socket)
  }

  /// The stream is over: the connection is to go back to libmicrohttpd, which closes it.
  func resume() {
    loop.resume(self)
  }

  /// Keeps the connection from libmicrohttpd until ``resume()``.
  func suspend() {
    unsafe MHD_suspend_connection(handle)
  }

  /// Returns the connection to libmicrohttpd, which goes on with it at its next run.
  func returnToDaemon() {
    unsafe MHD_resume_connection(handle)
  }

  /// The stream is over and its socket libmicrohttpd's alone.
  func endStream(_ stream: ResponseStream) -> (report: (any Sendable)?, isFinished: Bool) {
    stream.close()
    self.stream = nil
    return (stream.report, stream.isFinished)
  }
}

// MARK: - Answering later

extension Connection {
  /// libmicrohttpd asks for a response again once it gets the connection back.
  func waitForAnswer(_ begin: (LaterAnswer) -> Void) {
    request.postpone(at: loop.tick)
    suspend()
    let answer = LaterAnswer(by: loop.inbox.send) { [self] answer, response in
      guard later?.answer === answer else { return }
      later?.response = response
      loop.resume(self)
    }
    later = (answer, nil)
    begin(answer)
  }

  func takeLaterResponse() -> Response? {
    defer { later = nil }
    return later?.response
  }

  /// Lets go of an answer that nobody takes any more; it would hold the connection, which holds it.
  func forgetAnswer() {
    later = nil
  }

  /// Whether the connection waits, or has waited, for an answer.
  var isWaiting: Bool { later != nil }

  /// Waits no longer, because the server stops.
  func cancelAnswer() {
    pieces?.cancel()
    guard let waiting = later, waiting.response == nil else { return }
    later = nil
    loop.resume(self)
  }
}

// MARK: - Answering piece by piece

extension Connection {
  func makeReader(of pieces: any BodyPieces) -> PieceReader {
    let reader = PieceReader(pieces, on: self)
    self.pieces = reader
    return reader
  }

  func endPieces() {
    pieces = nil
  }
}

// MARK: - Events

extension Connection {
  /// Something happened to the socket of a stream, or of a handshake: there is room, or the peer has left.
  func noticed(isRoom: Bool) {
    proceedWithHandshake()
    if isRoom { stream?.proceed() } else { stream?.abort(Socket.hasTimedOut(socket) ? .stalled : .peerLeft) }
  }

  /// A time limit may cut the connection from now on.
  func watchTimeouts() {
    guard !isWatched else { return }
    isWatched = true
    loop.watchTimeouts(of: self)
  }

  /// Cuts or refuses the connection if a time limit has passed; returns whether one may still pass.
  ///
  /// If not, ``watchTimeouts()`` comes before the next inspection.
  func inspect(at tick: Int, limits: ConnectionTimeouts) -> Bool {
    let isBlocked = stream?.inspect(at: tick, stallLimit: limits.stalledWrite)
    let isReaderAwaited = isBlocked ?? (request.isAnswered && !isWaiting && pieces?.isMaking != true)
    isWatched = isReaderAwaited || request.isClientAwaited
    if isTooSlow(isReaderAwaited, at: tick, limits: limits) {
      // Not by a goodbye: libmicrohttpd may be in the midst of a record.
      if let stream { stream.abort(.stalled) } else { Socket.cut(socket) }
      return isWatched
    }
    switch request.timeout(at: tick, limits: limits) {
    case nil: if request.isClientAwaited, Socket.isOver(socket) { cut() }
    case .close: cut()
    case .refuseHead: refuse(.headTooSlow(limit: loop.configuration.headTimeout))
    case .refuseBody: refuse(.bodyTooSlow(limit: loop.configuration.bodyTimeout))
    }
    if request.isChunkStuck(at: tick, since: loop.spinStart) { refuseChunk() }
    return isWatched
  }

  /// Whether the client takes what waits for it too slowly, by what the kernel knows that has arrived there.
  private func isTooSlow(_ isAwaited: Bool, at tick: Int, limits: ConnectionTimeouts) -> Bool {
    guard isAwaited, let count = Socket.acknowledgedBytes(socket) else {
      readingPace = nil
      return false
    }
    if readingPace == nil { readingPace = ReadingPace(at: tick, count: count) }
    return readingPace?.isTooSlow(at: tick, count: count, limits: limits) ?? false
  }

  /// Refuses a body of which a chunk's first line fills the memory, so that libmicrohttpd neither reads nor waits.
  private func refuseChunk() {
    refuse(.malformed(reason: "a chunk's first line is too long"))
    unsafe cmicrohttpd_close_if_silent(handle)
  }

  func cutIfIdle() {
    if request.isIdle { cut() }
  }

  /// Cuts the connection between two responses, after some last bytes; returns whether the system has taken them all.
  @discardableResult
  func cut(after words: [UInt8] = []) -> Bool {
    defer { lingers ? Socket.endWriting(socket) : Socket.cut(socket) }
    guard let session else { return words.isEmpty || Socket.write(words.span, to: socket) == .accepted(words.count) }
    let isTold = words.isEmpty || session.write(words.span) == .accepted(words.count)
    session.sayGoodbye()
    return isTold
  }

  /// Tells the handler that a request is over, unless it has been told.
  func report(isComplete: Bool, _ streamReport: (any Sendable)? = nil) {
    guard loop.wantsExchanges, request.isReportDue else { return }
    request.noteReport()
    let (method, head, start) = (request.method, request.head?.value, request.headEnd)
    loop.handler.completed(
      Exchange(
        requestID: nameRequest(), method: method, path: request.target?.path, status: request.status,
        byteCount: method == "HEAD" ? 0 : request.byteCount,
        duration: start > 0 ? .nanoseconds(Clock.monotonic - start) : .zero, end: .now, remoteAddress: remoteAddress,
        userAgent: head?.userAgent, headerFields: head?.fields ?? [:], isComplete: isComplete, report: streamReport))
  }
}

extension SocketAddress {
  fileprivate init?(peerOf connection: OpaquePointer) {
    guard let address = unsafe cmicrohttpd_peer_address(connection) else { return nil }
    let size =
      unsafe address.pointee.sa_family == sa_family_t(AF_INET6)
      ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    unsafe self.init(copying: address, length: socklen_t(size))
  }
}
