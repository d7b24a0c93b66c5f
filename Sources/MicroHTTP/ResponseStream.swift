import System

/// One response whose bytes come in time, the last on its connection.
///
/// It belongs to its loop's queue. Its producer ends it by ``finish()``, unless it has closed before, and should not keep
/// it longer, since it holds its loop.
///
/// Its bytes are written straight to the socket, or the TLS session, of a connection that libmicrohttpd has suspended: to
/// resume and suspend it for each frame would walk through all suspended connections each time.
package final class ResponseStream {
  // What a frame needs comes first and together, see ``StreamSocket``.
  private let socket: StreamSocket
  private let loop: EventLoop
  /// Whether the client speaks HTTP/1.0: it gets bare bytes, ended by the end of the connection.
  package let isHTTP10: Bool
  private var outbox: Outbox

  /// Receives the stream's events; released after the last.
  ///
  /// Not weak: the first weak reference gives its object a side table, and every later retain of the object takes the
  /// slow way through it, several times a frame.
  package var delegate: (any StreamDelegate)?

  /// What the producer reports about the stream at its end; becomes ``Exchange/report``.
  package var report: (any Sendable)?

  let connection: Connection

  /// A stream that begins with a head; what is sent before ``beginSending()`` leaves with it.
  init(connection: Connection, socket: StreamSocket, isHTTP10: Bool, head: [UInt8]) {
    self.connection = connection
    self.socket = socket
    self.isHTTP10 = isHTTP10
    outbox = Outbox(gatheringBehind: head)
    loop = connection.loop
  }

  /// Whether everything was sent; meaningful once the stream is over.
  var isFinished: Bool { outbox.closeReason == .finished }
}

// MARK: - Producing

extension ResponseStream {
  /// Offers bytes, all or nothing; no bytes at all are nothing to send.
  ///
  /// Where the socket takes only a part, the rest is kept and goes first, so that every chunk arrives whole. Nothing is
  /// allocated unless that happens. What is sent while the stream is opened leaves with its head.
  package func send(_ bytes: Span<UInt8>) -> SendOutcome {
    let loop = loop
    return isHTTP10
      ? write(bytes, with: &outbox)
      : write(bytes, with: &outbox, through: &loop.chunk)
  }

  /// Ends the response once what was sent has left, and the connection with it.
  package func finish() {
    outbox.finish(isHTTP10 ? [] : Self.lastChunk, at: loop.tick)
    proceed()
  }

  private static let lastChunk = Array("0\r\n\r\n".utf8)

  private func write(
    _ bytes: Span<UInt8>, with outbox: inout Outbox, through chunk: inout ChunkBuffer
  ) -> SendOutcome {
    guard !bytes.isEmpty else { return outbox.refusal() ?? .sent }
    chunk.fill(with: bytes)
    return write(chunk.span, with: &outbox)
  }

  /// Writes with one access to the outbox, since each is checked while it runs.
  private func write(_ bytes: Span<UInt8>, with outbox: inout Outbox) -> SendOutcome {
    if let refusal = outbox.refusal() { return refusal }
    guard !bytes.isEmpty else { return .sent }
    if outbox.isGathering {
      if outbox.gather(bytes) >= Self.gatheringLimit { beginSending(&outbox) }
      return .sent
    }
    let outcome = outbox.record(socket.writeFresh(bytes), of: bytes, at: loop.tick)
    if outcome == .closed { connection.resume() }
    if outcome == .full || outbox.hasRemainder { connection.awaitRoom() }
    return outcome
  }
}

// MARK: - Opening

extension ResponseStream {
  /// How many bytes are gathered at most before they leave.
  private static let gatheringLimit = 8192

  /// Sends the head, and what the producer has sent already, by one write.
  ///
  /// So the client wakes up once, not three times for head, first message and first frame.
  func beginSending() {
    if outbox.isGathering { beginSending(&outbox) }
  }

  private func beginSending(_ outbox: inout Outbox) {
    outbox.open(at: loop.tick)
    _ = outbox.recordFlush(socket.writeKept(outbox.remainder), at: loop.tick)
    if outbox.closeReason != nil { connection.resume() }
    if outbox.hasRemainder { connection.awaitRoom() }
  }
}

// MARK: - Events

extension ResponseStream {
  /// Goes on with what can be done now: to write what was kept, to ask for more, to end.
  func proceed() {
    while true {
      switch outbox.next() {
      case .flush:
        let transmission = socket.writeKept(outbox.remainder)
        guard outbox.recordFlush(transmission, at: loop.tick) else { return connection.awaitRoom() }
        if outbox.closeReason != nil { return connection.resume() }
      case .notify:
        delegate?.streamBecameWritable(self)
        return
      case .end:
        outbox.close(.finished)
        return connection.resume()
      case .wait:
        return
      }
    }
  }

  /// Cuts the connection and drops what waits.
  ///
  /// Only once: cutting is itself an event on the socket, which would lead here again and again.
  func abort(_ reason: StreamCloseReason) {
    guard outbox.closeReason == nil else { return }
    outbox.close(reason)
    connection.resume()
  }

  /// Cuts the connection if its peer has taken nothing for too long.
  ///
  /// Returns whether it has to be inspected again before the next ``Connection/awaitRoom()``.
  func inspect(at tick: Int, stallLimit: Int) -> Bool {
    if outbox.isStalled(at: tick, limit: stallLimit) { abort(.stalled) }
    return outbox.isBlocked
  }

  /// The connection is done with the response, in whatever way.
  func close() {
    outbox.close(.peerLeft)
    delegate?.stream(self, didCloseWith: outbox.closeReason ?? .peerLeft)
    delegate = nil
  }
}
