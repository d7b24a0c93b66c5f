import Testing
import TextAnimation
import Interpolation
import TextBytes
import Timing

struct AnimationTests {
  private struct Interpolation: TextInterpolation {
    let threshold: Double

    func write(at progress: Double, to text: inout UTF8Buffer) {}
  }

  private func animation(_ curve: any TimingCurve, threshold: Double) -> Animation {
    Animation(
      from: "a", to: "b", curve: curve, content: .interpolated(Interpolation(threshold: threshold), writesEnds: false))
  }

  @Test(arguments: [(1e-5, 1e-5), (0.001, 0.001), (0.5, 0.001), (.infinity, 0.001), (1e-30, 0x1p-54)])
  func `a spring runs until no digit can change, and to a thousandth of its way even where none can`(
    threshold: Double, remainder: Double
  ) throws {
    let animation = animation(Spring(), threshold: threshold)
    #expect(animation.duration == Spring().settlingDuration(within: remainder))
    #expect(animation.isAnimated)
  }

  @Test(arguments: [0.001, .infinity]) func `other curves have a duration of their own`(threshold: Double) {
    #expect(animation(Linear(), threshold: threshold).duration == Animation.defaultDuration)
  }
}
