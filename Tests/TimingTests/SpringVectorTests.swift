import Testing
import Timing

struct SpringVectorTests {
  @Test func `springs agree with a numerical integrator`() throws {
    for row in try Vectors.load("springs", as: Vectors.SpringRow.self) {
      let spring = Spring(mass: row.mass, stiffness: row.stiffness, damping: row.damping, velocity: row.velocity)
      for point in row.points {
        #expect(abs(spring.position(at: point[0], duration: .infinity) - point[1]) < 1e-8, "\(row) at \(point[0])")
        // The integrator itself is this far off in the stiffest rows.
        let scale = max(1, abs(point[2]))
        #expect(
          abs(spring.velocity(at: point[0], duration: .infinity) - point[2]) < 2e-7 * scale, "\(row) at \(point[0])")
      }
    }
  }

  private static let times = [0.05, 0.1, 0.2, 0.3, 0.5, 1]

  private static let families: [(String, [Double])] = [
    ("spring(1, 100, 10)", [0.10440547, 0.34029985, 0.84942563, 1.1243548, 1.0745906, 1.0021701]),
    ("spring(1, 100, 10, 5)", [0.29307808, 0.60705344, 1.0590654, 1.1909761, 1.0306194, 1.0048629]),
    ("spring(3, 1000, 500)", [0.08502647, 0.17311216, 0.32466445, 0.44844019, 0.63209251, 0.86630854]),
    ("pop(4, 12)", [0.25628180, 0.61670481, 0.96400451, 1.0103424, 1.0003709, 1.0000004]),
    ("pop(bounciness: 10, speed: 10)", [0.25790986, 0.67653094, 1.0867019, 1.0523548, 0.99274642, 0.99996810]),
    ("smooth", [0.13131146, 0.35773956, 0.71541569, 0.89003394, 0.98639907, 0.99995269]),
    ("snappy", [0.13821035, 0.38810245, 0.78636917, 0.95644659, 1.0060200, 0.99996608]),
    ("bouncy", [0.14571501, 0.42330212, 0.87371090, 1.0339304, 1.0144984, 1.0000716]),
    ("spring(duration: .5, bounce: -.3)", [0.11443026, 0.29082571, 0.57039535, 0.74260581, 0.90776449, 0.99291133]),
    (
      "spring(response: .5, dampingFraction: .825)",
      [0.13941734, 0.39360772, 0.79964886, 0.96851077, 1.0084020, 0.99994500]
    ),
  ]

  // The table of spring vectors that the families were written down with.
  @Test(arguments: families)
  func `every family of springs moves as it should`(text: String, positions: [Double]) throws {
    let spring = try CurveCatalog.standard.curve(text)
    for (time, position) in zip(Self.times, positions) {
      #expect(abs(spring.position(at: time, duration: 10) - position) < 5e-8, "\(text) at \(time)")
    }
  }

  // UIView's springs: damping ratio, velocity, duration, and the frequency that a thousandth of the distance leaves.
  @Test(arguments: [
    (0.4, 0.0, 3.0, 5.06553437), (0.7, 0, 0.5, 19.6792932), (0.5, 0, 1, 12.7168983), (1, 0, 1, 9.23341348),
    (1, 0, 0.4, 23.0835337), (0.4, -1, 3, 5.38340),
  ])
  func `a spring fits its duration`(ratio: Double, velocity: Double, duration: Double, frequency: Double) {
    let spring = FittedSpring(dampingRatio: ratio, velocity: velocity).spring(duration: duration)
    #expect(abs(spring.undampedFrequency - frequency) < 1e-5)
    #expect(abs(spring.dampingRatio - ratio) < 1e-12)
  }

  // seeds.md: bounciness, speed, stiffness, damping.
  @Test(arguments: [
    (4.0, 12.0, 342.100588, 30.486980), (0, 12, 342.100588, 36.925881), (20, 12, 342.100588, 11.090783),
    (10, 10, 299.618824, 20.572938), (8, 12, 342.100588, 24.684019), (20, 20, 512.027647, 13.356488),
    (0, 0, 87.21, 5.777013),
  ])
  func `POP's bounciness and speed convert both ways`(
    bounciness: Double, speed: Double, stiffness: Double, damping: Double
  ) throws {
    let spring = Spring(bounciness: bounciness, speed: speed)
    #expect(abs(spring.stiffness - stiffness) < 1e-5)
    #expect(abs(spring.damping - damping) < 1e-5)
    let back = try #require(spring.bouncinessAndSpeed)
    #expect(abs(back.bounciness - bounciness) < 1e-6)
    #expect(abs(back.speed - speed) < 1e-9)
  }

  // Apple's own example: duration 0.5 and bounce 0.3 are mass 1, stiffness 157.9, damping 17.6.
  @Test func `duration and bounce convert both ways`() {
    let spring = Spring(duration: 0.5, bounce: 0.3)
    #expect(abs(spring.stiffness - 157.91367) < 1e-4)
    #expect(abs(spring.damping - 17.59292) < 1e-4)
    #expect(abs(spring.perceptualDuration - 0.5) < 1e-12)
    #expect(abs(spring.bounce - 0.3) < 1e-12)
    #expect(abs(Spring(duration: 0.5, bounce: -0.3).bounce + 0.3) < 1e-12)
    #expect(abs(Spring().perceptualDuration - 0.628318) < 1e-6)
    #expect(abs(Spring().bounce - 0.5) < 1e-12)
  }

  @Test(arguments: [-1e-4, -1e-6, -1e-9, 0, 1e-9, 1e-6, 1e-4])
  func `nothing jumps at critical damping`(distance: Double) {
    let ratio = 1 + distance
    let spring = Spring(response: 0.5, dampingFraction: ratio)
    let critical = Spring(response: 0.5, dampingFraction: 1)
    let difference = spring.position(at: 0.2, duration: 9) - critical.position(at: 0.2, duration: 9)
    #expect(abs(difference) < 2 * abs(distance) + 1e-12)
  }
}
