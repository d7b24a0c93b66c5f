import Testing
import Timing

@Test func `a push of a thousand goes as far as POP's`() {
  let decay = Decay(velocity: 1000)
  let duration = decay.duration(threshold: 1)
  #expect(abs(duration - 2.646509) < 1e-6)
  #expect(abs(decay.distance(after: duration) - 496.505) < 1e-3)
  #expect(abs(decay.limit - 499) < 1e-9)
}

@Test func `whole milliseconds add up to the distance`() {
  var (velocity, distance) = (250.0, 0.0)
  for _ in 0..<700 {
    velocity *= 0.995
    distance += velocity / 1000
  }
  #expect(abs(Decay(velocity: 250, deceleration: 0.995).distance(after: 0.7) - distance) < 1e-9)
}

@Test(arguments: [-1e12, -3, 0, 1e-9, 5000], [0.5, 0.998, 0.9999])
func `a decay only slows and ends where it goes`(velocity: Double, deceleration: Double) throws {
  let decay = Decay(velocity: velocity, deceleration: deceleration)
  let duration = try #require(decay.settlingDuration(within: 0.001))
  let positions = (0...100).map { decay.position(at: duration * Double($0) / 100, duration: duration) }
  #expect(positions.first == 0 && positions.last == 1)
  #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
  #expect(abs(decay.distance(after: duration) - 0.999 * decay.limit) <= 1e-9 * abs(decay.limit))
}

@Test(arguments: [0, -1, .nan, 1000, .infinity])
func `a threshold that cannot be reached ends a decay at once`(threshold: Double) {
  #expect(Decay(velocity: 1000).duration(threshold: threshold) == 0)
}
