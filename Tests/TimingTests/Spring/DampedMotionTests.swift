import Testing

@testable import Timing

@Test(arguments: [0.01, 0.1, 0.3, 0.7], [0.0, -20, 20])
func `a swing that turns right at the threshold has settled before`(ratio: Double, velocity: Double) throws {
  let motion = DampedMotion(frequency: 12, dampingRatio: ratio, offset: 1, velocity: velocity)
  let first = try #require(motion.firstTurningPoint)
  let interval = try #require(motion.turningInterval)
  for count in 0..<20 {
    let turn = first + Double(count) * interval
    #expect(motion.settlingTime(within: abs(motion.offset(at: turn))) < turn)
  }
}
