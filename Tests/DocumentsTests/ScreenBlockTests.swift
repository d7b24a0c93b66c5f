import Documents
import Testing
import TextBytes

/// What is sent to a terminal; `Tests/Outside/test_command.py` looks at what one shows.
struct ScreenBlockTests {
  private func shown(_ grids: [CellGrid], usesStyles: Bool = true, width: Int = 10) -> String {
    var block = ScreenBlock(usesStyles: usesStyles)
    var output = UTF8Buffer()
    for grid in grids { block.show(grid, width: width, rows: 3, to: &output) }
    block.finish(to: &output)
    return output.text()
      .replacing("\u{1b}[?7l\r", with: "<").replacing("\u{1b}[K", with: "|").replacing("\u{1b}[?7h", with: ">")
      .replacing("\u{1b}", with: "ESC")
  }

  @Test func `a line is rewritten where it is`() {
    #expect(shown([CellGrid("9 apples"), CellGrid("10 apples")]) == "<9 apples|><10 apples|>\r\n")
  }

  @Test func `what needs more lines takes them, and gives back none that is empty`() {
    #expect(shown([CellGrid("0123456789ab"), CellGrid("9")]) == "<0123456789|\r\nab|><ESC[1A9|\r\n|>ESC[1A\r\n")
  }

  @Test func `a style ends with what has it`() {
    var grid = CellGrid("ab")
    grid.draw("cd", line: 0, column: 1, style: .faint)
    #expect(shown([grid]) == "<aESC[0;2mcdESC[0m|>\r\n")
    #expect(shown([grid], usesStyles: false) == "<acd|>\r\n")
  }

  @Test func `a grid written as lines has no blanks at their ends`() {
    var grid = CellGrid(lines: 2)
    grid.draw("a  ", line: 0, column: 1)
    var output = UTF8Buffer()
    grid.write(usesStyles: false, to: &output)
    #expect(output.text() == " a\n\n")
  }
}
