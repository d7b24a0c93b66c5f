public import TextAnimation

/// What moves, fades and rolls, as far as cells can: at the nearest cell, fainter while it is partly there, and on one
/// line below the text while it comes or goes vertically.
extension CellGrid {
  /// Two labels, one of which leaves while the other enters; where both are on a line, it shows the clearer.
  ///
  /// - Parameters:
  ///   - exit: The label that leaves; `nil` once it has left.
  ///   - enter: The label that enters.
  ///   - lines: The lines there are: ``lines(of:)``.
  public init(
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
  public static func lines(of transition: Transition) -> Int {
    let movesVertically = (0...20).contains { step in
      let labels = transition.labels(at: Double(step) / 20)
      return abs(labels.exit.offsetY) >= 0.5 || abs(labels.enter.offsetY) >= 0.5
    }
    return movesVertically ? 2 : 1
  }

  /// The columns of an odometer: each digit at the nearer of its two places, the one that comes below it, faint.
  public init(_ columns: [Column], prefix: String = "", suffix: String = "") {
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
  ///
  /// - Parameters:
  ///   - glyphs: The characters.
  ///   - place: Where they stand.
  ///   - prefix: What stands before them.
  ///   - suffix: What stands behind the last of them.
  public init(_ glyphs: [Glyph], in place: GlyphPlace, prefix: String = "", suffix: String = "") {
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
public struct GlyphPlace: Equatable, Sendable {
  /// The place of the first column.
  let origin: Double
  /// The cells of one character: 2 where one is wide.
  let cells: Int
  /// The lines of the texts, and one more where characters leave them downward.
  let lines: Int

  init(origin: Double, cells: Int, lines: Int) {
    (self.origin, self.cells, self.lines) = (origin, cells, lines)
  }

  /// Finds the place that all frames need.
  public init(of interpolation: any GlyphInterpolation) {
    let samples = (0...20).map { interpolation.glyphs(at: Double($0) / 20) }
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
