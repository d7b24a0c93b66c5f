import FrameScheduling
import Testing

@testable import Viewers

struct ClientDelayTests {
  private func moment(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `a frame that the socket takes at once was not delayed by its client`() {
    var delay = ClientDelay()
    let late = delay.covers(due: moment(0), sent: moment(900))
    #expect(!late)
  }

  @Test func `what was due before the socket had room again was delayed by its client`() {
    var delay = ClientDelay()
    delay.begin()
    let first = delay.covers(due: moment(10), sent: moment(100))
    let backlog = delay.covers(due: moment(99), sent: moment(101))
    let next = delay.covers(due: moment(100), sent: moment(150))
    #expect(first && backlog && !next)
  }

  @Test func `a frame ahead of its time that leaves when there is room again stands for those that waited`() {
    var delay = ClientDelay()
    delay.begin()
    let first = delay.covers(due: moment(101), sent: moment(100))
    let beside = delay.covers(due: moment(101), sent: moment(100))
    let next = delay.covers(due: moment(105), sent: moment(104))
    #expect(first && beside && !next)
  }

  @Test func `a client may be slow more than once`() {
    var delay = ClientDelay()
    var delayed: [Bool] = []
    for start: Int64 in [0, 1000] {
      delay.begin()
      delay.begin()
      delayed.append(delay.covers(due: moment(start), sent: moment(start + 100)))
      delayed.append(delay.covers(due: moment(start + 200), sent: moment(start + 300)))
    }
    #expect(delayed == [true, false, true, false])
  }
}
