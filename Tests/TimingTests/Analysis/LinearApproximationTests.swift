import Testing
import Timing

@Test(
  arguments: [
    "ease", "spring", "bouncy", "spring(damping: 1)", "easeOutElastic", "easeInOutBounce", "easeInExpo", "easeOutCirc",
    "spring(dampingRatio: 0.4)", "decay(100)", "linear", "cubic-bezier(0.5, 3, 0.5, -2)",
  ], [0.01, 0.001, 1e-5])
func `a drawn curve is as near as it says`(text: String, tolerance: Double) throws {
  let curve = try CurveCatalog.standard.curve(text)
  let drawn = LinearApproximation(of: curve, duration: 1.7, tolerance: tolerance)
  #expect(drawn.largestError <= tolerance)
  let read = try #require(try CurveCatalog.standard.curve(drawn.css) as? PiecewiseLinear)
  for index in 0...5000 {
    let fraction = Double(index) / 5000
    let error = abs(read.progress(at: fraction) - curve.position(at: 1.7 * fraction, duration: 1.7))
    // Expo jumps by 2⁻¹⁰ at its start, where the last of two stops counts.
    #expect(error <= max(drawn.largestError * 1.01, 1e-6) || index == 0 || index == 5000, "\(text) at \(fraction)")
  }
}

@Test func `a jump is drawn upright`() throws {
  let drawn = LinearApproximation(of: Steps(3), tolerance: 0.01)
  #expect(drawn.points.count <= 9)
  #expect(drawn.largestError <= 0.01)
}

@Test func `a straight line needs two stops and a spring few`() {
  #expect(LinearApproximation(of: Linear()).css == "linear(0 0%, 1 100%)")
  #expect(LinearApproximation(of: Spring(), duration: 1, tolerance: 0.001).points.count < 60)
}
