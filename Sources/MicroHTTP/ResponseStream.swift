import System

/// One response whose bytes come in time, the last on its connection.
///
/// It belongs to its loop's queue. Its producer ends it by ``finish()``, unless it has closed before, and should not keep
/// it longer, since it holds its loop.
public final class ResponseStream {
  // What a frame needs comes first and together, see ``StreamSocket``.
  private let socket: StreamSocket
  private let loop: EventLoop
  let transport: HTTPServer.StreamTransport
  /// Whether the client speaks HTTP/1.0: it gets bare bytes, ended by the end of the connection.
  public let isHTTP10: Bool
  var outbox = Outbox()

  /// Who hears of room and of the end; let go once it has heard of the end.
  ///
  /// Not weak: the first weak reference gives its object a side table, and every later retain of the object takes the
  /// slow way through it, several times a frame.
  public var delegate: (any StreamDelegate)?

  /// What the producer has to say about the stream at its end; ``Exchange/report`` hands it on.
  public var report: (any Sendable)?

  let connection: Connection
  var opener: ((ResponseStream) -> Void)?
  var isSuspended = false
  var closeReason = StreamCloseReason.peerLeft
  /// When libmicrohttpd was last given bytes, by ``Clock/monotonic``.
  var handedOver: UInt64 = 0
  /// What is known of the request, once its answer is over and only the producer's report is missing.
  var exchange: Exchange?

  init(
    connection: Connection, socket: StreamSocket, isHTTP10: Bool, opener: @escaping (ResponseStream) -> Void
  ) {
    self.connection = connection
    self.socket = socket
    self.isHTTP10 = isHTTP10
    self.opener = opener
    loop = connection.loop
    transport = loop.configuration.streamTransport
  }
}

// MARK: - Producing

extension ResponseStream {
  /// Offers bytes, all or nothing; no bytes at all are nothing to send.
  ///
  /// Where the socket takes only a part, the rest is kept and goes first, so that no chunk is ever torn. Nothing is
  /// allocated unless that happens. What is sent while the stream is opened leaves with its head.
  public func send(_ bytes: Span<UInt8>) -> SendOutcome {
    guard transport == .direct else { return enqueue(bytes) }
    let loop = loop
    return write(bytes, by: &outbox, through: &loop.chunk)
  }

  /// Ends the response once what was sent has left, and the connection with it.
  public func finish() {
    outbox.finish(transport == .direct && !isHTTP10 ? Self.lastChunk : [], at: loop.tick)
    proceed()
  }

  private static let lastChunk = Array("0\r\n\r\n".utf8)

  private func enqueue(_ bytes: Span<UInt8>) -> SendOutcome {
    if let refusal = outbox.refusal() { return refusal }
    guard !bytes.isEmpty else { return .sent }
    let outcome = outbox.record(.accepted(0), of: bytes, at: loop.tick)
    resume()
    return outcome
  }

  /// Writes past libmicrohttpd, with one access to the outbox and one to the chunk: each is checked while it runs.
  private func write(
    _ bytes: Span<UInt8>, by outbox: inout Outbox, through chunk: inout ChunkBuffer
  ) -> SendOutcome {
    if let refusal = outbox.refusal() { return refusal }
    guard !bytes.isEmpty else { return .sent }
    if outbox.isGathering { return gather(bytes, in: &outbox, through: &chunk) }
    let outcome: SendOutcome
    if isHTTP10 {
      outcome = outbox.record(socket.writeFresh(bytes), of: bytes, at: loop.tick)
    } else {
      chunk.fill(with: bytes)
      outcome = outbox.record(socket.writeFresh(chunk.span), of: chunk.span, at: loop.tick)
    }
    if outcome == .closed { resume() }
    if outcome == .full || outbox.hasRemainder { connection.awaitRoom() }
    return outcome
  }
}

// MARK: - Opening

extension ResponseStream {
  /// How many bytes are gathered at most before they leave.
  private static let gatheringLimit = 8192

  /// Has the producer begin, and sends what it says at once behind the head, by one write.
  ///
  /// The client has as much of it as early, but wakes up once and not three times, for head, first message and first frame.
  func open(behind head: [UInt8]) {
    guard let opener else { return }
    self.opener = nil
    outbox.gather(behind: head)
    opener(self)
    if outbox.isGathering { beginSending(&outbox) }
  }

  private func gather(
    _ bytes: Span<UInt8>, in outbox: inout Outbox, through chunk: inout ChunkBuffer
  ) -> SendOutcome {
    let count: Int
    if isHTTP10 {
      count = outbox.gather(bytes)
    } else {
      chunk.fill(with: bytes)
      count = outbox.gather(chunk.span)
    }
    if count >= Self.gatheringLimit { beginSending(&outbox) }
    return .sent
  }

  private func beginSending(_ outbox: inout Outbox) {
    outbox.open(at: loop.tick)
    _ = outbox.recordFlush(socket.writeKept(outbox.remainder), at: loop.tick)
    if outbox.isClosed { resume() }
    if outbox.hasRemainder { connection.awaitRoom() }
  }
}

// MARK: - Events

extension ResponseStream {
  /// The socket may have room again.
  func becameWritable() {
    if transport == .direct { proceed() }
  }

  /// Cuts the connection and drops what waits.
  ///
  /// Only once: cutting is itself an event on the socket, which would lead here again and again.
  func abort(_ reason: StreamCloseReason) {
    guard !outbox.isClosed else { return }
    closeReason = reason
    outbox.close()
    if isSuspended { resume() } else { socket.cut() }
  }

  /// Cuts the connection if its peer has taken nothing for too long.
  ///
  /// - Returns: Whether that may still come without a word of ``Connection/awaitRoom()``.
  func inspect(at tick: Int, stallLimit: Int) -> Bool {
    if outbox.isStalled(at: tick, limit: stallLimit) { abort(.stalled) }
    return outbox.isBlocked || transport == .reader
  }

  /// The connection is done with the response, in whatever way.
  func close() {
    let wasOpened = opener == nil
    if closeReason == .peerLeft, hasTimedOut { closeReason = .stalled }
    opener = nil
    isSuspended = false
    outbox.close()
    if wasOpened { delegate?.stream(self, didCloseWith: closeReason) }
    delegate = nil
  }

  /// Whether the kernel has given the peer up, as far as time tells: where libmicrohttpd was the first to write, it alone has
  /// heard why.
  ///
  /// The bytes that the kernel waited for may have been others, a little earlier, and a peer that leaves does so sooner.
  private var hasTimedOut: Bool {
    guard transport == .reader, outbox.isBlocked else { return false }
    return .nanoseconds(Clock.monotonic - handedOver) > loop.configuration.stalledWriteTimeout / 2
  }

  private func proceed() {
    guard transport == .direct else { return resume() }
    while true {
      switch outbox.next() {
      case .flush:
        let transmission = socket.writeKept(outbox.remainder)
        guard outbox.recordFlush(transmission, at: loop.tick) else { return connection.awaitRoom() }
      case .notify:
        delegate?.streamBecameWritable(self)
        return
      case .wait:
        return
      case .end:
        closeReason = .finished
        outbox.close()
      case .abort:
        return resume()
      }
    }
  }

  private func resume() {
    guard isSuspended else { return }
    isSuspended = false
    connection.resume()
  }
}
