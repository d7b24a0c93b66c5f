import Testing
import Timing

struct SpringSettlingTests {
  private static let springs = [
    Spring(), Spring(velocity: 5), Spring(velocity: -20), Spring(duration: 0.5, bounce: 0.9), Spring(damping: 20),
    Spring(damping: 20.0001), Spring(mass: 3, stiffness: 1000, damping: 500), Spring(bounciness: 0, speed: 0),
    Spring(stiffness: 1000, damping: 3), Spring(damping: 90, velocity: 300),
  ]

  @Test(arguments: springs, [0.5, 0.01, 0.001, 1e-6])
  func `after settling nothing leaves the threshold, and just before something does`(
    spring: Spring, threshold: Double
  ) throws {
    let settled = try #require(spring.settlingDuration(within: threshold))
    for step in 0...2000 {
      let distance = abs(spring.position(at: settled + Double(step) * 0.003 + 1e-9, duration: .infinity) - 1)
      #expect(distance <= threshold * (1 + 1e-6))
    }
    if settled > 0.001 {
      let before = abs(spring.position(at: settled - 1e-4, duration: .infinity) - 1)
      #expect(before > threshold * 0.9)
    }
  }

  @Test func `a spring without damping is followed for a minute`() {
    #expect(Spring(damping: 0).settlingDuration(within: 0.01) == Spring.maximumSettlingDuration)
  }

  @Test func `where nothing can change nothing has to settle`() {
    #expect(Spring().settlingDuration(within: .infinity) == 0)
  }
}
