import System
import Testing

@testable import MicroHTTP

@Suite struct OutboxTests {
  private let frame: [UInt8] = Array("0123456789".utf8)

  @Test func `a frame that is taken whole leaves nothing behind`() {
    var outbox = Outbox()
    #expect(outbox.refusal() == nil)
    #expect(outbox.record(.accepted(10), of: frame, at: 0) == .sent)
    #expect(!outbox.hasRemainder)
    #expect(outbox.next() == .wait)
  }

  @Test func `the rest of a torn frame goes first and the next frame is refused`() {
    var outbox = Outbox()
    #expect(outbox.record(.accepted(3), of: frame, at: 0) == .sent)
    #expect(outbox.refusal() == .full)
    #expect(outbox.next() == .flush)
    #expect(text(outbox) == "3456789")
    #expect(outbox.recordFlush(.accepted(4), at: 0) == false)
    #expect(text(outbox) == "789")
    #expect(outbox.recordFlush(.wouldBlock, at: 0) == false)
    #expect(text(outbox) == "789")
    #expect(outbox.recordFlush(.accepted(3), at: 0) == true)
    #expect(outbox.next() == .notify)
    #expect(outbox.next() == .wait)
    #expect(outbox.refusal() == nil)
  }

  @Test func `a frame that blocks is not kept, and its producer is told of room once`() {
    var outbox = Outbox()
    #expect(outbox.record(.wouldBlock, of: frame, at: 0) == .full)
    #expect(!outbox.hasRemainder)
    #expect(outbox.next() == .notify)
    #expect(outbox.next() == .wait)
  }

  @Test func `room that nobody was refused is no news`() {
    var outbox = Outbox()
    #expect(outbox.next() == .wait)
    _ = outbox.record(.accepted(3), of: frame, at: 0)
    _ = outbox.recordFlush(.accepted(7), at: 0)
    #expect(outbox.next() == .wait)
  }

  @Test func `an end waits for the rest of a torn frame`() {
    var outbox = Outbox()
    _ = outbox.record(.accepted(3), of: frame, at: 0)
    outbox.finish([], at: 0)
    #expect(outbox.refusal() == .closed)
    #expect(outbox.next() == .flush)
    _ = outbox.recordFlush(.accepted(7), at: 0)
    #expect(outbox.next() == .end)
    #expect(outbox.next() == .end)
  }

  @Test func `an end after a refusal is an end, not news of room`() {
    var outbox = Outbox()
    _ = outbox.record(.wouldBlock, of: frame, at: 0)
    outbox.finish([], at: 0)
    #expect(outbox.next() == .end)
  }

  @Test(arguments: [0, 3])
  func `a failed write drops everything`(taken: Int) {
    var outbox = Outbox()
    if taken > 0 {
      _ = outbox.record(.accepted(taken), of: frame, at: 0)
      #expect(outbox.recordFlush(.failed, at: 0) == true)
    } else {
      #expect(outbox.record(.failed, of: frame, at: 0) == .closed)
    }
    #expect(outbox.closeReason == .peerLeft)
    #expect(!outbox.hasRemainder)
    #expect(outbox.refusal() == .closed)
    outbox.finish([], at: 0)
    #expect(outbox.next() == .wait)
  }

  @Test func `what is said at once waits behind the head until the stream is open`() {
    var outbox = Outbox(gatheringBehind: Array("head ".utf8))
    #expect(outbox.refusal() == nil)
    let count = outbox.gather(frame.span)
    #expect(count == 15)
    #expect(outbox.isGathering)
    #expect(!outbox.isStalled(at: 100, limit: 3))
    outbox.open(at: 10)
    #expect(!outbox.isGathering)
    #expect(outbox.refusal() == .full)
    #expect(text(outbox) == "head 0123456789")
    #expect(outbox.isStalled(at: 14, limit: 3))
    #expect(outbox.recordFlush(.accepted(15), at: 14) == true)
    #expect(outbox.next() == .notify)
    #expect(outbox.refusal() == nil)
  }

  @Test func `a stream that ends while it opens leaves as a whole`() {
    var outbox = Outbox(gatheringBehind: Array("head ".utf8))
    _ = outbox.gather(frame.span)
    outbox.finish(Array(" end".utf8), at: 0)
    #expect(outbox.refusal() == .closed)
    #expect(outbox.next() == .flush)
    #expect(text(outbox) == "head 0123456789 end")
    #expect(outbox.recordFlush(.accepted(19), at: 0) == true)
    #expect(outbox.next() == .end)
  }

  @Test func `the last bytes go behind the rest of a torn frame`() {
    var outbox = Outbox()
    _ = outbox.record(.accepted(8), of: frame, at: 0)
    _ = outbox.recordFlush(.accepted(1), at: 0)
    outbox.finish(Array("end".utf8), at: 0)
    #expect(text(outbox) == "9end")
    outbox.finish(Array("end".utf8), at: 0)
    #expect(text(outbox) == "9end")
  }

  @Test func `a stream stalls when what waits makes no progress`() {
    var outbox = Outbox()
    #expect(!outbox.isStalled(at: 100, limit: 3))
    _ = outbox.record(.wouldBlock, of: frame, at: 10)
    #expect(!outbox.isStalled(at: 13, limit: 3))
    #expect(outbox.isStalled(at: 14, limit: 3))
    _ = outbox.record(.wouldBlock, of: frame, at: 12)
    #expect(outbox.isStalled(at: 14, limit: 3))
    _ = outbox.record(.accepted(3), of: frame, at: 20)
    #expect(!outbox.isStalled(at: 23, limit: 3))
    _ = outbox.recordFlush(.wouldBlock, at: 23)
    #expect(outbox.isStalled(at: 24, limit: 3))
    _ = outbox.recordFlush(.accepted(1), at: 24)
    #expect(!outbox.isStalled(at: 27, limit: 3))
    _ = outbox.recordFlush(.accepted(6), at: 27)
    #expect(outbox.next() == .wait)
    #expect(!outbox.isStalled(at: 100, limit: 3))
  }

  @Test func `a stream whose last bytes are not taken stalls, too`() {
    var outbox = Outbox()
    outbox.finish(Array("end".utf8), at: 10)
    #expect(outbox.isBlocked)
    #expect(outbox.recordFlush(.wouldBlock, at: 12) == false)
    #expect(!outbox.isStalled(at: 13, limit: 3))
    #expect(outbox.isStalled(at: 14, limit: 3))
  }

  private func text(_ outbox: Outbox) -> String {
    let remainder = outbox.remainder
    return String(decoding: remainder.indices.map { remainder[$0] }, as: UTF8.self)
  }
}

extension Outbox {
  fileprivate mutating func record(_ transmission: Transmission, of bytes: [UInt8], at tick: Int) -> SendOutcome {
    record(transmission, of: bytes.span, at: tick)
  }
}
