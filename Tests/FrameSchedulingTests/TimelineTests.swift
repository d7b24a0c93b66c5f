import Testing

@testable import FrameScheduling

@Suite struct TimelineTests {
  /// Frames at 0, 100, 200; at 0, 250, 350, 400; at 0, 100 + 33⅓ and so on.
  private let timeline = Timeline([
    .init(.uniform(fps: 10, count: 3, end: .milliseconds(200))),
    .init(.uniform(fps: 10, count: 4, end: .milliseconds(250)), delay: .milliseconds(150)),
    .init(.endless(fps: 30), delay: .milliseconds(100)),
  ])

  @Test func `frames have one order, by moment and then by track`() {
    #expect(
      timeline.prefix(9).map { "\(Int(timeline.offset(of: $0) / .milliseconds(1))) \($0.track):\($0.index)" } == [
        "0 0:0", "0 1:0", "0 2:0", "100 0:1", "133 2:1", "166 2:2", "200 0:2", "200 2:3", "233 2:4",
      ])
  }

  @Test func `every place has its frame and every frame its place`() {
    var expected = [0, 0, 0]
    for (position, frame) in timeline.prefix(40).enumerated() {
      #expect(timeline.position(of: frame) == position)
      #expect(timeline.indices(from: position) == expected)
      expected[frame.track] += 1
    }
    #expect(timeline.count == nil)
  }

  @Test func `beyond the last frame every track is over`() {
    let timeline = Timeline([
      .init(.table([.zero, .milliseconds(70)])), .init(.table([.milliseconds(70)]), delay: .seconds(1)),
      .init(.table([.milliseconds(10)])),
    ])
    #expect(timeline.map(\.track) == [0, 2, 0, 1])
    #expect(timeline.count == 4)
    for position in [4, 5, Int.max] { #expect(timeline.indices(from: position) == [2, 1, 1]) }
  }

  @Test func `frames of one track at the same moment have places of their own`() {
    let timeline = Timeline([.init(.table([.zero, .zero, .zero])), .init(.table([.zero]))])
    #expect((0...4).map(timeline.indices) == [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1]])
    #expect(timeline.enumerated().map { timeline.position(of: $1) } == [0, 1, 2, 3])
  }

  @Test func `nothing is on an empty timeline`() {
    for timeline in [Timeline([]), Timeline([.init(.table([]))])] {
      #expect(timeline.map(\.index) == [])
      #expect(timeline.count == 0)
      #expect(timeline.indices(from: 9) == timeline.tracks.map { _ in 0 })
    }
  }

  @Test func `a delay is no less than nothing and may be longer than the clock`() {
    let timeline = Timeline([
      .init(.table([.seconds(1)]), delay: .seconds(-5)), .init(.endless(fps: 1), delay: .seconds(Int64.max)),
    ])
    #expect(timeline.offset(of: .init(track: 0, index: 0)) == .seconds(1))
    #expect(timeline.offset(of: .init(track: 1, index: .max)) == .nanoseconds(Int64.max))
    for position in [0, 1, 2, 999_999_999_999_999, .max] { _ = timeline.indices(from: position) }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the order is that of sorting all frames`(seed: UInt64) {
    var random = Shuffle(state: seed)
    let timeline = Timeline.random(&random)
    let sorted = timeline.tracks.enumerated().flatMap { track, content in
      (0..<(content.times.count ?? 0)).map { Timeline.Frame(track: track, index: $0) }
    }.sorted {
      let (left, right) = (timeline.offset(of: $0), timeline.offset(of: $1))
      return left == right ? ($0.track, $0.index) < ($1.track, $1.index) : left < right
    }
    #expect(Array(timeline) == sorted)
    var passed = timeline.tracks.map { _ in 0 }
    for (position, frame) in sorted.enumerated() {
      #expect(timeline.indices(from: position) == passed)
      #expect(timeline.position(of: frame) == position)
      passed[frame.track] += 1
    }
    #expect(timeline.indices(from: sorted.count) == passed)
  }
}

/// Knuth's linear congruential generator, so that a failure can be repeated.
struct Shuffle: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}

extension Timeline {
  /// Up to nine tracks with ends, at rates and delays of which many meet.
  static func random(_ random: inout Shuffle) -> Timeline {
    Timeline(
      (0..<Int.random(in: 1...9, using: &random)).map { _ in
        let count = Int.random(in: 1...30, using: &random)
        let fps: Double = [10, 20, 25, 30, 60].randomElement(using: &random) ?? 60
        let cut = count > 1 ? Int.random(in: 0...9, using: &random) : 0
        let end: Duration = .seconds(Double(count - 1) / fps) - .milliseconds(cut)
        return Track(
          .uniform(fps: fps, count: count, end: end), delay: .milliseconds(50 * Int.random(in: 0...4, using: &random)))
      })
  }
}
