import Testing
import Timing

@Test func `springs agree with an integration of their equation`() throws {
  let rows = try Vectors.rows(of: "springs", as: Vectors.Spring.self)
  #expect(rows.count == 40)
  for row in rows {
    let spring = Spring(mass: row.mass, stiffness: row.stiffness, damping: row.damping, velocity: row.velocity)
    // Against 40 digits it is the rows that are off for stiff springs: by 1.6e-7 for 3, 1000, 500 at 0.3 s.
    let tolerance = spring.dampingRatio > 3 ? 2e-7 : 1e-8
    for point in row.points {
      #expect(abs(spring.position(at: point[0]) - point[1]) <= 1e-8, "\(row) at \(point[0])")
      #expect(abs(spring.velocity(at: point[0]) - point[2]) <= tolerance, "\(row) at \(point[0])")
    }
  }
}

/// Sixteen damping ratios from 0 to 10, frequencies from 0.1 to 1,000 a second, pushes either way: DOP853 and Radau of
/// SciPy, which agree with 40 digits of the closed form to 2e-12.
@Test func `springs of all kinds agree with an integration of their equation`() throws {
  let rows = try Vectors.rows(of: "springs_more", as: Vectors.Spring.self)
  #expect(rows.count == 64)
  for row in rows {
    let spring = Spring(mass: row.mass, stiffness: row.stiffness, damping: row.damping, velocity: row.velocity)
    for point in row.points {
      let error = abs(spring.position(at: point[0]) - point[1]) / max(1, abs(point[1]))
      #expect(error <= 1e-8, "\(row) at \(point[0])")
      let difference = abs(spring.velocity(at: point[0]) - point[2]) / max(1, abs(point[2]))
      #expect(difference <= 1e-8, "\(row) at \(point[0])")
    }
  }
}

@Test(arguments: [
  ("spring", [0.10440547, 0.34029985, 0.84942563, 1.1243548, 1.0745906, 1.0021701]),
  ("spring(velocity: 5)", [0.29307808, 0.60705344, 1.0590654, 1.1909761, 1.0306194, 1.0048629]),
  ("spring(3, 1000, 500)", [0.08502647, 0.17311216, 0.32466445, 0.44844019, 0.63209251, 0.86630854]),
  ("pop", [0.25628180, 0.61670481, 0.96400451, 1.0103424, 1.0003709, 1.0000004]),
  ("pop(10, 10)", [0.25790986, 0.67653094, 1.0867019, 1.0523548, 0.99274642, 0.99996810]),
  ("smooth", [0.13131146, 0.35773956, 0.71541569, 0.89003394, 0.98639907, 0.99995269]),
  ("snappy", [0.13821035, 0.38810245, 0.78636917, 0.95644659, 1.0060200, 0.99996608]),
  ("bouncy", [0.14571501, 0.42330212, 0.87371090, 1.0339304, 1.0144984, 1.0000716]),
  ("spring(duration: 500ms, bounce: -.3)", [0.11443026, 0.29082571, 0.57039535, 0.74260581, 0.90776449, 0.99291133]),
  ("spring(response: 0.5)", [0.13941734, 0.39360772, 0.79964886, 0.96851077, 1.0084020, 0.99994500]),
  ("bouncy(extraBounce: -0.15)", [0.13821035, 0.38810245, 0.78636917, 0.95644659, 1.0060200, 0.99996608]),
])
func `a spring's text gives its tabulated positions`(text: String, positions: [Double]) throws {
  let curve = try CurveCatalog.standard.curve(text)
  for (seconds, position) in zip([0.05, 0.1, 0.2, 0.3, 0.5, 1], positions) {
    #expect(abs(curve.position(at: seconds, duration: 20) - position) <= 6e-8, "\(text) at \(seconds)")
  }
}

/// Positions and velocities at 0.1 and 0.3 s, from 50 digits; stiffness 100, velocity 5, damping 20·(1 + excess).
@Test(
  arguments: [
    (-1e-3, [0.448426207746089, 3.68186228226563, 0.875980659295376, 0.994993215767709]),
    (1e-3, [0.44793570172993, 3.67573095571767, 0.875084491757497, 0.996486830443236]),
    (-1e-6, [0.448181083495914, 3.67879747737864, 0.875532777164202, 0.995740620549909]),
    (1e-6, [0.448180592989992, 3.67879134605462, 0.875531880996971, 0.99574211416196]),
    (-1e-8, [0.448180840695366, 3.67879444237104, 0.875532333561176, 0.995741359889218]),
    (1e-8, [0.448180835790307, 3.6787943810578, 0.875532324599504, 0.995741374825339]),
    (-2e-10, [0.448180838291887, 3.67879441232756, 0.875532329169957, 0.995741367207918]),
    (2e-10, [0.448180838193786, 3.67879441110129, 0.875532328990723, 0.99574136750664]),
    (-1e-11, [0.448180838245289, 3.67879441174508, 0.875532329084821, 0.995741367349811]),
    (1e-11, [0.448180838240384, 3.67879441168377, 0.875532329075859, 0.995741367364747]),
    (0, [0.448180838242837, 3.67879441171442, 0.87553232908034, 0.995741367357279]),
  ] as [(Double, [Double])])
func `the three forms meet at critical damping`(excess: Double, expected: [Double]) {
  let spring = Spring(damping: 20 * (1 + excess), velocity: 5)
  let found = [0.1, 0.3].flatMap { [spring.position(at: $0), spring.velocity(at: $0)] }
  for (found, expected) in zip(found, expected) {
    #expect(abs(found - expected) <= 2e-10)
  }
}

@Test func `the peak and the first crossing stand where the damping ratio puts them`() throws {
  let spring = Spring(frequency: 8, dampingRatio: 0.3)
  let root = (1 - 0.09).squareRoot()
  let samples = CurveSamples(of: spring, duration: 10, count: 2_400)
  let peak = try #require(samples.samples.max { $0.position < $1.position })
  #expect(abs(peak.seconds - .pi / (8 * root)) < 1e-14)
  // τ = (π − acos ζ)/ω_d, acos 0.3 = 1.2661036727794992
  #expect(abs((samples.firstTime(of: 1) ?? 0) - (.pi - 1.2661036727794992) / (8 * root)) < 1e-14)
}

@Test func `a spring runs in true time and is cut at its duration`() {
  let spring = Spring(damping: 2)
  #expect(spring.position(at: 0.29, duration: 0.3) == spring.position(at: 0.29))
  #expect(spring.position(at: 0.29, duration: 5) == spring.position(at: 0.29))
  #expect(spring.position(at: 0.3, duration: 0.3) == 1)
  #expect(spring.velocity(at: 0.3, duration: 0.3) == 0)
  #expect(abs(spring.position(at: 0.3) - 1) > 0.1)
}

@Test func `a stiff and heavily damped spring neither overflows nor stalls`() {
  let spring = Spring(mass: 0.01, stiffness: 1_000_000, damping: 100_000, velocity: 1000)
  for seconds in [1e-9, 1e-3, 0.1, 1, 100, 1e12] {
    #expect((0...1).contains(spring.position(at: seconds)))
    #expect(spring.velocity(at: seconds).isFinite)
  }
}
