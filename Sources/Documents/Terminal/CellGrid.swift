package import Interpolation
package import TextAnimation
package import TextBytes

struct Cell: Equatable {
  /// A character; empty where a wide one stands in the cell before.
  var text: String
  var style: CellStyle

  static let blank = Cell(text: " ", style: .plain)
}

package enum CellStyle: Sendable {
  case plain
  /// Fainter, for what is only half there.
  case faint
  /// In the colour for what goes beyond its ends.
  case beyond
}

/// Lines of cells, without limit to the right, that are drawn on and then folded to a terminal's width.
package struct CellGrid: Equatable, Sendable {
  private(set) var lines: [[Cell]]

  package init(lines count: Int) {
    lines = Array(repeating: [], count: max(count, 1))
  }

  package init(_ text: String) {
    self.init(lines: 1)
    draw(text, line: 0, column: 0)
  }

  /// Draws a text over what is there; what lies outside the lines is not seen, and no character drives the terminal.
  package mutating func draw(_ text: some StringProtocol, line: Int, column: Int, style: CellStyle = .plain) {
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
  package var height: Int { lines.count }

  package var width: Int { lines.reduce(0) { max($0, $1.count) } }

  /// The same in a window: lines that are too long go on below, and what is too high ends with an ellipsis.
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

/// What moves, fades and rolls, as far as cells can: at the nearest cell, fainter while it is partly there, and on one
/// line below the text while it comes or goes vertically.
extension CellGrid {
  /// Two labels, one of which leaves while the other enters; where both are on a line, it shows the clearer.
  ///
  /// `exit` is `nil` once it has left, and `lines` comes from ``lines(of:)``.
  package init(
    exit: (text: String, look: LabelAppearance)?, enter: (text: String, look: LabelAppearance), lines: Int
  ) {
    self.init(lines: lines)
    let labels = [enter] + (exit.map { [$0] } ?? [])
    for line in 0..<lines {
      let shown = labels.filter { $0.look.line == line }.reduce(nil as (text: String, look: LabelAppearance)?) {
        guard let best = $0, best.look.strength >= $1.look.strength else { return $1 }
        return best
      }
      guard let shown, let style = CellStyle(strength: shown.look.strength) else { continue }
      draw(shown.text, line: line, column: shown.look.column, style: line == 0 ? style : .faint)
    }
  }

  /// The lines that a transition needs: two where a label comes or goes vertically.
  package static func lines(of transition: Transition) -> Int {
    let movesVertically = (0...20).contains { step in
      let labels = transition.labels(at: Double(step) / 20)
      return abs(labels.exit.offsetY) >= 0.5 || abs(labels.enter.offsetY) >= 0.5
    }
    return movesVertically ? 2 : 1
  }

  /// The columns of an odometer: each digit at the nearer of its two places, the one that comes below it, faint.
  package init(_ columns: [Column], prefix: String = "", suffix: String = "") {
    self.init(lines: 2)
    draw(prefix, line: 0, column: 0)
    var column = prefix.cells
    for piece in columns where piece.opacity >= 0.5 {
      let (offset, next) = (piece.offset ?? 0, piece.next ?? "")
      let shown = offset < 0.5 ? piece.text : next
      draw(shown, line: 0, column: column, style: piece.opacity < 0.75 ? .faint : .plain)
      if offset > 0, offset < 0.5 { draw(next, line: 1, column: column, style: .faint) }
      column += shown.cells
    }
    draw(suffix, line: 0, column: column)
  }

  /// Characters that have places and looks of their own; where several want a cell, it shows the clearest.
  package init(_ glyphs: [Glyph], in place: GlyphPlace, prefix: String = "", suffix: String = "") {
    self.init(lines: place.lines)
    draw(prefix, line: 0, column: 0)
    let start = prefix.cells
    var end = start
    for glyph in glyphs.sorted(by: { $0.strength < $1.strength }) {
      guard let style = CellStyle(strength: glyph.strength) else { continue }
      let column = Int(((glyph.x - place.origin) * Double(place.cells)).nearest)
      draw(glyph.text, line: Int(glyph.y.nearest), column: start + column, style: style)
      if style == .plain { end = max(end, start + column + glyph.text.cells) }
    }
    draw(suffix, line: 0, column: end)
  }
}

/// Where the characters of a morph stand in a terminal.
package struct GlyphPlace: Equatable, Sendable {
  /// The place of the first column.
  let origin: Double
  /// The cells of one character: 2 where one is wide.
  let cells: Int
  /// The lines of the texts, and one more where characters leave them downward.
  let lines: Int
}

extension GlyphPlace {
  package init(of glyphs: (Double) -> [Glyph]) {
    let samples = (0...20).map { glyphs(Double($0) / 20) }
    let resting = samples[0] + samples[20]
    origin = resting.reduce(0) { min($0, $1.x) }
    cells = resting.contains { $0.text.cells > 1 } ? 2 : 1
    let rest = resting.reduce(0) { max($0, $1.y) }
    let lowest = samples.joined().reduce(0) { max($0, $1.y) }
    lines = Int(rest) + (lowest >= rest + 0.5 ? 2 : 1)
  }
}

extension CellStyle {
  /// How something looks that is there to this share; `nil` where it is not seen.
  fileprivate init?(strength: Double) {
    guard strength >= 0.2 else { return nil }
    self = strength < 0.75 ? .faint : .plain
  }
}

extension LabelAppearance {
  fileprivate var strength: Double { opacity * min(scale, 1) }
  /// What has not begun to come is not on the line below.
  fileprivate var line: Int? { abs(offsetY) < 1 ? Int(offsetY.nearest) : nil }
  /// A label is about as high as two cells are wide.
  fileprivate var column: Int { Int((2 * offsetX).nearest) }
}

extension Glyph {
  fileprivate var strength: Double { opacity * min(scale, 1) }
}

extension Double {
  /// The nearest whole number that a screen may have a cell for.
  fileprivate var nearest: Double { min(max((self + 0.5).rounded(.down), -100_000), 100_000) }
}

extension Character {
  /// The cells of a terminal that the character takes: 2 for emoji and for what East Asian fonts write as wide as it is
  /// high, 0 for what has no width of its own, else 1.
  package var cells: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    if first.properties.isEmojiPresentation || first.isWide { return 2 }
    // U+FE0F asks for the emoji.
    if first.properties.isEmoji, unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return first == "\u{AD}" ? 1 : 0
    default: return 1
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is wide or full width by Unicode's `EastAsianWidth.txt`.
  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return Self.wide.contains { $0 ~= value }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DF2,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}

extension StringProtocol {
  /// The cells of a terminal that the text takes in one line.
  package var cells: Int { reduce(0) { $0 + $1.cells } }

  /// As much of the text as so many cells hold; where that is not all, it ends with an ellipsis.
  package func cropped(toCells width: Int) -> String {
    guard cells > width else { return String(self) }
    var (cropped, room) = ("", width - 1)
    for character in self {
      room -= character.cells
      guard room >= 0 else { break }
      cropped.append(character)
    }
    return width > 0 ? cropped + "…" : ""
  }
}

/// Lines of a terminal that are rewritten in place, with the cursor on the last of them.
///
/// It leaves no mode behind, so that the terminal is as it was wherever the program is interrupted.
package struct ScreenBlock: Sendable {
  private let usesStyles: Bool
  /// The lines that the terminal shows, and how many of them, from the first, are not empty.
  private var (height, used) = (1, 1)

  package init(usesStyles: Bool) {
    self.usesStyles = usesStyles
  }

  /// `width` and `rows` are the terminal's; by default there is room for all.
  package mutating func show(_ grid: CellGrid, width: Int = .max, rows: Int = .max, to output: inout UTF8Buffer) {
    let lines = grid.folded(width: max(width, 1), height: max(rows, 1)).lines
    // Where a character is wider than it is known to be, it must not break the line (DECAWM).
    output.append("\u{1b}[?7l\r")
    if height > 1 { output.appendMove(height - 1, "A") }
    height = max(height, lines.count)
    used = (lines.lastIndex { !$0.isEmpty } ?? 0) + 1
    for index in 0..<height {
      if index > 0 { output.append("\r\n") }
      if index < lines.count { output.append(lines[index], usesStyles) }
      output.append("\u{1b}[K")
    }
    output.append("\u{1b}[?7h")
  }

  /// Appends what puts the cursor on the line below.
  package func finish(to output: inout UTF8Buffer) {
    if height > used { output.appendMove(height - used, "A") }
    output.append("\r\n")
  }
}

extension CellGrid {
  package func write(usesStyles: Bool, to output: inout UTF8Buffer) {
    for line in lines {
      let end = line.lastIndex { $0 != .blank }.map { $0 + 1 } ?? 0
      output.append(Array(line[..<end]), usesStyles)
      output.append("\n")
    }
  }
}

extension UTF8Buffer {
  /// Moves the cursor: `A` is up (ECMA-48 §8.3.22).
  fileprivate mutating func appendMove(_ count: Int, _ direction: StaticString) {
    append("\u{1b}[")
    append(decimal: count)
    append(direction)
  }

  /// Appends cells, and what selects their style (ECMA-48 §8.3.117).
  fileprivate mutating func append(_ cells: [Cell], _ usesStyles: Bool) {
    var style = CellStyle.plain
    for cell in cells {
      if usesStyles, cell.style != style {
        style = cell.style
        append(style.selection)
      }
      append(contentsOf: cell.text)
    }
    if style != .plain { append(CellStyle.plain.selection) }
  }
}

extension CellStyle {
  fileprivate var selection: StaticString {
    switch self {
    case .plain: "\u{1b}[0m"
    case .faint: "\u{1b}[0;2m"
    case .beyond: "\u{1b}[0;33m"
    }
  }
}
