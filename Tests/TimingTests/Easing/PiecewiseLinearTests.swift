import Testing
import Timing

private typealias Stop = PiecewiseLinear.Stop

@Test func `stops without a place are spaced evenly and none goes back`() {
  let curve = PiecewiseLinear([
    Stop(0), Stop(1), Stop(2), Stop(3, at: 0.6), Stop(4, at: 0.3, until: 0.5), Stop(5), Stop(6),
  ])
  let inputs = [0, 0.2, 0.4, 0.6, 0.6, 0.6, 0.8, 1]
  #expect(zip(curve.points, inputs).allSatisfy { abs($0.input - $1) < 1e-15 })
  #expect(curve.points.map(\.output) == [0, 1, 2, 3, 4, 4, 5, 6])
}

@Test(
  arguments: [
    ("linear(0, 1)", -1, -1), ("linear(0, 1)", 3, 3), ("linear(0, 1 50%)", 1, 2), ("linear(1 50%, 2 100%)", 0, 0),
    ("linear(0 50%, 1 50%)", 0.2, 1), ("linear(0 50%, 1 50%)", 0.8, 1), ("linear(0, 0.2 50% 50%, 1)", 0.75, 0.6),
    ("linear(0 -100%, 1 100%)", 0, 0.5), ("linear(3, 3 40%, 7 200%)", 1, 4.5),
  ] as [(String, Double, Double)])
func `lines go on beyond their stops`(text: String, fraction: Double, output: Double) throws {
  let curve = try #require(try CurveCatalog.standard.curve(text) as? any Easing)
  #expect(abs(curve.progress(at: fraction) - output) <= 1e-12)
}

@Test func `ten thousand stops are found by bisection`() {
  let curve = PiecewiseLinear((0...10_000).map { Stop(Double($0 % 2)) })
  for index in stride(from: 0, to: 10_000, by: 7) {
    #expect(abs(curve.progress(at: (Double(index) + 0.5) / 10_000) - 0.5) < 1e-9)
  }
}

@Test func `no stops and one stop stand still`() {
  #expect(PiecewiseLinear([]).progress(at: 0.5) == 0)
  #expect(PiecewiseLinear([Stop(0.3)]).progress(at: 0.5) == 0.3)
}
