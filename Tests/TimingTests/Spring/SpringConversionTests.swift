import Testing
import Timing

@Test(arguments: [0.05, 0.3, 0.5, 2, 60], [-0.99, -0.5, 0, 0.15, 0.3, 0.99, 1])
func `duration and bounce give the same spring as response and damping fraction`(duration: Double, bounce: Double) {
  let spring = Spring(duration: duration, bounce: bounce)
  let same = Spring(response: duration, dampingFraction: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce)
  #expect(abs(2 * .pi / spring.frequency / duration - 1) < 1e-13)
  #expect(abs(same.stiffness / spring.stiffness - 1) < 1e-13)
  #expect(abs(same.damping - spring.damping) <= 1e-12 * spring.damping)
}

@Test(
  arguments: [
    (4, 12, 342.100588, 30.486980, 0.824152), (0, 12, 342.100588, 36.925881, 0.998215),
    (20, 12, 342.100588, 11.090783, 0.299816), (10, 10, 299.618824, 20.572938, 0.594267),
    (8, 12, 342.100588, 24.684019, 0.667281), (20, 20, 512.027647, 13.356488, 0.295132),
    (0, 0, 87.21, 5.777013, 0.309307),
  ] as [(Double, Double, Double, Double, Double)])
func `POP's parameters give POP's spring`(
  bounciness: Double, speed: Double, stiffness: Double, damping: Double, ratio: Double
) {
  let spring = Spring(bounciness: bounciness, speed: speed)
  #expect(spring.mass == 1)
  #expect(abs(spring.stiffness - stiffness) < 1e-6)
  #expect(abs(spring.damping - damping) < 1e-6)
  #expect(abs(spring.dampingRatio - ratio) < 1e-6)
}

@Test func `Apple's own example holds`() {
  let spring = Spring(duration: 0.5, bounce: 0.3)
  #expect(abs(spring.stiffness - 157.9) < 0.05 && abs(spring.damping - 17.6) < 0.05)
  #expect(abs(2 * .pi / Spring().frequency - 0.63) < 0.005 && Spring().dampingRatio == 0.5)
}

@Test(arguments: [("smooth", 0), ("snappy", 0.15), ("bouncy", 0.3), ("bouncy(extraBounce: 0.1)", 0.4)])
func `presets are springs with their bounce`(text: String, bounce: Double) throws {
  let spring = try #require(try CurveCatalog.standard.curve(text) as? Spring)
  #expect(abs(spring.dampingRatio - (1 - bounce)) < 1e-13)
  #expect(abs(spring.frequency - 4 * .pi) < 1e-12)
}
