import MicroHTTP
import Timing

@testable import AnimationService

/// The text of a curve, what it is like everywhere, and how it is shown.
enum FuzzedCurve {
  // One test at a time uses it.
  nonisolated(unsafe) private static var service = FuzzedService()

  static func run(_ choices: inout Choices) throws(Finding) {
    let bits = choices.byte()
    let text = choices.text(Choices.curvePieces)
    let query = InputGenerator.escaped(text)
    let samples = choices.text(InputGenerator.numbers)
    let form = bits & 1 == 0 ? "json" : "svg"
    let more = samples.isEmpty ? "" : "&samples=\(InputGenerator.escaped(samples))"
    _ = try unsafe service.get("/v1/curve", "curve=\(query)&as=\(form)\(more)")
    let duration = choices.text(InputGenerator.numbers)
    _ = try unsafe service.get(
      "/v1/frames",
      "curve=\(query)&from=0&to=1000&fps=5&frames=\(bits & 2 == 0 ? "all" : "distinct")&markers=0.5,1"
        + (duration.isEmpty ? "" : "&duration=\(InputGenerator.escaped(duration))"))
    guard let curve = try? CurveCatalog.standard.curve(text), !(curve is Decay) else { return }
    try check(curve, text)
  }

  private static func check(_ curve: any TimingCurve, _ text: String) throws(Finding) {
    for duration in [1e-9, 0.3, 1, 86_400] {
      let curve = curve.fitted(to: duration)
      for step in [0, 0.001, 0.25, 0.5, 0.999, 1] {
        let position = curve.position(at: step * duration, duration: duration)
        let velocity = curve.velocity(at: step * duration, duration: duration)
        guard position.isFinite, !velocity.isNaN else { throw Finding("\(position), \(velocity) at \(step): \(text)") }
      }
      let ends = [0, duration].map { curve.position(at: $0, duration: duration) }
      guard ends == [0, 1] else { throw Finding("leads from \(ends[0]) to \(ends[1]) in \(duration) s: \(text)") }
      _ = CurveSamples(of: curve, duration: duration, count: 240, costLimit: 10_000).firstTime(of: 1)
    }
    _ = curve.settlingDuration(within: Settling.leastShare)
  }
}
