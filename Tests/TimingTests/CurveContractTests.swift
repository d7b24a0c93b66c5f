import Testing
import Timing

// What every curve promises, asked of each entry of the catalogue by its name, its example and odd parameters.
private let texts =
  Set(CurveCatalog.standard.entries.map(\.example)).sorted() + [
    "ease", "ease-in", "step-start", "linear(1, 0)", "linear(0.5 30%, 0.2 30%, 9 40% 60%)", "steps(1, jump-both)",
    "cubic-bezier(0, 0, 0, 0)", "cubic-bezier(1, 5, 0, -4)", "cubic-bezier(0, 1e38, 1, -1e38)", "easeIn(0.1)",
    "easeInOut(20)", "easeOutBack(20)", "easeInOutBack(0)", "easeInElastic(10, 0.01)", "easeOutElastic(1, 10)",
    "easeInOutElastic(3)", "spring(0.01, 1000000, 0)", "spring(1000, 0.01, 100000, -1000)", "spring(damping: 20)",
    "spring(velocity: 1000)", "spring(duration: 60s, bounce: 1)", "spring(duration: 10ms, bounce: -0.99)",
    "spring(response: 0.5, dampingFraction: 100)", "spring(dampingRatio: 1, velocity: 1000)",
    "spring(dampingRatio: 0.01)", "pop(0, 0)", "pop(20, 20, -3)", "bouncy(extraBounce: 0.7)", "decay(-1000000000000)",
    "decay(1, 0.5)", "decay(0, 0.9999)",
  ]

@Test(arguments: texts, [0.001, 1, 60])
func `a curve starts at 0 and ends at 1`(text: String, duration: Double) throws {
  let curve = try CurveCatalog.standard.curve(text)
  for seconds in [0, -1, -Double.infinity, .nan] { #expect(curve.position(at: seconds, duration: duration) == 0) }
  for seconds in [1, 2, Double.infinity] { #expect(curve.position(at: seconds * duration, duration: duration) == 1) }
}

@Test(arguments: texts)
func `a curve is finite whatever it is asked`(text: String) throws {
  let curve = try CurveCatalog.standard.curve(text)
  let odd = [
    -.infinity, -1e300, -1, -0.0, Double.leastNonzeroMagnitude, 1e-300, 1e-9, 0.25, 0.5, 1 - 1e-16, 1, 2, 1e9, 1e300,
    .infinity, .nan,
  ]
  for seconds in odd {
    for duration in [Double.leastNonzeroMagnitude, 1e-9, 1, 1e300, .infinity] {
      #expect(curve.position(at: seconds, duration: duration).isFinite, "\(seconds) of \(duration)")
      #expect(curve.velocity(at: seconds, duration: duration).isFinite, "\(seconds) of \(duration)")
    }
    if let easing = curve as? any Easing {
      #expect(easing.progress(at: seconds).isFinite && easing.slope(at: seconds).isFinite, "\(seconds)")
    }
  }
}

@Test(arguments: texts)
func `the velocity is the derivative of the position`(text: String) throws {
  let duration = 2.0
  let curve = try CurveCatalog.standard.curve(text).fitted(to: duration)
  let corners = [0, duration] + curve.turns(duration: duration)
  guard !(curve is Steps) else { return }
  for index in 0..<97 {
    let seconds = duration * (Double(index) + 0.37) / 97
    let width = 1e-6
    guard corners.allSatisfy({ abs($0 - seconds) > 2 * width }) else { continue }
    let positions = [-2, -1, 1, 2].map { curve.position(at: seconds + $0 * width, duration: duration) }
    let derivative = (positions[0] - 8 * positions[1] + 8 * positions[2] - positions[3]) / (12 * width)
    let velocity = curve.velocity(at: seconds, duration: duration)
    let scale = max(1, abs(velocity), positions.map(abs).max() ?? 0)
    #expect(abs(velocity - derivative) <= 1e-6 * scale, "\(text) at \(seconds)")
  }
}

@Test(arguments: texts)
func `between its samples a curve does not turn`(text: String) throws {
  let curve = try CurveCatalog.standard.curve(text).fitted(to: 2)
  let seconds = CurveSamples(of: curve, duration: 2, count: 480).samples.map(\.seconds)
  // Nothing is looked at within a nanosecond, where a curve that falls upright has only noise.
  for (start, end) in zip(seconds, seconds.dropFirst()) where end - start > 1e-9 {
    // A curve may leap at its ends.
    let inner = (max(start, 1e-300), min(end, 2.0.nextDown))
    let positions = (0...20).map { curve.position(at: inner.0 + (inner.1 - inner.0) * Double($0) / 20, duration: 2) }
    let largest = positions.map(abs).max() ?? 0
    let changes = zip(positions, positions.dropFirst()).map { $1 - $0 }.filter { abs($0) > 4e-15 * max(1, largest) }
    #expect(changes.allSatisfy { $0 > 0 } || changes.allSatisfy { $0 < 0 }, "\(text) from \(start) to \(end)")
  }
}

@Test(arguments: texts)
func `a curve with a time of its own settles, and only such a one`(text: String) throws {
  let curve = try CurveCatalog.standard.curve(text)
  for threshold in [0.1, 1e-3, 1e-9] {
    guard let duration = curve.settlingDuration(within: threshold) else {
      #expect(curve is any Easing || curve is FittedSpring)
      continue
    }
    #expect(duration >= 0 && !(curve is any Easing))
    guard duration > 0, duration.isFinite else { continue }
    #expect(abs(1 - curve.position(at: duration.nextDown, duration: duration)) <= threshold * (1 + 1e-6))
  }
}

@Test(arguments: [
  "linear", "ease", "ease-in", "ease-out", "ease-in-out", "steps(7)", "easeIn", "easeOut(0.1)", "easeInOut(20)",
  "easeInOutQuint", "easeInSine", "easeOutExpo", "easeInOutCirc", "smooth", "spring(damping: 40)", "decay(5)",
])
func `a curve without overshoot only rises`(text: String) throws {
  let curve = try CurveCatalog.standard.curve(text)
  let positions = (0...2000).map { curve.position(at: Double($0) / 1000, duration: 2) }
  #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
}
