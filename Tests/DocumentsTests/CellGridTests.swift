import Testing
import TextBytes

@testable import Documents

struct CellGridTests {
  /// The lines of a grid, as a terminal without styles shows them.
  private func lines(_ grid: CellGrid) -> [String] {
    grid.lines.map { $0.map(\.text).joined() }
  }

  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("🍎", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
      ("\u{200B}", 0), ("ｱ", 1), ("Ａ", 2), ("␊", 1),
    ] as [(Character, Int)])
  func `a character has as many cells as terminals give it`(character: Character, cells: Int) {
    #expect(character.cells == cells)
  }

  @Test(arguments: [
    ("100 apples", 10, "100 apples"), ("100 apples", 9, "100 appl…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("ab", 1, "…"),
    ("ab", 0, ""), ("", 0, ""),
  ])
  func `what is too long ends with an ellipsis`(text: String, width: Int, cropped: String) {
    #expect(text.cropped(toCells: width) == cropped)
  }

  @Test(arguments: [
    ("100 apples", 80, 24, ["100 apples"]), ("100 apples", 4, 24, ["100 ", "appl", "es"]),
    ("100 apples", 4, 2, ["100 ", "app…"]), ("100 apples", 4, 1, ["100…"]), ("日本語", 3, 24, ["日", "本", "語"]),
    ("日本語", 1, 24, ["日", "", "本", "", "語", ""]), ("日本語", 1, 2, ["日", "…"]), ("", 4, 24, [""]),
    ("abcd", 4, 24, ["abcd"]),
  ])
  func `a text that is too long goes on below`(text: String, width: Int, height: Int, folded: [String]) {
    #expect(lines(CellGrid(text).folded(width: width, height: height)) == folded)
  }

  @Test func `lines that go on below stay together`() {
    var grid = CellGrid(lines: 2)
    grid.draw("123456", line: 0, column: 0)
    grid.draw("abcd", line: 1, column: 0)
    #expect(lines(grid.folded(width: 3, height: 9)) == ["123", "abc", "456", "d"])
  }

  @Test func `what is drawn later lies above, and no half of a wide character is left`() {
    var grid = CellGrid("日本語")
    grid.draw("x", line: 0, column: 1)
    grid.draw("x", line: 0, column: 4)
    grid.draw("outside", line: 3, column: 0)
    #expect(lines(grid) == [" x本x "])
    grid.draw("語", line: 0, column: -1)
    grid.draw("yy", line: 0, column: -1)
    #expect(lines(grid) == ["yx本x "])
  }
}
