import Testing
import Timing

private let named: [(CubicBezier, [Double])] = [
  (.ease, [0.0947963057, 0.4085105914, 0.8024033876, 0.9604589783, 0.9943164775]),
  (.easeIn, [0.0170266097, 0.0934646507, 0.3153568126, 0.6218618692, 0.8394278458]),
  (.easeOut, [0.1605721542, 0.3781381308, 0.6846431874, 0.9065353493, 0.9829733903]),
  (.easeInOut, [0.0197224536, 0.1291619310, 0.5, 0.8708380690, 0.9802775465]),
]

@Test(arguments: named)
func `a named Bézier has its tabulated heights`(curve: CubicBezier, heights: [Double]) {
  for (time, height) in zip([0.1, 0.25, 0.5, 0.75, 0.9], heights) {
    #expect(abs(curve.progress(at: time) - height) <= 1e-10)
  }
}

@Test(
  arguments: [
    (0, 0, 1.0 / 3, 1), (0.25, 0, 0.5833333333333334, 1), (0.1, 0, 0.3333333, 1), (1, 0, 0, 1), (0, 1, 1, 0),
    (0, 0, 0, 1), (1, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1), (0, 0, 1, 1), (1, 1, 0, 0), (0.42, 0, 0.58, 1),
    (1e-9, 1, 1e-9, 0), (0.5, 3e38, 0.5, -3e38),
  ] as [(Double, Double, Double, Double)])
func `the parameter is right to 1e-12 wherever the time moves`(x1: Double, y1: Double, x2: Double, y2: Double) {
  let curve = CubicBezier(x1, y1, x2, y2)
  for step in 1..<1000 {
    let parameter = Double(step) / 1000
    let left = 1 - parameter
    func coordinate(_ first: Double, _ second: Double) -> Double {
      (3 * left * left * first + 3 * left * parameter * second + parameter * parameter) * parameter
    }
    let speed = 3 * left * left * x1 + 6 * left * parameter * (x2 - x1) + 3 * parameter * parameter * (1 - x2)
    let height = 3 * left * left * y1 + 6 * left * parameter * (y2 - y1) + 3 * parameter * parameter * (1 - y2)
    // Where time hardly moves, the rounding of the time itself decides.
    let error = 1e-12 + 4e-16 / max(speed, 1e-4)
    let tolerance = abs(height) * error + 1e-14 * max(1, abs(y1), abs(y2)) + (speed < 1e-4 ? 1e-3 : 0)
    #expect(
      abs(curve.progress(at: coordinate(x1, x2)) - coordinate(y1, y2)) <= tolerance,
      "cubic-bezier(\(x1), \(y1), \(x2), \(y2)) at \(parameter)")
  }
}

@Test(
  arguments: [
    ((0.25, 0.1, 0.25, 1), -1, -0.4), ((0, 0, 0.58, 1), -1, -1 / 0.58), ((0, 0, 0, 0), -1, 0),
    ((0.42, 0, 0.58, 0.5), 2, 1 + 0.5 / 0.42), ((0.42, 0, 1, 1), 2, 1 + 1 / 0.58), ((1, 1, 1, 1), 2, 1),
  ] as [((Double, Double, Double, Double), Double, Double)])
func `beyond its ends a Bézier goes on straight`(
  points: (Double, Double, Double, Double), time: Double, height: Double
) {
  let curve = CubicBezier(points.0, points.1, points.2, points.3)
  #expect(abs(curve.progress(at: time) - height) <= 1e-12)
}

@Test func `control points no browser takes count as the nearest it does`() {
  let curve = CubicBezier(.nan, .infinity, 7, -.infinity)
  #expect(curve.x1 == 0 && curve.x2 == 1)
  #expect(curve.progress(at: 0.5).isFinite && curve.progress(at: 1) == 1)
}

@Test(arguments: [0.0, 2, 7]) func `a curve that is flat and steep half-way is half-way there`(y: Double) {
  #expect(CubicBezier(1, y, 0, 1 - y).progress(at: 0.5) == 0.5)
}
