import Testing

@testable import Deployment
@testable import Viewers
@testable import AnimationService

struct LoopHistogramTests {
  private static let milliseconds: LoopHistogram.Bounds = .init { Int64($0 + 1) * 1_000_000 }

  @Test func `a duration belongs to the first bucket whose end it does not pass`() {
    let histogram = LoopHistogram(Self.milliseconds)
    for nanoseconds: Int64 in [0, 1, 1_000_000, 1_000_001, 2_000_000, 13_000_000, 13_000_001, .max / 2] {
      histogram.record(nanoseconds: nanoseconds)
    }
    #expect(histogram.counts.counts == [3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
  }

  @Test func `what is early counts as nothing`() {
    let histogram = LoopHistogram(.lateness)
    histogram.record(nanoseconds: -900_000)
    histogram.record(nanoseconds: .min)
    #expect(histogram.counts.counts.first == 2)
    #expect(histogram.counts.seconds == 0)
  }

  @Test func `buckets are cumulative and the last one has everything`() {
    let histogram = LoopHistogram(.lateness)
    for nanoseconds: Int64 in [50_000, 200_000, 200_000, 2_000_000_000] { histogram.record(nanoseconds: nanoseconds) }
    let buckets = histogram.counts.buckets
    #expect(
      buckets.map(\.le) == [
        "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1",
        "+Inf",
      ])
    #expect(buckets.map(\.count) == [1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4])
    #expect(histogram.counts.count == 4)
    #expect(histogram.counts.seconds == 2.00045)
  }

  @Test func `the histograms of two loops add up`() {
    let first = LoopHistogram(.lateness)
    let second = LoopHistogram(.lateness)
    first.record(nanoseconds: 60_000_000)
    second.record(nanoseconds: 60_000_000)
    second.record(nanoseconds: 1)
    let sum = first.counts + second.counts
    #expect(sum.count == 3)
    #expect(sum.nanoseconds == 120_000_001)
  }

  @Test func `counted beyond a bound is what lies above it`() {
    let histogram = LoopHistogram(.lateness)
    for milliseconds: Int64 in [1, 49, 50, 51, 2000] { histogram.record(nanoseconds: milliseconds * 1_000_000) }
    #expect(histogram.counts.count(beyond: OverloadDetector.lateness) == 2)
    #expect(histogram.counts.count(beyond: 1_000_000_000) == 1)
  }

  @Test func `what counts as too late is a bound of the histogram`() {
    #expect(LoopHistogram(.lateness).counts.bounds.contains(OverloadDetector.lateness))
  }

  @Test func `bounds ascend`() {
    for histogram in [LoopHistogram(.lateness).counts, LoopHistogram(.handling).counts] {
      #expect(histogram.bounds == histogram.bounds.sorted())
      #expect(Set(histogram.bounds).count == 13)
    }
  }
}
