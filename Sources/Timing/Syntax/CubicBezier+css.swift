extension CubicBezier {
  /// Reads the arguments of `cubic-bezier()`: four numbers, the times inside 0…1.
  init(css cursor: inout TokenCursor) throws(CurveSyntaxError) {
    let x1 = try Self.coordinate("x1", &cursor)
    try cursor.comma("`cubic-bezier()` needs a comma after x1")
    let y1 = try Self.coordinate("y1", &cursor)
    try cursor.comma("`cubic-bezier()` needs a comma after y1")
    let x2 = try Self.coordinate("x2", &cursor)
    try cursor.comma("`cubic-bezier()` needs a comma after x2")
    let y2 = try Self.coordinate("y2", &cursor)
    for (name, time) in [("x1", x1), ("x2", x2)] where !(0...1).contains(time) {
      throw CurveSyntaxError("`cubic-bezier()` needs \(name) within 0…1, not \(time.shortest).")
    }
    self.init(x1, y1, x2, y2)
  }

  private static func coordinate(
    _ name: String, _ cursor: inout TokenCursor
  ) throws(CurveSyntaxError) -> Double {
    try cursor.number("`cubic-bezier()` needs a number for \(name)")
  }
}
