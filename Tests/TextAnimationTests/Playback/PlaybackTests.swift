import Testing
import TextAnimation

struct PlaybackTests {
  typealias Moment = Playback.Moment

  @Test(
    arguments: [
      (-1, .before, 0), (0, .active, 0), (0.5, .active, 0.5), (1.999, .active, 1.999), (2, .after, 2),
      (1e300, .after, 2),
    ] as [(Double, Moment.Phase, Double)])
  func `once is the animation itself`(seconds: Double, phase: Moment.Phase, position: Double) {
    let moment = Playback.once.moment(at: seconds, of: 2)
    #expect(moment == Moment(phase: phase, iteration: 0, seconds: position, isReversed: false))
    #expect(Playback.once.totalDuration(of: 2) == 2)
  }

  @Test(
    arguments: [
      (0, .before, 0, 0, false), (0.999, .before, 0, 0, false), (1, .active, 0, 0, false),
      (1.5, .active, 0, 1, false), (2, .active, 0, 2, false), (2.5, .active, 0, 1, true), (3, .active, 0, 0, true),
      (3.25, .active, 1, 0.5, false), (4, .active, 1, 2, false), (4.75, .active, 1, 0.5, true), (5, .after, 1, 0, true),
      (9, .after, 1, 0, true),
    ] as [(Double, Moment.Phase, Int, Double, Bool)])
  func `delay, repeat, autoreverse and speed go together`(
    seconds: Double, phase: Moment.Phase, iteration: Int, position: Double, isReversed: Bool
  ) throws {
    let playback = try Playback(delay: 1, repeatCount: .times(2), autoreverse: true, speed: 2)
    #expect(
      playback.moment(at: seconds, of: 2)
        == Moment(phase: phase, iteration: iteration, seconds: position, isReversed: isReversed))
    #expect(playback.totalDuration(of: 2) == 5)
  }

  @Test(arguments: [0.1, 0.3, 0.7, 1.1, 1 / 3.0, 2.9, 1e-3, 1e5], [0.1, 0.3, 1, 1.7, 10])
  func `where iterations meet the end of the earlier one counts, exactly`(duration: Double, speed: Double) throws {
    let playback = try Playback(delay: 0.1, repeatCount: .times(100), speed: speed)
    for iteration in 0..<99 {
      let seam = 0.1 + Double(iteration + 1) * duration / speed
      let moment = playback.moment(at: seam, of: duration)
      #expect(moment == Moment(phase: .active, iteration: iteration, seconds: duration, isReversed: false))
    }
    let end = playback.moment(at: playback.totalDuration(of: duration), of: duration)
    #expect(end == Moment(phase: .after, iteration: 99, seconds: duration, isReversed: false))
  }

  @Test func `frame by frame, an iteration ends on its target and the next begins after its source`() throws {
    let playback = try Playback(repeatCount: .times(2))
    let seconds = (0...8).map { playback.moment(at: Double($0) / 4, of: 1).seconds }
    #expect(seconds == [0, 0.25, 0.5, 0.75, 1, 0.25, 0.5, 0.75, 1])
  }

  @Test func `autoreverse is a mirror`() throws {
    let playback = try Playback(autoreverse: true)
    let seconds = (0...8).map { playback.moment(at: Double($0) / 4, of: 1).seconds }
    #expect(seconds == [0, 0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25, 0])
  }

  @Test func `without end it never comes to rest`() throws {
    let playback = try Playback(repeatCount: .infinite, autoreverse: true)
    #expect(playback.totalDuration(of: 2) == .infinity)
    #expect(
      playback.moment(at: 4_001, of: 2) == Moment(phase: .active, iteration: 1_000, seconds: 1, isReversed: false))
    #expect(playback.moment(at: 1e300, of: 1e-300).phase == .active)
  }

  @Test(
    arguments: [
      (.times(1), false, 0), (.times(3), false, 2), (.times(3), true, 2), (.infinite, false, 0), (.infinite, true, 0),
    ] as [(Playback.RepeatCount, Bool, Int)])
  func `a duration of 0 is over at once`(count: Playback.RepeatCount, autoreverse: Bool, iteration: Int) throws {
    let playback = try Playback(delay: 1, repeatCount: count, autoreverse: autoreverse)
    #expect(playback.totalDuration(of: 0) == 1)
    #expect(playback.moment(at: 0.5, of: 0).phase == .before)
    let end = Moment(phase: .after, iteration: iteration, seconds: 0, isReversed: autoreverse)
    #expect(playback.moment(at: 1, of: 0) == end)
  }

  @Test(arguments: [-1e300, 0, 1e-300, 0.1, 1, 1e9, 1e300], [0, .leastNonzeroMagnitude, 1e-9, 1, 1e300])
  func `a moment lies within the animation`(seconds: Double, duration: Double) throws {
    for playback in [
      Playback.once, try Playback(repeatCount: .infinite), try Playback(repeatCount: .times(1_000_000), speed: 0.1),
      try Playback(delay: 3_600, repeatCount: .infinite, autoreverse: true, speed: 10),
    ] {
      let moment = playback.moment(at: seconds, of: duration)
      #expect((0...duration).contains(moment.seconds) && moment.iteration >= 0)
    }
  }

  @Test(
    arguments: [
      (-0.1, 1, 1, ["delay"]), (3_601, 1, 1, ["delay"]), (.nan, 1, 1, ["delay"]), (.infinity, 1, 1, ["delay"]),
      (0, 0, 1, ["repeat"]), (0, -1, 1, ["repeat"]), (0, .max, 1, ["repeat"]),
      (0, 1, 0.09, ["speed"]), (0, 1, 10.1, ["speed"]), (0, 1, .nan, ["speed"]),
      (-1, 0, 0, ["delay", "repeat", "speed"]),
    ] as [(Double, Int, Double, [String])])
  func `every member out of range is named`(delay: Double, count: Int, speed: Double, members: [String]) throws {
    let error = #expect(throws: InvalidMembers.self) {
      try Playback(delay: delay, repeatCount: .times(count), speed: speed)
    }
    #expect(try #require(error).problems.map(\.member) == members)
  }
}
