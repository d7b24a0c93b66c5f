import System

/// Decides what a stream does with bytes and with each result of a write; it writes nothing itself.
///
/// At most the rest of one frame waits, of which the socket took a part, so that the next frame is chosen when it can leave.
/// Only what is sent while a stream opens is gathered behind its head, and leaves with it.
struct Outbox {
  private enum Phase: Equatable {
    /// Bytes are gathered behind the head.
    case gathering
    /// Bytes are written as they come.
    case open
    /// What is kept is still to be sent; no more is taken.
    case finishing
    case closed(StreamCloseReason)
  }

  private var phase = Phase.open
  /// Whether the producer was refused and has not heard of room since.
  private var owesNotice = false
  private var blockedSince: Int?
  private var kept: [UInt8] = []
  private var keptStart = 0

  init() {}

  /// Gathers what follows a head until ``open(at:)``.
  init(gatheringBehind head: [UInt8]) {
    phase = .gathering
    kept = head
  }
}

// MARK: - Opening

extension Outbox {
  var isGathering: Bool { phase == .gathering }

  /// Returns the bytes that wait by now.
  mutating func gather(_ bytes: Span<UInt8>) -> Int {
    append(bytes)
    return kept.count
  }

  mutating func open(at tick: Int) {
    guard isGathering else { return }
    phase = .open
    blockedSince = tick
  }
}

// MARK: - Offering

extension Outbox {
  /// What to answer without trying to write; `nil` when the bytes may be written now.
  mutating func refusal() -> SendOutcome? {
    switch phase {
    case .gathering: return nil
    case .finishing, .closed: return .closed
    case .open:
      guard hasRemainder else { return nil }
      owesNotice = true
      return .full
    }
  }

  /// Notes what a write of fresh bytes did, keeps what is left of them, and says what to answer the producer.
  mutating func record(_ transmission: Transmission, of bytes: Span<UInt8>, at tick: Int) -> SendOutcome {
    switch transmission {
    case .accepted(let count):
      owesNotice = false
      blockedSince = count < bytes.count ? tick : nil
      keep(bytes, from: count)
      return .sent
    case .wouldBlock:
      owesNotice = true
      blockedSince = blockedSince ?? tick
      return .full
    case .failed:
      close(.peerLeft)
      return .closed
    }
  }

  /// The stream takes no more bytes; what is kept is still to be sent, and these behind it.
  mutating func finish(_ last: [UInt8], at tick: Int) {
    guard phase == .open || phase == .gathering else { return }
    phase = .finishing
    kept += last
    blockedSince = blockedSince ?? tick
  }

  /// The stream is over, unless it was before; what is kept is dropped.
  mutating func close(_ reason: StreamCloseReason) {
    guard closeReason == nil else { return }
    phase = .closed(reason)
    dropRemainder()
  }

  var closeReason: StreamCloseReason? {
    guard case .closed(let reason) = phase else { return nil }
    return reason
  }
}

// MARK: - Flushing

extension Outbox {
  enum Step: Equatable {
    /// Write ``remainder``.
    case flush
    /// Tell the producer that there is room again.
    case notify
    /// End the response in good order.
    case end
    /// Wait for bytes or for room, or for nothing where the stream is over.
    case wait
  }

  /// Whether the rest of a frame waits, of which a part was written.
  var hasRemainder: Bool { keptStart < kept.count }

  var remainder: Span<UInt8> { kept.span.extracting(keptStart...) }

  /// Returns whether it is worth going on at once.
  mutating func recordFlush(_ transmission: Transmission, at tick: Int) -> Bool {
    switch transmission {
    case .accepted(let count):
      keptStart += count
      blockedSince = hasRemainder ? tick : nil
      if !hasRemainder { dropRemainder() }
      return !hasRemainder
    case .wouldBlock:
      return false
    case .failed:
      close(.peerLeft)
      return true
    }
  }

  /// The next step; asked when the socket has room, or after something has changed.
  mutating func next() -> Step {
    guard closeReason == nil else { return .wait }
    if hasRemainder { return .flush }
    blockedSince = nil
    if phase == .finishing { return .end }
    guard owesNotice else { return .wait }
    owesNotice = false
    return .notify
  }

  /// Whether the peer has not taken all that it was offered.
  var isBlocked: Bool { blockedSince != nil }

  /// Whether the peer has taken nothing for `limit` ticks although something is waiting.
  func isStalled(at tick: Int, limit: Int) -> Bool {
    guard let blockedSince else { return false }
    return tick - blockedSince > limit
  }

  private mutating func keep(_ bytes: Span<UInt8>, from start: Int) {
    guard start < bytes.count else { return }
    kept.removeAll(keepingCapacity: true)
    append(bytes.extracting(start...))
    keptStart = 0
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    kept.reserveCapacity(kept.count + bytes.count)
    for index in bytes.indices { kept.append(bytes[index]) }
  }

  private mutating func dropRemainder() {
    kept.removeAll(keepingCapacity: false)
    keptStart = 0
  }
}
