import Testing
import Timing

@testable import TextAnimation
@testable import Interpolation
@testable import WrittenNumbers

struct ProgressMarkerTests {
  private func sequence(
    _ curve: String, fps: Double = 10, playback: Playback = .once, clamp: Animation.Clamp = .none
  ) throws -> FrameSequence {
    let interpolation = try NumbersInterpolator().prepare(from: "0", to: "100")
    let animation = Animation(
      from: "0", to: "100", curve: try CurveCatalog.standard.curve(curve), duration: 2, clamp: clamp,
      content: .interpolated(interpolation, writesEnds: false))
    return FrameSequence(animation, playback: playback, fps: fps)
  }

  @Test func `a power reaches a progress at its root`() throws {
    let markers = try sequence("easeIn").markers(at: [0, 0.25, 0.5, 1]).markers
    for (marker, level) in zip(markers, [0, 0.25, 0.5, 1.0]) {
      let time = 2 * Double.root(level, 3)
      #expect(abs((marker.time ?? -1) - time) < 1e-14)
      #expect(marker.frame == Int((time * 10 - 1e-9).rounded(.up)))
    }
  }

  @Test func `overshoot and undershoot are reached once, or never`() throws {
    let back = try sequence("easeInOutBack")
    let markers = back.markers(at: [-0.05, 1.05, 2]).markers
    #expect((markers[0].time ?? 9) < 1 && (markers[1].time ?? 0) > 1)
    #expect(markers[2] == ProgressMarker(progress: 2, time: nil, frame: nil))
    #expect(try sequence("easeInOutBack", clamp: .both).markers(at: [1.05]).markers[0].time == nil)
    // The first of many: a spring that swings through its target again and again.
    let spring = try sequence("spring(damping: 1)").markers(at: [1]).markers[0]
    #expect(abs((spring.time ?? 0) - 0.1622) < 1e-3)
  }

  @Test func `delay and speed count`() throws {
    let playback = try Playback(delay: 3, repeatCount: .infinite, autoreverse: true, speed: 2)
    let marker = try sequence("linear", playback: playback).markers(at: [0.5]).markers[0]
    #expect(marker == ProgressMarker(progress: 0.5, time: 3.5, frame: 5))
  }

  @Test(arguments: [0, 0.1, 0.3, 0.7, 1.1])
  func `behind a delay the frame is still the one that shows it first`(delay: Double) throws {
    for count in 1...12 {
      let sequence = try sequence("steps(\(count))", playback: Playback(delay: delay))
      let levels = (1...count).map { (Double($0) - 0.5) / Double(count) }
      for marker in sequence.markers(at: levels).markers {
        let first = (0..<(sequence.count ?? 0)).first { sequence.progress(ofFrame: $0) >= marker.progress }
        #expect(marker.frame == first, "\(delay) \(count) \(marker)")
      }
    }
  }

  @Test(arguments: [true, false]) func `where frames are left out, a marker stands at one that is there`(
    keepsEnd: Bool
  ) throws {
    for curve in ["linear", "easeInOut", "easeOutBack", "spring(damping: 1)"] {
      for playback in [Playback.once, try Playback(delay: 0.3, repeatCount: .times(2), autoreverse: true)] {
        let whole = try sequence(curve, playback: playback)
        let distinct = try #require(whole.distinct(limit: 10_000, keepsEnd: keepsEnd))
        for marker in distinct.markers(at: [0, 0.005, 0.5, 0.999, 1]).markers {
          let (time, frame) = (try #require(marker.time), try #require(marker.frame))
          let last = (distinct.count ?? 0) - 1
          #expect((0...last).contains(frame))
          #expect(distinct.time(of: frame) >= time || frame == last && !keepsEnd)
          if frame > 0 { #expect(distinct.time(of: frame - 1) < time) }
        }
      }
    }
  }

  @Test func `what changes at once has reached all between source and target`() {
    let animation = Animation(from: "a", to: "b", curve: Linear(), content: .immediate(NotAnimatable(reason: "")))
    let markers = FrameSequence(animation, fps: 8).markers(at: [0, 0.5, 1, 1.5]).markers
    #expect(markers.map(\.time) == [0, 0.125, 0.125, nil])
    #expect(markers.map(\.frame) == [0, 1, 1, nil])
  }
}

extension Double {
  fileprivate static func root(_ value: Double, _ n: Int) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if (0..<n).reduce(1.0, { product, _ in product * middle }) < value { low = middle } else { high = middle }
    }
    return high
  }
}
