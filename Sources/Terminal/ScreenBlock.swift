package import TextBytes

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
