import Testing
import Timing

private func samples(_ text: String, _ duration: Double) throws -> CurveSamples {
  CurveSamples(of: try CurveCatalog.standard.curve(text).fitted(to: duration), duration: duration, count: 480)
}

@Test(
  arguments: [
    ("linear", 0.3, 0.6), ("easeInQuad", 0.25, 1), ("steps(4)", 0.5, 1), ("step-start", 0.5, 0),
    ("easeOutBounce", 0.75, 0.6298366572977736), ("linear(0, 1, 0, 1)", 0.5, 1.0 / 3), ("linear(1, 0)", 0.5, 0),
    ("easeInBack", -5, nil), ("easeInBack", 1.5, nil), ("linear(0, 0.5 50%, 0.5 60%, 1)", 0.5, 1),
    ("easeInExpo", 0.0005, 0),
    ("linear(1, -1)", -0.5, 1.5), ("linear(0, 1 40%, -1 40%, 1)", -1, 0.8), ("steps(1000000000)", 0.25, 0.5),
    // What is touched for a moment alone.
    ("linear(0, -0.5 37.1%, 1.5 71.3%, 1)", -0.5, 0.742), ("linear(0, -0.5 37.1%, 1.5 71.3%, 1)", 1.5, 1.426),
    ("easeOutBounce", 1, 16.0 / 11),
  ] as [(String, Double, Double?)])
func `a curve first reaches a level at this moment`(text: String, level: Double, expected: Double?) throws {
  let moment = try samples(text, 2).firstTime(of: level)
  #expect((moment == nil) == (expected == nil))
  #expect(abs((moment ?? 0) - (expected ?? 0)) <= 1e-14, "\(moment ?? .nan)")
}

@Test(arguments: [
  "spring(damping: 1)", "easeOutElastic(3, 0.1)", "cubic-bezier(0.5, 3, 0.5, -2)", "easeInOutBounce",
  "easeInBounceAsShipped",
])
func `no level is reached before that moment, as looking very often finds it`(text: String) throws {
  let curve = try CurveCatalog.standard.curve(text)
  let samples = try samples(text, 4)
  let positions = (0...40_000).map { curve.position(at: Double($0) / 10_000, duration: 4) }
  for level in [-0.2, 0.1, 0.5, 0.9, 1.1, 1.3] {
    let seen = positions.firstIndex { level < 0 ? $0 <= level : $0 >= level }
    let moment = samples.firstTime(of: level)
    guard let seen else { continue }
    #expect(moment.map { $0 <= Double(seen) / 10_000 && $0 > Double(seen - 1) / 10_000 } == true, "\(text) at \(level)")
  }
}

@Test(arguments: [
  ("linear", 2), ("easeOut", 2), ("easeOutQuint", 2), ("easeInOutSine", 2), ("ease", 2), ("easeOut(16)", 2),
  ("easeInOut(20)", 2), ("smooth", 5), ("smooth", 100), ("spring(1, 100, 20, 0)", 8),
])
func `what is only there at the end is reached at the end`(text: String, duration: Double) throws {
  #expect(try samples(text, duration).firstTime(of: 1) == duration)
}

@Test(arguments: [
  ("steps(4, jump-start)", 1.5), ("steps(4)", 2), ("linear(0, 1 50%, 1)", 1), ("linear(0, 1 99%, 1)", 1.98),
])
func `what stands before the end is reached where it begins`(text: String, moment: Double) throws {
  #expect(try samples(text, 2).firstTime(of: 1).map { abs($0 - moment) < 1e-12 } == true)
}

@Test func `a crest stands where the velocity changes its sign, to the last digits`() throws {
  let crest = try #require(try samples("easeOutBack", 2).samples.max { $0.position < $1.position })
  #expect(abs(crest.seconds - 2 * (1 - 2 * 1.70158 / (3 * 2.70158))) < 1e-14)
}

@Test func `a spike is found that stands between two samples`() throws {
  let spike = try samples("linear(0, 0.3 30%, 7 30.01%, 0.3 30.02%, -5 30.02%, 0.3 30.03%, 1)", 2)
  #expect(spike.samples.contains { $0.position == 7 } && spike.samples.contains { $0.position == -5 })
  #expect(spike.firstTime(of: 7).map { abs($0 - 0.6002) < 1e-14 } == true)
}

@Test(arguments: [
  // As fast as the samples, so that all of them stand at the same height; and many times as fast.
  ("linear(\(String(repeating: "0, 1, ", count: 480))0, 1)", 480),
  ("spring(mass: 0.4397620535, stiffness: 1000000, damping: 0)", 480),
  ("easeInElastic(1, 0.01)", 100), ("easeOutBounce", 3),
])
func `turns are found between samples, however fast they follow each other`(text: String, count: Int) throws {
  let positions = try samples(text, 2).samples.map(\.position)
  let rises = zip(positions, positions.dropFirst()).map { $1 - $0 }.filter { abs($0) > 1e-9 }
  let crests = zip(rises, rises.dropFirst()).count { $0 > 0 && $1 < 0 }
  #expect(abs(crests - count) <= count / 50 + 1, "\(crests)")
}

@Test func `a spring that swings for an hour is not looked at without end`() {
  let spring = Spring(mass: 0.01, stiffness: 1_000_000, damping: 0)
  let samples = CurveSamples(of: spring, duration: 3600, count: 10_000, costLimit: 100_000)
  #expect(!samples.isComplete && samples.cost < 130_000)
}

@Test func `a day of rest leaves the samples where something moves`() throws {
  let samples = try samples("spring(duration: 0.5, bounce: 0.5)", 86_400)
  #expect(samples.isComplete && samples.samples.count < 2_000)
  #expect(samples.samples.contains { $0.position > 1.1 })
}
