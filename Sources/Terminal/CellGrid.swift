import TextBytes
import WireFormat

/// What one cell of a terminal shows.
struct Cell: Equatable {
  /// A character; empty where a wide one stands in the cell before.
  var text: String
  var style: CellStyle

  static let blank = Cell(text: " ", style: .plain)
}

/// How a cell stands out.
public enum CellStyle: Sendable {
  /// As all text.
  case plain
  /// Fainter, for what is only half there.
  case faint
  /// In the colour for what goes beyond its ends.
  case beyond
}

/// Lines of cells, without limit to the right, that are drawn on and then folded to a terminal's width.
public struct CellGrid: Equatable, Sendable {
  private(set) var lines: [[Cell]]

  /// Creates empty lines.
  public init(lines count: Int) {
    lines = Array(repeating: [], count: max(count, 1))
  }

  /// Creates one line with a text.
  public init(_ text: String) {
    self.init(lines: 1)
    draw(text, line: 0, column: 0)
  }

  /// Draws a text over what is there; what lies outside the lines is not seen, and no character drives the terminal.
  public mutating func draw(_ text: some StringProtocol, line: Int, column: Int, style: CellStyle = .plain) {
    guard lines.indices.contains(line) else { return }
    var column = column
    for character in text.withoutControls() {
      let width = character.cells
      if width == 0 { continue }
      if column >= 0 { put(Cell(text: String(character), style: style), width, line, column) }
      column += width
    }
  }

  private mutating func put(_ cell: Cell, _ width: Int, _ line: Int, _ column: Int) {
    let missing = column + width - lines[line].count
    if missing > 0 { lines[line] += Array(repeating: .blank, count: missing) }
    clear(line, column)
    clear(line, column + width - 1)
    lines[line][column] = cell
    if width == 2 { lines[line][column + 1] = Cell(text: "", style: cell.style) }
  }

  /// Removes the other half of a wide character that would be cut.
  private mutating func clear(_ line: Int, _ column: Int) {
    // A line that was folded may begin with the other half.
    if column > 0, lines[line][column].text.isEmpty { lines[line][column - 1] = .blank }
    if column + 1 < lines[line].count, lines[line][column + 1].text.isEmpty { lines[line][column + 1] = .blank }
    lines[line][column] = .blank
  }
}

extension CellGrid {
  /// The number of lines.
  public var height: Int { lines.count }

  /// The cells of the longest line.
  public var width: Int { lines.reduce(0) { max($0, $1.count) } }

  /// The same in a window: lines that are too long go on below, and what is too high ends with an ellipsis.
  ///
  /// - Parameters:
  ///   - width: The window's cells in a line, from 1.
  ///   - height: Its lines, from 1.
  /// - Returns: At least one line.
  func folded(width: Int, height: Int) -> CellGrid {
    var parts = lines.map { Self.parts(of: $0, width) }
    let count = parts.reduce(0) { max($0, $1.count) }
    var folded = self
    // The lines of one part stay together.
    folded.lines = (0..<count).flatMap { part in parts.indices.map { part < parts[$0].count ? parts[$0][part] : [] } }
    parts = []
    guard folded.lines.count > height else { return folded }
    folded.lines.removeLast(folded.lines.count - height)
    folded.draw("…", line: height - 1, column: max(min(width, folded.lines[height - 1].count) - 1, 0))
    return folded
  }

  private static func parts(of line: [Cell], _ width: Int) -> [[Cell]] {
    var parts: [[Cell]] = []
    var start = 0
    while start < line.count {
      var end = min(start + width, line.count)
      // A wide character is not cut, unless nothing else has room.
      if end < line.count, line[end].text.isEmpty, end - start > 1 { end -= 1 }
      parts.append(Array(line[start..<end]))
      start = end
    }
    return parts.isEmpty ? [[]] : parts
  }
}
