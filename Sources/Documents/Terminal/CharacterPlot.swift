import TextBytes
package import Timing

/// A curve as characters.
package struct CharacterPlot {
  private let trace: CurveTrace
  private let alphabet: PlotAlphabet
  /// What is shown from the bottom to the top: 0…1 and all overshoot.
  private let values: ClosedRange<Double>

  package init(_ trace: CurveTrace, _ alphabet: PlotAlphabet) {
    self.trace = trace
    self.alphabet = alphabet
    let range = trace.range
    values = min(range.lowerBound, 0)...max(range.upperBound, 1)
  }

  /// What lies beyond 0…1 has a style of its own.
  package func thumbnail(columns: Int, rows: Int) -> CellGrid {
    var grid = CellGrid(lines: rows)
    draw(columns: columns, rows: rows, at: 0, on: &grid)
    return grid
  }

  /// The curve between axes with seconds, 0, 1 and the peaks: at least 24 cells wide, with three lines below its
  /// `rows`.
  ///
  /// There are 4 `rows` at least.
  package func plot(columns: Int, rows: Int) -> CellGrid {
    var grid = CellGrid(lines: rows + 2)
    let labels = labels(rows: rows)
    let left = labels.reduce(0) { max($0, $1.text.count) } + 2
    let width = max(columns, 24) - left
    for row in 0..<rows {
      let label = labels.first { $0.row == row }
      grid.draw(label == nil ? signs.side : signs.tick, line: row, column: left - 1)
      if let label { grid.draw(label.text, line: row, column: left - 2 - label.text.count) }
      guard let label, label.isAxis, alphabet == .braille else { continue }
      grid.draw(String(repeating: "┈", count: width), line: row, column: left, style: .faint)
    }
    draw(columns: width, rows: rows, at: left, on: &grid)
    grid.draw(signs.corner + String(repeating: signs.bottom, count: width), line: rows, column: left - 1)
    let ends = [0, trace.duration / 2, trace.duration].map { $0.toThousandth + " s" }
    grid.draw(ends[0], line: rows + 1, column: left)
    if ends.reduce(8, { $0 + $1.count }) < width {
      grid.draw(ends[1], line: rows + 1, column: left + (width - ends[1].count) / 2)
    }
    grid.draw(ends[2], line: rows + 1, column: max(left + width - ends[2].count, left + ends[0].count + 1))
    return grid
  }
}

// MARK: - The curve

extension CharacterPlot {
  private func draw(columns: Int, rows: Int, at left: Int, on grid: inout CellGrid) {
    var dots = DotCanvas(columns: columns, rows: rows, alphabet)
    var last: Int?
    for sample in trace.samples {
      let x = Int((sample.fraction * Double(dots.width - 1)).rounded())
      let y = place(of: sample.progress, among: dots.height)
      // A jump is a line; where it ends was the dot before.
      let start = last.map { $0 == y ? y : $0 < y ? $0 + 1 : $0 - 1 } ?? y
      dots.set(x: x, from: start, to: y)
      last = y
    }
    let inside = place(of: 1, among: rows)...place(of: 0, among: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        guard let character = dots.character(row: row, column: column) else { continue }
        let style = inside.contains(row) ? CellStyle.plain : .beyond
        grid.draw(String(character), line: row, column: left + column, style: style)
      }
    }
  }

  /// Which of so many lines shows a value; the first is at the top.
  private func place(of value: Double, among count: Int) -> Int {
    let share = (values.upperBound - value) / (values.upperBound - values.lowerBound)
    return min(max(Int((share * Double(count - 1)).rounded()), 0), count - 1)
  }
}

// MARK: - The axes

extension CharacterPlot {
  /// 0, 1 and the peaks, as far as they have room.
  private func labels(rows: Int) -> [(row: Int, text: String, isAxis: Bool)] {
    [1, 0, values.upperBound, values.lowerBound].reduce(into: []) { labels, value in
      let row = place(of: value, among: rows)
      guard abs(value) < 1e6, !labels.contains(where: { $0.row == row }) else { return }
      labels.append((row, value.toThousandth, value == 0 || value == 1))
    }
  }

  private var signs: (side: String, tick: String, corner: String, bottom: String) {
    switch alphabet {
    case .braille: ("│", "┤", "└", "─")
    case .ascii: ("|", "+", "+", "-")
    }
  }
}

// MARK: - Words

extension CharacterPlot {
  /// How far the curve goes beyond its ends and when, a line each; nothing where it stays between them.
  package var overshoot: [String] {
    let ends = [(values.upperBound - 1, "beyond the target"), (-values.lowerBound, "back behind the source")]
    let peaks = [trace.samples.max { $0.progress < $1.progress }, trace.samples.min { $0.progress < $1.progress }]
    return zip(ends, peaks).compactMap { end, peak in
      guard end.0 > 1e-6, let peak else { return nil }
      let share = end.0 < 1e6 ? (end.0 * 100).toThousandth + "%" : "far"
      return "goes \(share) \(end.1), at \((peak.fraction * trace.duration).toThousandth) s"
    }
  }
}

extension Double {
  package var toThousandth: String {
    UTF8Buffer.text { $0.append(shortest: (self * 1000).rounded() / 1000) }
  }
}

/// A picture of dots that is shown by characters, several dots each.
private struct DotCanvas {
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
package enum PlotAlphabet: Sendable {
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
