import Testing
import Timing

@Test(
  arguments: [
    (3, 0.4, 0, 5.06553437, 25.6596, 4.05243), (0.5, 0.7, 0, 19.6792932, 387.2746, 27.55101),
    (1, 0.5, 0, 12.7168983, 161.7195, 12.7169), (1, 1, 0, 9.23341348, 85.2559, 18.46683),
    (0.4, 1, 0, 23.0835337, 532.8495, 46.16707), (3, 0.4, -1, 5.38340, 28.98100, 4.30672),
  ] as [(Double, Double, Double, Double, Double, Double)])
func `a duration and a damping ratio give the community's spring`(
  duration: Double, ratio: Double, velocity: Double, frequency: Double, stiffness: Double, damping: Double
) {
  let spring = FittedSpring(dampingRatio: ratio, velocity: velocity).spring(lasting: duration)
  #expect(abs(spring.frequency / frequency - 1) < 1e-6)
  #expect(abs(spring.stiffness / stiffness - 1) < 2e-6)
  #expect(abs(spring.damping / damping - 1) < 2e-6)
}

@Test(arguments: [0.01, 0.3, 0.8, 0.999999, 1], [0, -1, 1, 5, -1000, 1000])
func `every fitted spring is near its target when its time is over`(ratio: Double, velocity: Double) {
  for duration in [1e-300, 0.01, 0.4, 3, 3600, .infinity] {
    let fitted = FittedSpring(dampingRatio: ratio, velocity: velocity)
    let spring = fitted.spring(lasting: duration)
    #expect(spring.frequency.isFinite && spring.frequency > 0)
    guard (0.01...3600).contains(duration), velocity <= 0 else { continue }
    #expect(abs(spring.position(at: duration) - 1) < 0.15)
    #expect(fitted.position(at: duration, duration: duration) == 1)
    #expect(fitted.position(at: duration / 2, duration: duration) == spring.position(at: duration / 2))
  }
}

@Test(arguments: [0.1, 0.5, 1], [0.4, 3.0])
func `a spring that is pushed too hard for its time leaves a thousandth by its decay alone`(
  ratio: Double, duration: Double
) {
  let spring = FittedSpring(dampingRatio: ratio, velocity: 100_000).spring(lasting: duration)
  let lnOfThousand = 6.907755278982137
  #expect(abs(spring.frequency * spring.dampingRatio * duration / lnOfThousand - 1) < 1e-12)
}

@Test func `only a fitted spring changes when it is made ready for a duration`() {
  #expect(FittedSpring(dampingRatio: 0.4).fitted(to: 3) is Spring)
  #expect(Linear().fitted(to: 3) is Linear)
  #expect(FittedSpring(dampingRatio: 0.4).settlingDuration(within: 0.1) == nil)
}
