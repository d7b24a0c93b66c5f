import Testing
import Timing

@Test func `every easing agrees with Chromium, and the jumps lie where it has them`() throws {
  let rows = try Vectors.rows(of: "easing", as: Vectors.Easing.self)
  #expect(rows.count == 73)
  for row in rows {
    let curve = try #require(try CurveCatalog.standard.curve(row.curve) as? any Easing)
    for point in row.points {
      let error = [0, -1e-12, 1e-12].map { abs(curve.progress(at: point[0] + $0) - point[1]) }.min() ?? .infinity
      #expect(error <= 1e-5, "\(row.curve) at \(point[0])")
    }
  }
}
