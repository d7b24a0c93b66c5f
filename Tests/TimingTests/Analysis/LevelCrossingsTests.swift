import Synchronization
import Testing
import Timing

@Test(
  arguments: [
    ("linear", 0.3, [0.6]), ("easeInQuad", 0.25, [1]), ("steps(4)", 0.5, [1]), ("step-start", 0.5, [0]),
    ("easeOutBounce", 0.75, [0.6298366572977736]),
    ("easeOutBounce", 0.85, [0.6705123241667554, 0.8609252610786633, 1.3208929207395184]),
    ("linear(0, 1, 0, 1)", 0.5, [1.0 / 3, 1, 5.0 / 3]),
    ("linear(1, 0)", 0.5, [0, 1, 2]), ("easeInBack", -5, []), ("easeInBack", 0, [0, 2 * 1.70158 / 2.70158]),
    ("linear(0, 0.5 50%, 0.5 60%, 1)", 0.5, [1]), ("easeInExpo", 0.0005, [0]),
  ] as [(String, Double, [Double])])
func `a curve passes a level at these moments`(text: String, level: Double, expected: [Double]) throws {
  let crossings = LevelCrossings(of: try CurveCatalog.standard.curve(text), duration: 2)
  let times = crossings.times(at: level)
  #expect(times.count == expected.count, "\(times)")
  for (time, expected) in zip(times, expected) { #expect(abs(time - expected) <= 1e-14) }
}

@Test(arguments: ["spring(damping: 1)", "easeOutElastic(3, 0.1)", "cubic-bezier(0.5, 3, 0.5, -2)", "easeInOutBounce"])
func `every change of side is found, and nothing else`(text: String) throws {
  let curve = try CurveCatalog.standard.curve(text)
  let crossings = LevelCrossings(of: curve, duration: 4)
  for level in [-0.2, 0.1, 0.5, 0.9, 1.1, 1.3] {
    var isReached = level <= 0
    var seen = 0
    for index in 1...40_000 {
      let now = curve.position(at: Double(index) / 10_000, duration: 4) >= level
      if now != isReached { seen += 1 }
      isReached = now
    }
    let times = crossings.times(at: level)
    #expect(times.count >= seen && times == times.sorted(), "\(text) at \(level)")
    for time in times {
      let sides = [-1e-9, 1e-9].map { curve.position(at: time + $0, duration: 4) >= level }
      #expect(sides[0] != sides[1], "\(text) at \(level)")
    }
  }
}

@Test func `a curve that knows nothing of its turns is sampled`() {
  struct Wave: Easing {
    func progress(at fraction: Double) -> Double { fraction < 0.5 ? 3 * fraction : 2 - fraction }
    func slope(at fraction: Double) -> Double { fraction < 0.5 ? 3 : -1 }
  }
  let crossings = LevelCrossings(of: Wave(), duration: 1)
  #expect(crossings.times(at: 1.2).count == 2)
  #expect(crossings.firstTime(reaching: 1.2).map { abs($0 - 0.4) < 1e-15 } == true)
  #expect(crossings.firstTime(reaching: 7) == nil)
  #expect(crossings.firstTime(reaching: -1) == 0)
}

@Test func `a spring that swings for an hour is still searched quickly`() {
  let crossings = LevelCrossings(of: Spring(mass: 0.01, stiffness: 1_000_000, damping: 0), duration: 3600)
  #expect(crossings.times(at: 1).count >= 100_000)
}

@Test(arguments: [
  "linear", "easeOutBounce", "easeInOutBack", "spring(damping: 1)", "linear(-1, 0.5, -0.2, 1)", "steps(4)",
])
func `the first moment on either side is the first of all`(text: String) throws {
  let curve = try CurveCatalog.standard.curve(text)
  let crossings = LevelCrossings(of: curve, duration: 2)
  for level in [-2, -0.5, -0.05, 0.1, 0.25, 0.9, 1.1, 7] {
    let isReached = curve.position(at: 0, duration: 2) >= level
    #expect(crossings.firstTime(reaching: level) == (isReached ? 0 : crossings.times(at: level).first))
    let isLeft = curve.position(at: 0, duration: 2) < level.nextUp
    #expect(crossings.firstTime(fallingTo: level) == (isLeft ? 0 : crossings.times(at: level.nextUp).first))
  }
}

@Test(arguments: [
  ("linear", 2), ("easeOut", 2), ("easeOutQuint", 2), ("easeInOutSine", 2), ("ease", 2), ("easeOut(16)", 2),
  ("easeInOut(20)", 2), ("smooth", 5), ("smooth", 100), ("spring(1, 100, 20, 0)", 8),
])
func `what is only there at the end is reached at the end`(text: String, duration: Double) throws {
  let crossings = LevelCrossings(of: try CurveCatalog.standard.curve(text), duration: duration)
  #expect(crossings.firstTime(reaching: 1) == duration)
}

@Test(arguments: [
  ("steps(4, jump-start)", 1.5), ("steps(4)", 2), ("linear(0, 1 50%, 1)", 1), ("linear(0, 1 99%, 1)", 1.98),
])
func `what stands before the end is reached where it begins`(text: String, moment: Double) throws {
  let crossings = LevelCrossings(of: try CurveCatalog.standard.curve(text), duration: 2)
  #expect(crossings.firstTime(reaching: 1).map { abs($0 - moment) < 1e-12 } == true)
}

@Test func `a level that is touched from above is reached`() throws {
  let touching = LevelCrossings(of: try CurveCatalog.standard.curve("linear(0, -0.5, 1.5, 1)"), duration: 3)
  #expect(touching.firstTime(fallingTo: -0.5).map { abs($0 - 1) < 1e-15 } == true)
  let falling = LevelCrossings(of: try CurveCatalog.standard.curve("linear(1, -1)"), duration: 1)
  #expect(falling.firstTime(fallingTo: -0.5) == 0.75)
}

@Test func `of many passages only the first is looked for`() {
  final class Swings: TimingCurve {
    let count = Atomic(0)
    func turningPoints(duration: Double) -> [Double]? { (1..<10_000).map { duration * Double($0) / 10_000 } }
    func settlingDuration(within threshold: Double) -> Double? { nil }
    func velocity(at seconds: Double, duration: Double) -> Double { 0 }
    func position(at seconds: Double, duration: Double) -> Double {
      count.add(1, ordering: .relaxed)
      let phase = (seconds / duration * 10_000).truncatingRemainder(dividingBy: 2)
      return phase < 1 ? 2 * phase : 2 * (2 - phase)
    }
  }
  let curve = Swings()
  let crossings = LevelCrossings(of: curve, duration: 1)
  for level in stride(from: 0.01, to: 2, by: 0.02) { #expect(crossings.firstTime(reaching: level) ?? 1 < 1e-4) }
  #expect(curve.count.load(ordering: .relaxed) < 20_000)
}
