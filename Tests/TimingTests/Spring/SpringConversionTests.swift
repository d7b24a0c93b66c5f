import Testing
import Timing

@Test(arguments: [0.05, 0.3, 0.5, 2, 60], [-0.99, -0.5, 0, 0.15, 0.3, 0.99, 1])
func `duration and bounce come back from the spring they made`(duration: Double, bounce: Double) {
  let spring = Spring(duration: duration, bounce: bounce)
  #expect(abs(spring.perceptualDuration / duration - 1) < 1e-13)
  #expect(abs(spring.bounce - bounce) < 1e-13)
  let again = Spring(response: spring.response, dampingFraction: spring.dampingFraction)
  #expect(abs(again.stiffness / spring.stiffness - 1) < 1e-13)
  #expect(abs(again.damping - spring.damping) <= 1e-12 * spring.damping)
}

@Test(arguments: [0, 0.5, 4, 8, 10, 19.5, 20], [0, 1, 2.9, 3, 7, 7.5, 12, 20])
func `bounciness and speed come back from the spring they made`(bounciness: Double, speed: Double) throws {
  let spring = Spring(bounciness: bounciness, speed: speed)
  #expect(abs(spring.speed - speed) < 1e-11)
  #expect(abs(try #require(spring.bounciness) - bounciness) < 1e-9)
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

@Test func `no bounciness gives an undamped spring`() {
  #expect(Spring(stiffness: 342, damping: 0).bounciness == nil)
}

@Test func `Apple's own example holds both ways`() {
  let spring = Spring(duration: 0.5, bounce: 0.3)
  #expect(abs(spring.stiffness - 157.9) < 0.05 && abs(spring.damping - 17.6) < 0.05)
  #expect(abs(Spring().perceptualDuration - 0.63) < 0.005 && Spring().bounce == 0.5)
}

@Test func `presets are springs with their bounce`() {
  #expect(Spring.smooth().bounce == 0)
  #expect(abs(Spring.snappy().bounce - 0.15) < 1e-15)
  #expect(abs(Spring.bouncy(extraBounce: 0.1).bounce - 0.4) < 1e-15)
  #expect(Spring.bouncy(extraBounce: 9).bounce == 1)
}
