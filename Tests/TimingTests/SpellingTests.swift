import SeededNumbers
import Testing
import Timing

struct SpellingTests {
  @Test(arguments: [
    ("cuve", "curve"), ("Curve", "curve"), ("form", "from"), ("frm", "from"), ("durration", "duration"),
    ("fp", "fps"), ("interpolatoin", "interpolation"),
  ])
  func `a slip of the fingers finds the name that was meant`(typed: String, meant: String) {
    let names = ["from", "to", "curve", "duration", "fps", "interpolation"]
    #expect(Spelling.nearest(to: typed, among: names) == meant)
  }

  @Test(arguments: ["colour", "x", "", "ab", String(repeating: "a", count: 100_000)])
  func `what resembles nothing has no suggestion`(typed: String) {
    #expect(Spelling.nearest(to: typed, among: ["from", "to", "curve", "duration"]) == nil)
  }

  /// The table of Damerau and Levenshtein, every cell of it.
  private func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var cells = Array(repeating: Array(repeating: 0, count: second.count + 1), count: first.count + 1)
    for row in 0...first.count {
      for column in 0...second.count {
        guard row > 0, column > 0 else {
          cells[row][column] = row + column
          continue
        }
        let cost = first[row - 1] == second[column - 1] ? 0 : 1
        cells[row][column] = min(
          cells[row - 1][column] + 1, cells[row][column - 1] + 1, cells[row - 1][column - 1] + cost)
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          cells[row][column] = min(cells[row][column], cells[row - 2][column - 2] + 1)
        }
      }
    }
    return cells[first.count][second.count]
  }

  @Test func `the suggestion is the first of those that are nearest`() {
    var random = SeededGenerator(state: 7)
    func word(_ lengths: ClosedRange<Int>) -> String {
      String((0..<Int.random(in: lengths, using: &random)).map { _ in "abC/".randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<2_000 {
      let (typed, names) = (word(0...9), (0..<6).map { _ in word(1...9) })
      let letters = Array(typed.lowercased().utf8)
      let near = names.map { (name: $0, distance: distance(letters, Array($0.lowercased().utf8))) }
        .filter { $0.distance <= max(1, letters.count / 3) }.min { $0.distance < $1.distance }
      #expect(Spelling.nearest(to: typed, among: names) == near?.name, "\(typed) among \(names)")
    }
  }
}
