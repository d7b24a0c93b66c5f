import Testing
import Timing

/// What every curve that can be named must keep.
struct CurveContractTests {
  private static let texts =
    CurveCatalog.standard.entries.map(\.example) + [
      "cubic-bezier(0, 0, 0.3333333333333333, 1)", "cubic-bezier(0, 1, 0, 1)", "cubic-bezier(1, 0, 0, 1)",
      "cubic-bezier(0.5, -3, 0.5, 4)", "easeOutBack(5)", "easeInElastic(amplitude: 3, period: 0.1)", "easeIn(0.3)",
      "spring(1, 100, 20)", "spring(1, 100, 500, -30)", "spring(1, 100, 0)", "spring(dampingRatio: .4, velocity: -1)",
      "bouncy(extraBounce: 0.2)", "pop(20, 0)", "linear(0, 0.9 10%, 0.2 50% 60%, 1)", "linear(0, 1e2 50%, 1)",
    ]

  @Test(arguments: texts.filter { $0 != "step-start" })
  func `it starts at 0 and ends at 1`(text: String) throws {
    let curve = try CurveCatalog.standard.curve(text).fitted(to: 2)
    #expect(abs(curve.position(at: 0, duration: 2)) < 1e-12)
    #expect(abs(curve.position(at: 2, duration: 2) - 1) < 1e-12)
  }

  @Test(arguments: texts)
  func `it is finite at any time`(text: String) throws {
    let curve = try CurveCatalog.standard.curve(text).fitted(to: 2)
    for step in 0...500 {
      #expect(curve.position(at: Double(step) / 250, duration: 2).isFinite)
      #expect(curve.velocity(at: Double(step) / 250, duration: 2).isFinite)
    }
    #expect(curve.position(at: 1e-300, duration: 2).isFinite)
    #expect(curve.position(at: 2.0.nextDown, duration: 2).isFinite)
  }

  @Test(arguments: texts.filter { !$0.hasPrefix("step") })
  func `its velocity is the derivative of its position`(text: String) throws {
    let curve = try CurveCatalog.standard.curve(text).fitted(to: 2)
    for step in 1..<200 {
      let time = Double(step) / 100 + 0.00123
      guard time < 1.999 else { continue }
      let width = 1e-6
      let slope =
        (curve.position(at: time + width, duration: 2) - curve.position(at: time - width, duration: 2)) / (2 * width)
      #expect(abs(curve.velocity(at: time, duration: 2) - slope) < 1e-3 * max(1, abs(slope)), "\(text) at \(time)")
    }
  }

  @Test(arguments: [
    "linear", "ease", "ease-in", "ease-out", "ease-in-out", "easeIn", "easeOut", "easeInOut", "easeInQuad",
    "easeOutCubic", "easeInOutQuart", "easeInQuint", "easeOutSine", "easeInOutExpo", "easeInCirc", "steps(7, start)",
    "smooth", "spring(1, 100, 30)", "cubic-bezier(0.9, 0, 0.1, 1)",
  ])
  func `what never turns back never turns back`(text: String) throws {
    let curve = try CurveCatalog.standard.curve(text)
    let positions = (0...2000).map { curve.position(at: Double($0) / 1000, duration: 2) }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `every name of the catalogue has an example that is valid`() throws {
    for entry in CurveCatalog.standard.entries { _ = try CurveCatalog.standard.curve(entry.example) }
    #expect(CurveCatalog.standard.entries.count > 40)
  }

  @Test func `an own curve is registered by name`() throws {
    struct Halfway: Easing {
      func progress(at fraction: Double) -> Double { fraction >= 1 ? 1 : fraction <= 0 ? 0 : 0.5 }
    }
    var catalog = CurveCatalog.standard
    catalog.register(CurveCatalog.Entry("halfway", summary: "Waits in the middle.") { _ in Halfway() })
    #expect(try catalog.curve("halfway").position(at: 0.3, duration: 1) == 0.5)
  }
}
