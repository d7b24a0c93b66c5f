import FrameScheduling
import Testing

@Suite struct FrameTimesTests {
  @Test func `an hour at 29.97 fps does not drift`() {
    let times = FrameTimes.endless(fps: 29.97)
    for index in stride(from: 0, through: 107_892, by: 997) {
      let exact = Double(index) * 100 / 2_997
      #expect(abs(times.offset(of: index) / .seconds(1) - exact) < 1e-9)
    }
    #expect(times.offset(of: 107_892) == .seconds(3_600))
  }

  @Test(arguments: [1, 23.976, 29.97, 59.94, 60, 144, 239.999, 240])
  func `each frame is the newest from its own time until the next`(fps: Double) {
    let times = FrameTimes.endless(fps: fps)
    for index in [0, 1, 2, 59, 60, 1_000, 35_999, 107_892, 864_000] {
      let due = times.offset(of: index)
      #expect(times.newest(at: due) == index)
      #expect(times.newest(at: due - .nanoseconds(1)) == (index == 0 ? nil : index - 1))
      #expect(times.newest(at: times.offset(of: index + 1) - .nanoseconds(1)) == index)
    }
  }

  @Test func `the last frame lies at the exact end`() {
    let times = FrameTimes.uniform(fps: 10, count: 4, end: .milliseconds(250))
    #expect((0..<5).map(times.offset) == [0, 100, 200, 250, 250].map { .milliseconds($0) })
    #expect([-1, 0, 99, 100, 249, 250, 9_999].map { times.newest(at: .milliseconds($0)) } == [nil, 0, 0, 1, 2, 3, 3])
  }

  @Test func `a table is searched`() {
    let times = FrameTimes.table([0, 40, 41, 300].map { .milliseconds($0) })
    #expect(
      [-1, 0, 39, 40, 41, 299, 300, 5_000].map { times.newest(at: .milliseconds($0)) } == [nil, 0, 0, 1, 2, 2, 3, 3])
    #expect(times.count == 4)
    #expect(times.offset(of: 99) == .milliseconds(300))
  }

  @Test func `nothing is due in an empty sequence`() {
    #expect(FrameTimes.table([]).newest(at: .seconds(1)) == nil)
    #expect(FrameTimes.uniform(fps: 60, count: 0, end: .zero).newest(at: .seconds(1)) == nil)
    #expect(FrameTimes.table([]).offset(of: 3) == .zero)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e-300, 1e300])
  func `a senseless rate does not trap`(fps: Double) {
    for times in [FrameTimes.endless(fps: fps), .uniform(fps: fps, count: 9, end: .seconds(1))] {
      for index in [Int.min, -1, 0, 1, .max] { _ = times.offset(of: index) }
      for elapsed in [Int64.min, -1, 0, 1, .max] { _ = times.newest(at: .nanoseconds(elapsed)) }
    }
  }
}
