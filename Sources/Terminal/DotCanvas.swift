/// A picture of dots that is shown by characters, several dots each.
struct DotCanvas {
  let columns: Int
  let rows: Int
  private let alphabet: PlotAlphabet
  /// The dots that are set of each cell, a bit each, row by row.
  private var cells: [UInt8]

  init(columns: Int, rows: Int, _ alphabet: PlotAlphabet) {
    self.columns = columns
    self.rows = rows
    self.alphabet = alphabet
    cells = Array(repeating: 0, count: columns * rows)
  }

  var width: Int { columns * alphabet.dots.across }
  var height: Int { rows * alphabet.dots.down }

  /// Sets the dots of one column between two heights, which grow downward.
  mutating func set(x: Int, from start: Int, to end: Int) {
    guard (0..<width).contains(x) else { return }
    let (across, down) = alphabet.dots
    for y in max(min(start, end), 0)...min(max(start, end), height - 1) {
      cells[y / down * columns + x / across] |= 1 << UInt8(y % down * across + x % across)
    }
  }

  /// The character of a cell; `nil` where no dot is set.
  func character(row: Int, column: Int) -> Character? {
    let dots = cells[row * columns + column]
    return dots == 0 ? nil : alphabet.character(dots)
  }
}

/// The characters that dots are shown by.
public enum PlotAlphabet: Sendable {
  /// Unicode's Braille patterns: two dots across and four down.
  case braille
  /// ASCII alone: one across and three down.
  case ascii

  fileprivate var dots: (across: Int, down: Int) {
    switch self {
    case .braille: (2, 4)
    case .ascii: (1, 3)
    }
  }

  fileprivate func character(_ dots: UInt8) -> Character {
    switch self {
    case .braille:
      // Unicode counts the upper three rows down, one column after the other, and then the lowest row.
      let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
      let pattern = bits.indices.reduce(0) { $0 | (dots >> UInt8($1) & 1 == 1 ? bits[$1] : 0) }
      return Unicode.Scalar(0x2800 + pattern).map { Character($0) } ?? " "
    case .ascii:
      return [1: "'", 2: "-", 4: "."][dots] ?? "|"
    }
  }
}
