import Testing
import TextBytes
import Timing

@testable import Documents

struct CharacterPlotTests {
  private func text(_ grid: CellGrid) -> String {
    var output = UTF8Buffer()
    grid.write(usesStyles: false, to: &output)
    return output.text()
  }

  private func plot(_ curve: String, _ alphabet: PlotAlphabet, duration: Double = 1) throws -> CharacterPlot {
    CharacterPlot(CurveTrace(of: try CurveCatalog.standard.curve(curve), duration: duration), alphabet)
  }

  @Test(arguments: [
    ("linear", PlotAlphabet.ascii, 6, ["   .|'", ".||'"]), ("linear", .braille, 8, ["⣀⡠⠤⠤⠖⠒⠊⠉"]),
    ("steps(2)", .ascii, 7, ["      |", "...|'''"]),
  ])
  func `a curve alone`(curve: String, alphabet: PlotAlphabet, columns: Int, lines: [String]) throws {
    let grid = try plot(curve, alphabet).thumbnail(columns: columns, rows: lines.count)
    #expect(text(grid) == lines.map { $0 + "\n" }.joined())
  }

  @Test func `a curve between its axes`() throws {
    let grid = try plot("easeOutBack", .ascii, duration: 2).plot(columns: 30, rows: 5)
    #expect(
      text(grid) == """
        1 +        .|--|'''''''|------
          |     .||'
          |   ||'
          | .|'
        0 +||
          +---------------------------
           0 s         1 s         2 s

        """)
  }

  @Test func `what goes beyond its ends is seen and said`() throws {
    let plot = try plot("easeInOutBack", .ascii)
    let lines = plot.thumbnail(columns: 20, rows: 12).lines
    #expect(lines.indices.filter { lines[$0].contains { $0.style == .beyond } } == [0, 11])
    #expect(
      plot.overshoot == [
        "goes 10.015% beyond the target, at 0.759 s", "goes 10.015% back behind the source, at 0.241 s",
      ])
    #expect(try self.plot("ease", .ascii).overshoot == [])
  }

  @Test(
    arguments: CurveCatalog.standard.entries.map(\.example) + [
      "cubic-bezier(0, 1e30, 1, -1e30)", "linear(0 0%, 1e38, 1)",
    ])
  func `every curve has a plot of any size`(curve: String) throws {
    for (columns, rows) in [(1, 1), (24, 4), (200, 50)] {
      for alphabet in [PlotAlphabet.ascii, .braille] {
        let plot = try plot(curve, alphabet)
        #expect(plot.thumbnail(columns: columns, rows: rows).lines.allSatisfy { $0.count <= columns })
        #expect(plot.plot(columns: columns, rows: rows).lines.allSatisfy { $0.count <= max(columns, 24) })
      }
    }
  }
}
