import SeededNumbers
import Testing
import TextAnimation
import Interpolation
import WrittenNumbers
import Timing

/// Frames at whole times show what whole numbers give: the error of a progress in binary does not show.
@Suite struct `Whole numbers on a linear curve` {
  /// from + (to − from) · part / whole, in whole numbers.
  private func rounded(_ from: Int, _ to: Int, _ part: Int, of whole: Int, _ rounding: Rounding) -> Int {
    let numerator = from * whole + (to - from) * part
    let floor = numerator >= 0 ? numerator / whole : -((-numerator + whole - 1) / whole)
    let rest = numerator - floor * whole
    let isNegative = floor < 0
    let (isHalf, isMore) = (2 * rest == whole, 2 * rest > whole)
    let goesUp =
      switch rounding {
      case .halfExpand: isMore || isHalf && !isNegative
      case .halfEven: isMore || isHalf && floor % 2 != 0
      case .trunc: rest > 0 && isNegative
      case .floor: false
      case .ceil: rest > 0
      case .expand: rest > 0 && !isNegative
      case .halfCeil: isMore || isHalf
      case .halfFloor: isMore
      case .halfTrunc: isMore || isHalf && isNegative
      }
    return goesUp ? floor + 1 : floor
  }

  private func sequence(
    _ from: Int, _ to: Int, _ interpolator: any TextInterpolator, duration: Int, fps: Int, autoreverse: Bool = false
  ) throws -> FrameSequence {
    let content = try interpolator.prepare(from: "\(from)", to: "\(to)")
    let animation = Animation(
      from: "\(from)", to: "\(to)", curve: Linear(), duration: Double(duration),
      content: .interpolated(content, writesEnds: false))
    return FrameSequence(animation, playback: try Playback(autoreverse: autoreverse), fps: Double(fps))
  }

  @Test(arguments: Rounding.allCases) func `every frame equals whole numbers`(rounding: Rounding) throws {
    var generator = SeededGenerator(state: 19)
    for _ in 0..<60 {
      let limit = [10, 100, 100_000, 1_000_000_000].randomElement(using: &generator) ?? 10
      let from = Int.random(in: -limit...limit, using: &generator)
      let to = Int.random(in: -limit...limit, using: &generator)
      let duration = Int.random(in: 1...10, using: &generator)
      let fps = [1, 2, 7, 10, 24, 25, 30, 60].randomElement(using: &generator) ?? 1
      let whole = duration * fps
      let numbers = try sequence(
        from, to, NumbersInterpolator(rounding: rounding), duration: duration, fps: fps, autoreverse: true)
      let odometer = try sequence(from, to, OdometerInterpolator(rounding: rounding), duration: duration, fps: fps)
      for frame in 0...whole {
        let expected = "\(rounded(from, to, frame, of: whole, rounding))"
        let place = "\(from) → \(to), frame \(frame) of \(whole)"
        #expect(numbers.frame(at: frame).text == expected, "\(place)")
        #expect(numbers.frame(at: 2 * whole - frame).text == expected, "back: \(place)")
        #expect(odometer.frame(at: frame).text == expected, "odometer: \(place)")
        guard (to - from) * frame % whole == 0 else { continue }
        let columns = odometer.animation.content.columns?(odometer.progress(ofFrame: frame)) ?? []
        #expect(columns.map(\.text).joined() == expected && columns.allSatisfy { $0.offset ?? 0 == 0 }, "\(place)")
      }
    }
  }
}
