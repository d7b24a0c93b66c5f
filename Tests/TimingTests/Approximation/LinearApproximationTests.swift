import Testing
import Timing

struct LinearApproximationTests {
  private static let texts =
    CurveCatalog.standard.entries.map(\.example) + [
      "cubic-bezier(0, 1, 0, 1)", "cubic-bezier(1, 0, 0, 1)", "cubic-bezier(0.5, -3, 0.5, 4)", "easeOutBack(5)",
      "easeInElastic(amplitude: 3, period: 0.1)", "easeIn(0.3)", "easeIn(20)", "steps(7, jump-both)",
      "steps(60, start)",
      "spring(1, 100, 500, -30)", "spring(1, 400, 3)", "spring(dampingRatio: .4, velocity: -1)", "pop(20, 0)",
      "linear(0, 0.9 10%, 0.2 50% 60%, 1)", "linear(0 20%, 0.3 50%, 0.7 50%, 1 80%)",
      "linear(0, 1 33.33%, 0 33.34%, 1)",
    ]

  private func trace(_ text: String, detail: Double = 0.0001) throws -> CurveTrace {
    let curve = try CurveCatalog.standard.curve(text)
    return CurveTrace(of: curve, duration: curve.settlingDuration(within: 0.001) ?? 1, detail: detail)
  }

  /// The largest distance that no shift up to a millionth of the duration removes.
  private func distance(_ trace: CurveTrace, _ lines: any Easing) -> Double {
    (0...1501).map { step in
      let position = trace.sample(at: Double(step) / 1501).progress
      let near = [0, -1e-6, 1e-6].map { lines.progress(at: min(max(Double(step) / 1501 + $0, 0), 1)) }
      return max(position - max(near[0], near[1], near[2]), min(near[0], near[1], near[2]) - position)
    }.max() ?? 0
  }

  @Test(arguments: texts)
  func `the text read back stays within the error it states`(text: String) throws {
    let trace = try trace(text)
    let approximation = LinearApproximation(of: trace)
    let lines = try #require(try CurveCatalog.standard.curve(approximation.cssText) as? any Easing)
    #expect(approximation.largestError <= 0.001)
    #expect(distance(trace, lines) <= approximation.largestError * 1.01 + 1e-9, "\(approximation.cssText)")
    for fraction in [0.0, 1] {
      #expect(abs(lines.progress(at: fraction) - trace.sample(at: fraction).progress) < 0.00005)
    }
    for fraction in [0, 0.1, 0.5, 0.77, 1] {
      #expect(lines.progress(at: fraction) == approximation.easing.progress(at: fraction))
    }
  }

  @Test(arguments: [
    ("linear", "linear(0, 1)"), ("step-start", "linear(1, 1)"), ("step-end", "linear(0 0% 100%, 1)"),
    ("steps(2)", "linear(0 0% 50%, 0.5 50% 100%, 1)"), ("steps(2, start)", "linear(0.5 0% 50%, 1 50% 100%)"),
    ("steps(3)", "linear(0 0% 33.3333%, 0.3333 33.3333% 66.6667%, 0.6667 66.6667% 100%, 1)"),
    ("steps(3, jump-none)", "linear(0 0% 33.3333%, 0.5 33.3333% 66.6667%, 1 66.6667% 100%)"),
    ("linear(0, 0.25 75%, 1)", "linear(0, 0.25 75%, 1)"),
    ("linear(0, .5, .5, 1)", "linear(0, 0.5 33.33333333333333% 66.66666666666666%, 1)"),
    ("linear(0, 0.2 20% 40%, 1)", "linear(0, 0.2 20% 40%, 1)"),
    ("linear(0 -50%, 1 150%)", "linear(0.25, 0.75)"),
  ])
  func `lines and jumps are written as a hand would`(curve: String, css: String) throws {
    #expect(LinearApproximation(of: try trace(curve)).cssText == css)
  }

  @Test(arguments: [
    ("smooth", 25), ("snappy", 26), ("bouncy", 30), ("spring(1, 100, 10)", 40), ("pop", 25), ("easeOutBounce", 49),
    ("easeInOut", 30), ("easeOutElastic", 60), ("ease", 24),
  ])
  func `a typical curve has few stops`(curve: String, most: Int) throws {
    let approximation = LinearApproximation(of: try trace(curve))
    #expect(approximation.stops.count <= most, "\(approximation.stops.count)")
  }

  @Test func `a smaller error takes more stops`() throws {
    let trace = try trace("bouncy", detail: 0.00001)
    let errors = [0.01, 0.001, 0.0001].map { LinearApproximation(of: trace, within: $0) }
    for (approximation, tolerance) in zip(errors, [0.01, 0.001, 0.0001]) {
      #expect(approximation.largestError <= tolerance)
    }
    #expect(errors[0].stops.count < errors[1].stops.count)
    #expect(errors[1].stops.count < errors[2].stops.count)
  }

  @Test(arguments: [
    "spring(0.01, 1e6, 0)", "steps(700)", "steps(1000000000)", "easeInOutElastic(10, 0.05)",
    "linear(0, 1e300 50%, 1)", "linear(0 50%, 1e300 50.00000001%)", "spring(1, 100, 0, 1000)",
    "cubic-bezier(0, 1e300, 1, -1e300)",
  ])
  func `whatever is asked the stops are limited and finite`(curve: String) throws {
    let approximation = LinearApproximation(of: try trace(curve), maximumStops: 50)
    #expect(approximation.stops.count <= 50)
    #expect(approximation.largestError.isFinite)
    #expect(try CurveCatalog.standard.curve(approximation.cssText) is PiecewiseLinear)
  }
}
