extension Steps {
  /// Reads the arguments of `steps()`: a whole number, written as one, and a position.
  ///
  /// Like Chromium it takes counts beyond 2³¹ − 1 as that. What a math function comes to is rounded, and counts
  /// as 1 where it is less.
  init(css cursor: inout TokenCursor) throws(CurveSyntaxError) {
    let value: Double
    switch cursor.current {
    case .number(let number, .integer) where number >= 1: value = number
    case .number(let number, .computed): value = max((number + 0.5).rounded(.down), 1)
    default: throw cursor.unexpected("`steps()` needs a whole number from 1 on")
    }
    cursor.advance()
    let position = try Self.position(css: &cursor)
    guard position != .jumpNone || value >= 2 else {
      throw CurveSyntaxError("`steps()` needs at least 2 steps with `jump-none`, not 1.")
    }
    self.init(Int(min(value, Double(Int32.max))), position)
  }

  private static func position(css cursor: inout TokenCursor) throws(CurveSyntaxError) -> Position {
    guard cursor.skipComma() else { return .jumpEnd }
    let names = Position.allCases.map(\.rawValue) + ["start", "end"]
    guard case .identifier(let word) = cursor.current else {
      throw cursor.unexpected("`steps()` needs a position after the comma: \(names.joined(separator: ", "))")
    }
    let name = word.lowercasedASCII
    guard let position = Position(rawValue: name == "start" || name == "end" ? "jump-\(name)" : name) else {
      throw CurveSyntaxError.unknown("position", word, among: names)
    }
    cursor.advance()
    return position
  }
}
