import FrameScheduling
import Testing

@Suite struct FramePacerTests {
  /// Ten frames a second, so that frame n is due at n × 100 ms.
  private let four = Timeline.one(.uniform(fps: 10, count: 4, end: .milliseconds(300)))

  @Test func `each frame leaves when it is due`() {
    var film = Film(four, start: .zero)
    film.play([0, 1, 99, 100, 250, 300, 301])
    #expect(
      film.strip == """
        0 send 0
        0 wait 100
        1 wait 100
        99 wait 100
        100 send 1
        100 wait 200
        250 send 2
        250 wait 300
        300 send 3
        300 end
        301 end
        """)
    #expect(film.counts == [4, 0])
  }

  @Test func `what is due within the slack leaves now`() {
    var film = Film(four, start: .zero, slack: .milliseconds(1))
    film.play([0, 98, 99])
    #expect(
      film.strip == """
        0 send 0
        0 wait 100
        98 wait 100
        99 send 1
        99 wait 200
        """)
  }

  @Test func `a late stream sends the newest frame only`() {
    var film = Film(four, start: .zero)
    film.play([0, 210, 1_000])
    #expect(
      film.strip == """
        0 send 0
        0 wait 100
        210 send 2
        210 wait 300
        1000 send 3
        1000 end
        """)
    #expect(film.counts == [3, 1])
  }

  @Test func `a late stream that must not skip sends every frame in order`() {
    var film = Film(four, start: .zero, late: .send)
    film.play([0, 210])
    #expect(
      film.strip == """
        0 send 0
        0 wait 100
        210 send 1
        210 send 2
        210 wait 300
        """)
    #expect(film.counts == [3, 0])
  }

  @Test func `a refused frame is replaced by the next`() {
    var film = Film(.one(.endless(fps: 25)), start: .zero)
    film.play([0])
    film.isFull = true
    film.play([40, 60, 80])
    film.isFull = false
    film.play([120])
    #expect(
      film.strip == """
        0 send 0
        0 wait 40
        40 full 1
        40 wait 80
        60 wait 80
        80 full 2
        80 wait 120
        120 send 3
        120 wait 160
        """)
    #expect(film.counts == [2, 2])
  }

  @Test func `a slow stream tries again before its next frame`() {
    var film = Film(four, start: .zero)
    film.isFull = true
    film.play([0])
    film.isFull = false
    film.play([49, 50])
    #expect(
      film.strip == """
        0 full 0
        0 wait 50
        49 wait 50
        50 send 0
        50 wait 100
        """)
    #expect(film.counts == [1, 0])
  }

  @Test func `the last frame is tried until it is taken`() {
    var film = Film(four, first: 2, start: .zero)
    film.isFull = true
    film.play([0, 100, 150, 5_000])
    film.isFull = false
    film.play([5_049, 5_050])
    #expect(
      film.strip == """
        0 full 2
        0 wait 50
        100 full 3
        100 wait 150
        150 full 3
        150 wait 200
        5000 full 3
        5000 wait 5050
        5049 wait 5050
        5050 send 3
        5050 end
        """)
    #expect(film.counts == [1, 1])
  }

  @Test func `room in the socket makes the next try immediate`() {
    var film = Film(four, start: .zero)
    film.isFull = true
    film.play([0])
    film.isFull = false
    film.pacer.unblock()
    film.play([3])
    #expect(film.strip.hasSuffix("3 send 0\n3 wait 100"))
  }

  @Test func `a stream that must not skip waits for room`() {
    var film = Film(.one(.endless(fps: 100)), start: .zero, late: .send)
    film.isFull = true
    film.play([0, 10, 30, 50])
    film.isFull = false
    film.play([100])
    #expect(
      film.strip == """
        0 full 0
        0 wait 50
        10 wait 50
        30 wait 50
        50 full 0
        50 wait 100
        100 send 0
        100 send 1
        100 send 2
        100 send 3
        100 send 4
        100 send 5
        100 send 6
        100 send 7
        100 send 8
        100 send 9
        100 send 10
        100 wait 110
        """)
  }

  @Test func `a resumed stream keeps its pace and replays nothing`() {
    var film = Film(four, first: 2, start: .zero)
    film.play([0, 99, 100])
    #expect(
      film.strip == """
        0 send 2
        0 wait 100
        99 wait 100
        100 send 3
        100 end
        """)
    #expect(film.counts == [2, 0])
  }

  @Test(arguments: [4, 5, Int.max])
  func `a stream resumed after its last frame ends`(first: Int) {
    var pacer = FramePacer(four, first: first, start: .zero)
    #expect(pacer.next(at: .zero) == .end)
  }

  @Test func `a resumption far beyond an endless stream does not trap`() {
    var pacer = FramePacer(.one(.endless(fps: 60)), first: .max, start: .zero)
    _ = pacer.next(at: .milliseconds(1))
    pacer.refused(at: .milliseconds(1))
    _ = pacer.next(at: .milliseconds(2))
  }

  @Test func `silence is broken by heartbeats`() {
    let times = FrameTimes.table([.seconds(20), .seconds(60)])
    var film = Film(.one(times), start: .zero)
    film.play([0, 14_999, 15_000, 20_000, 35_000, 50_000, 60_000])
    #expect(
      film.strip == """
        0 wait 15000
        14999 wait 15000
        15000 heartbeat
        15000 wait 20000
        20000 send 0
        20000 wait 35000
        35000 heartbeat
        35000 wait 50000
        50000 heartbeat
        50000 wait 60000
        60000 send 1
        60000 end
        """)
  }

  @Test func `the first frame shows during the delay`() {
    var film = Film(.one(.uniform(fps: 1, count: 3, end: .seconds(2)), delay: .seconds(5)), start: .zero)
    film.play([0, 5_000, 6_000, 7_000])
    #expect(
      film.strip == """
        0 send 0
        0 wait 6000
        5000 wait 6000
        6000 send 1
        6000 wait 7000
        7000 send 2
        7000 end
        """)
  }

  @Test func `a heartbeat of no length does not beat for ever`() {
    var film = Film(.one(.table([.seconds(2)])), start: .zero, heartbeat: .zero)
    film.play([0, 1_000])
    #expect(
      film.strip == """
        0 wait 1000
        1000 heartbeat
        1000 wait 2000
        """)
  }

  @Test func `every frame of an hour leaves within a nanosecond of its time`() {
    var pacer = FramePacer(.one(.endless(fps: 29.97)), start: .milliseconds(123), heartbeat: .seconds(15))
    var now = MonotonicTime.milliseconds(123)
    var worst = 0.0
    while pacer.framesSent < 107_893 {
      switch pacer.next(at: now) {
      case .send:
        let exact = 0.123 + Double(pacer.batch[0].frame.index) * 100 / 2_997
        worst = max(worst, abs(Double(now.nanoseconds) - exact * 1e9))
        pacer.delivered(1, at: now)
      case .wait(let until): now = until
      case .heartbeat, .end: Issue.record("a running stream is neither silent nor finished")
      }
    }
    #expect(worst <= 1)
    #expect(pacer.framesSkipped == 0)
    #expect(now == .milliseconds(3_600_123))
  }
}
