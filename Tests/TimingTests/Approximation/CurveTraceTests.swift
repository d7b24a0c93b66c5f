import Testing
import Timing

struct CurveTraceTests {
  private func trace(_ text: String, duration: Double = 1) throws -> CurveTrace {
    CurveTrace(of: try CurveCatalog.standard.curve(text), duration: duration)
  }

  // The first overshoot of a spring is e^(−πζ/√(1 − ζ²)).
  @Test(arguments: [
    ("spring(1, 100, 10)", 0.0, 1.16303353482), ("spring(1, 100, 0)", 0, 2), ("smooth", 0, 1), ("linear", 0, 1),
    ("easeInBack", -0.10000407084, 1), ("step-start", 1, 1), ("linear(0, 3 33.331%, -2 33.332%, 1)", -2, 3),
  ])
  func `the range holds the peaks themselves`(curve: String, lowest: Double, highest: Double) throws {
    let range = try trace(curve, duration: 3).range
    #expect(abs(range.lowerBound - lowest) < 1e-8)
    #expect(abs(range.upperBound - highest) < 1e-8)
  }

  @Test(arguments: ["ease", "steps(5)", "easeInCirc", "easeIn(0.1)", "spring(1, 100, 10)", "easeOutBounce"])
  func `samples come in order with straight lines between them but for jumps`(curve: String) throws {
    let trace = try trace(curve, duration: 2)
    let samples = trace.samples
    #expect(samples.first?.fraction == 0)
    #expect(samples.last?.fraction == 1)
    for (sample, next) in zip(samples, samples.dropFirst()) {
      let gap = next.fraction - sample.fraction
      #expect(gap > 0)
      let third = trace.sample(at: sample.fraction + gap / 3).progress
      let line = sample.progress + (next.progress - sample.progress) / 3
      #expect(gap <= 1e-12 || abs(third - line) < 0.0003)
    }
  }

  @Test func `a spring cut short jumps to its target at the end`() throws {
    let samples = try trace("spring(1, 100, 10)", duration: 0.1).samples
    #expect(samples.last?.progress == 1)
    #expect(samples[samples.count - 2].progress < 0.4)
    #expect(samples[samples.count - 2].fraction > 1 - 1e-11)
  }
}
