import Foundation
import Testing

@testable import Documents

struct PictureTrackTests {
  private func value(_ points: [PictureTrack.Key], at time: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.time >= time }), next > 0 else { return points.first?.value ?? .nan }
    let (start, end) = (points[next - 1], points[next])
    return start.value + (end.value - start.value) * (time - start.time) / (end.time - start.time)
  }

  @Test(arguments: [0.001, 0.05, 1])
  func `lines between few points pass all samples closely`(tolerance: Double) {
    var track = PictureTrack(tolerance: tolerance)
    let samples = (0...600).map { step in
      let (time, height): (Double, Double) = (Double(step) / 60, (step / 90).isMultiple(of: 2) ? 3 : 0)
      return (time: time, value: 10 * sin(time * 1.5) + height)
    }
    for sample in samples { track.append(sample.value, at: sample.time) }
    let points = track.points(until: 10)
    #expect(points.count < (tolerance < 0.01 ? 600 : 200))
    #expect(samples.allSatisfy { abs(value(points, at: $0.time) - $0.value) <= tolerance + 1e-9 })
    #expect(points.first?.value == samples.first?.value && points.last?.value == samples.last?.value)
  }

  @Test func `what stands has one point`() {
    var track = PictureTrack(tolerance: 0.1)
    for time in 0...9 { track.append(5, at: Double(time)) }
    #expect(track.points(until: 20).map(\.value) == [5])
  }

  @Test func `a straight way has its ends, and stands before and behind them`() {
    var track = PictureTrack(tolerance: 0.1)
    for time in 1...9 { track.append(Double(time), at: Double(time)) }
    #expect(track.points(until: 9).map(\.time) == [0, 1, 9])
    #expect(track.points(until: 20).map(\.value) == [1, 1, 9, 9])
  }

  @Test func `a leap takes no time`() {
    var track = PictureTrack(tolerance: 0.1)
    track.append(0, at: 0)
    track.leap(from: 10, to: 0, at: 1)
    track.append(5, at: 1.5)
    #expect(track.points(until: 1.5).map(\.value) == [0, 10, 0, 5])
    #expect(track.points(until: 1.5).map(\.time) == [0, 1, 1, 1.5])
  }
}
