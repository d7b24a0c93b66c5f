import Testing
import Timing

// A new curve takes an entry in the catalogue and a row here. The rows follow the formulas of easings.net and CSS, springs
// the integrated equation of motion (Runge–Kutta, 20,000 steps), and decay POP's sum, each over 2 seconds.
@Test func `every curve of the catalogue has a row and agrees with it`() throws {
  let rows = try Vectors.rows(of: "curves", as: Vectors.Easing.self)
  let forgotten = Set(CurveCatalog.standard.entries.map(\.example)).subtracting(rows.map(\.curve))
  #expect(forgotten.isEmpty, "Vectors/curves.json has no row for \(forgotten.sorted())")
  for row in rows {
    let curve = try CurveCatalog.standard.curve(row.curve).fitted(to: 2)
    for point in row.points {
      #expect(abs(curve.position(at: 2 * point[0], duration: 2) - point[1]) < 1e-7, "\(row.curve) at \(point[0])")
    }
  }
}
