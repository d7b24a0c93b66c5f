import Interpolation
import Testing
import TextAnimation
import WrittenNumbers
import TextBytes

@testable import Documents

struct EffectCellTests {
  /// The lines of a grid with faint characters in brackets.
  private func lines(_ grid: CellGrid) -> [String] {
    grid.lines.map { line in
      line.reduce(into: "") { $0 += $1.style == .faint && $1.text != " " ? "[\($1.text)]" : $1.text }
    }
  }

  private func film(_ effect: TransitionEffect, at shares: [Double]) -> [[String]] {
    let transition = Transition(effect)
    return shares.map { share in
      let (exit, enter) = transition.labels(at: share)
      return lines(CellGrid(exit: ("ab", exit), enter: ("xyz", enter), lines: CellGrid.lines(of: transition)))
    }
  }

  @Test func `a label that fades is faint between`() {
    let seen = film(.crossFade, at: [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(seen == [["ab"], ["ab"], ["[a][b]"], ["[x][y][z]"], ["xyz"], ["xyz"]])
  }

  @Test func `labels that scroll use the line below`() {
    #expect(film(.scrollUp, at: [0, 0.4, 0.6, 1]) == [["ab", ""], ["ab", "[x][y][z]"], ["xyz", ""], ["xyz", ""]])
    #expect(film(.scrollDown, at: [0.4, 0.6, 1]) == [["ab", ""], ["xyz", "[a][b]"], ["xyz", ""]])
  }

  @Test func `a wheel shows the digit that is nearer and the one that comes`() throws {
    let columns = try #require(try OdometerInterpolator().prepare(from: "$8", to: "$10").columns)
    let seen = [0, 0.1, 0.4, 0.6, 0.7, 1].map { lines(CellGrid(columns($0), suffix: "!")) }
    #expect(seen.map { $0[0] }.first == "$8!")
    #expect(seen.map { $0[0] }.last == "$10!")
    #expect(seen[1] == ["$8!", " [9]"])
    #expect(seen[2] == ["$9!", ""])
  }

  @Test func `characters of a morph go to their nearest cells`() throws {
    let glyphs = [
      Glyph("a", x: -0.6), Glyph("b", x: 0.4, opacity: 0.5), Glyph("c", x: 0.6, opacity: 0.6),
      Glyph("d", x: 2, y: 0.7), Glyph("e", x: 3, opacity: 0.1),
    ]
    let place = GlyphPlace(origin: -1, cells: 1, lines: 2)
    #expect(lines(CellGrid(glyphs, in: place, prefix: ">", suffix: "<")) == [">a[b][c] <", "    d"])
  }

  @Test func `no text drives the terminal`() {
    #expect(lines(CellGrid("a\u{1b}[2J\r\n\u{9b}1m")) == ["a␛[2J␍␊\u{fffd}1m"])
  }
}
