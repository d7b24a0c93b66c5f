import Testing

@testable import FrameScheduling

@Suite struct SeveralTracksTests {
  /// Two tracks in step at 0, 100, 200 and one between them at 50, 150.
  private let timeline = Timeline([
    .init(.uniform(fps: 10, count: 3, end: .milliseconds(200))),
    .init(.uniform(fps: 10, count: 3, end: .milliseconds(200))),
    .init(.table([.milliseconds(50), .milliseconds(150)])),
  ])

  @Test func `what is due together leaves together`() {
    var film = Film(timeline, start: .zero)
    film.play([0, 49, 50, 100, 150, 200, 201])
    #expect(
      film.strip == """
        0 send 0:0 1:0
        0 wait 50
        49 wait 50
        50 send 2:0
        50 wait 100
        100 send 0:1 1:1
        100 wait 150
        150 send 2:1
        150 wait 200
        200 send 0:2 1:2
        200 end
        201 end
        """)
    #expect(film.counts == [8, 0])
  }

  @Test func `what is due within the slack leaves now`() {
    let timeline = Timeline([.init(.table([.zero])), .init(.table([.milliseconds(1)]))])
    var film = Film(timeline, start: .zero, slack: .milliseconds(1))
    film.play([0])
    #expect(film.strip == "0 send 0:0 1:0\n0 end")
  }

  @Test func `a late stream sends the newest frame of each track`() {
    var film = Film(timeline, start: .zero)
    film.play([0, 160, 1_000])
    #expect(
      film.strip == """
        0 send 0:0 1:0
        0 wait 50
        160 send 0:1 1:1 2:1
        160 wait 200
        1000 send 0:2 1:2
        1000 end
        """)
    #expect(film.counts == [7, 1])
  }

  @Test func `the newest frames leave in the order of the timeline and not of the tracks`() {
    let timeline = Timeline([
      .init(.table([.zero, .milliseconds(90)])), .init(.table([.milliseconds(10), .milliseconds(50)])),
      .init(.table([.milliseconds(20)])),
    ])
    var film = Film(timeline, start: .zero)
    film.play([100])
    #expect(film.strip == "100 send 2:0 1:1 0:1\n100 end")
    #expect(film.counts == [3, 2])
  }

  @Test func `a late stream that must not skip sends every frame in the order of the timeline`() {
    var film = Film(timeline, start: .zero, late: .send)
    film.play([160])
    #expect(
      film.strip == """
        160 send 0:0 1:0 2:0
        160 send 0:1 1:1 2:1
        160 wait 200
        """)
    let uneven = Timeline([.init(.endless(fps: 100)), .init(.table([.milliseconds(25)]))])
    film = Film(uneven, start: .zero, late: .send)
    film.play([30])
    #expect(
      film.strip == """
        30 send 0:0
        30 send 0:1
        30 send 0:2 1:0
        30 send 0:3
        30 wait 40
        """)
  }

  @Test func `refused frames are replaced by newer ones, each track's own`() {
    var film = Film(timeline, start: .zero)
    film.isFull = true
    film.play([0, 50])
    film.isFull = false
    film.play([99, 100])
    #expect(
      film.strip == """
        0 full 0:0 1:0
        0 wait 50
        50 full 0:0 1:0 2:0
        50 wait 100
        99 wait 100
        100 send 2:0 0:1 1:1
        100 wait 150
        """)
    #expect(film.counts == [3, 2])
  }

  @Test func `room in the socket makes the next try immediate`() {
    var film = Film(timeline, start: .zero)
    film.isFull = true
    film.play([0])
    film.isFull = false
    film.pacer.unblock()
    film.play([3])
    #expect(film.strip.hasSuffix("3 send 0:0 1:0\n3 wait 50"))
  }

  @Test func `what is left of a batch is chosen anew`() {
    var film = Film(timeline, start: .zero)
    film.most = 1
    film.play([0, 100])
    #expect(
      film.strip == """
        0 send 0:0
        0 send 1:0
        0 wait 50
        100 send 2:0
        100 send 0:1
        100 send 1:1
        100 wait 150
        """)
    #expect(film.counts == [5, 0])
  }

  @Test func `a resumed stream keeps its pace and replays nothing`() {
    var film = Film(timeline, first: 4, start: .milliseconds(1_000))
    film.play([1_000, 1_050, 1_100])
    #expect(
      film.strip == """
        1000 send 1:1
        1000 wait 1050
        1050 send 2:1
        1050 wait 1100
        1100 send 0:2 1:2
        1100 end
        """)
  }

  @Test func `each track begins with its own first frame`() {
    let timeline = Timeline([.init(.table([.seconds(20)])), .init(.table([.seconds(21)]))])
    var film = Film(timeline, start: .zero)
    film.play([0, 15_000, 20_000, 21_000])
    #expect(
      film.strip == """
        0 wait 15000
        15000 heartbeat
        15000 wait 20000
        20000 send 0:0
        20000 wait 21000
        21000 send 1:0
        21000 end
        """)
  }

  @Test func `nothing at all ends at once`() {
    var pacer = FramePacer(Timeline([]), start: .zero)
    #expect(pacer.next(at: .zero) == .end)
  }
}

// MARK: - Any timeline, any client

extension SeveralTracksTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `however slow the client, order holds, counts add up and each track has its last frame`(seed: UInt64) {
    var random = Shuffle(state: seed)
    let timeline = Timeline.random(&random)
    let late = seed % 4 == 0 ? FramePacer.LatePolicy.send : .skip
    let seen = Self.seen(FramePacer(timeline, start: .zero, slack: .milliseconds(1), late: late), &random)
    let order = Array(timeline)
    #expect(seen.frames.map { order[$0.position] } == seen.frames.map(\.frame))
    #expect(zip(seen.frames, seen.frames.dropFirst()).allSatisfy { $0.position < $1.position })
    #expect(seen.sent == seen.frames.count)
    #expect(seen.sent + seen.skipped == order.count)
    #expect(late == .skip || seen.skipped == 0)
    for (number, track) in timeline.tracks.enumerated() {
      #expect(seen.frames.last { $0.frame.track == number }?.frame.index == track.times.count.map { $0 - 1 })
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `whoever comes back after any frame misses nothing and sees nothing twice`(seed: UInt64) {
    var random = Shuffle(state: seed)
    let timeline = Timeline.random(&random)
    var shown = Self.seen(FramePacer(timeline, start: .zero, slack: .milliseconds(1), late: .send), &random).frames
    shown.removeLast(Int.random(in: 0..<shown.count, using: &random))
    let comeback = FramePacer(
      timeline, first: shown.count, start: .zero, slack: .milliseconds(1), late: .send)
    let rest = Self.seen(comeback, &random).frames
    #expect((shown + rest).map(\.frame) == Array(timeline))
    #expect((shown + rest).map(\.position) == Array(0..<(timeline.count ?? 0)))
  }

  /// What a client sees whose socket is full at times, and takes a part of a batch at others.
  private static func seen(
    _ pacer: FramePacer, _ random: inout Shuffle
  ) -> (frames: [FramePacer.Departure], sent: Int, skipped: Int) {
    var pacer = pacer
    var frames: [FramePacer.Departure] = []
    var now = MonotonicTime.zero
    while true {
      switch pacer.next(at: now) {
      case .send where Int.random(in: 0..<4, using: &random) == 0:
        pacer.refused(at: now)
      case .send:
        let count = Int.random(in: 1...pacer.batch.count, using: &random)
        frames += pacer.batch.prefix(count)
        pacer.delivered(count, at: now)
      case .wait(let moment):
        now = moment + .milliseconds(Int.random(in: 0...120, using: &random))
      case .heartbeat: break
      case .end: return (frames, pacer.framesSent, pacer.framesSkipped)
      }
    }
  }
}
