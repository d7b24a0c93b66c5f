import TextFilms
import TextAnimation
import WrittenNumbers
import Interpolation
import Testing
import Timing

/// Odometers whose target changes while their columns roll.
@Suite struct RetargetedColumnsTests {
  @Test func columnsGoOnFromWhereTheyAre() throws {
    let change = try LabelChange("ease-in-out", 2, by: ["odometer"])
    var label = LabelState(from: "$950", to: "$1,200", by: change)
    for (step, target) in ["$1,500", "$700", "$9", "$10,000"].enumerated() {
      let time = 0.6 + 0.4 * Double(step)
      let next = label.going(to: target, at: time, by: change)
      #expect(next.motion.residuals.count > 1)
      #expect(try next.columns(at: time) == label.columns(at: time))
      #expect(try next.columns(at: time).contains { $0.offset ?? 0 > 0.01 })
      label = next
    }
    #expect(try label.columns(at: 5).map(\.text).joined() == "$10,000")
    #expect(try label.columns(at: 5).allSatisfy { $0.offset ?? 0 == 0 })
  }

  @Test func theTextShowsOfEachColumnTheDigitThatShowsMost() throws {
    let change = try LabelChange("ease", 2, by: ["odometer"])
    let label = LabelState(from: "12.50", to: "99.99", by: change).going(to: "10.00", at: 0.7, by: change)
    for time in stride(from: 0.7, through: 2.7, by: 0.01) {
      let nearest = try label.columns(at: time).map { ($0.offset ?? 0) < 0.5 ? $0.text : $0.next ?? "" }.joined()
      let shown = label.text(at: time)
      #expect(shown == nearest || label.isBetweenDigits(at: time), "\(shown) \(nearest)")
    }
  }

  /// Every way in which columns may roll by themselves.
  private static let modes: [(ColumnMode, ColumnDirection, highestDigits: [Int: Int])] = [
    (.digit, .auto, [:]), (.digit, .up, [:]), (.digit, .shortest, [:]), (.continuous, .auto, [:]), (.carry, .down, [:]),
    (.continuous, .up, [:]), (.carry, .auto, [1: 6]), (.carry, .up, [0: 7, 1: 6]),
  ]

  @Test func numbersThatStayAreNoWheels() throws {
    let change = try LabelChange("linear", 2, .init(columnMode: .digit), by: ["odometer"])
    let label = LabelState(from: "10 of 7", to: "95 of 7", by: change)
    let next = label.going(to: "38 of 7", at: 1.01, by: change)
    #expect(!next.motion.glyphs.isEmpty)
    #expect(try next.columns(at: 1.01).map(\.text) == label.columns(at: 1.01).map(\.text))
    // A morph begins with the digits where they have rolled to.
    let morph = label.going(to: "38 of 7", at: 1.01, by: try LabelChange("linear", 2, by: ["morph"]))
    let glyphs = try #require(morph.animation.content.glyphs)
    let digits = try label.columns(at: 1.01).map(\.text).joined().map { String($0) }
    #expect(glyphs(0).map(\.text).sorted() == digits.sorted())
  }

  @Test(arguments: modes) func columnsThatRollByThemselvesGoOnFromWhereTheyAre(
    _ mode: ColumnMode, _ direction: ColumnDirection, _ highestDigits: [Int: Int]
  ) throws {
    let options = InterpolatorCatalog.Options(columnMode: mode, direction: direction, highestDigits: highestDigits)
    let change = try LabelChange("ease-in-out", 2, options, by: ["odometer"])
    var label = LabelState(from: "$100", to: "$265", by: change)
    for (step, target) in ["$357", "$912", "$120"].enumerated() {
      let time = 0.71 + 0.73 * Double(step)
      let next = label.going(to: target, at: time, by: change)
      #expect(next.text(at: time) == label.text(at: time))
      for (column, other) in zip(try next.columns(at: time), try label.columns(at: time)) {
        #expect(column.text == other.text)
        #expect(abs((column.offset ?? 0) - (other.offset ?? 0)) < 0.0003)
      }
      #expect(try next.turnsWithoutALeap(from: time, to: time + 2.1))
      #expect(try next.columns(at: time + 3).map(\.text).joined() == target)
      #expect(try next.columns(at: time + 3).allSatisfy { $0.offset ?? 0 == 0 })
      #expect(LabelState(next.motion, by: change).animation.source == next.animation.source)
      label = next
    }
  }
}

extension LabelState {
  /// The columns that are shown at a second.
  func columns(at seconds: Double) throws -> [Column] {
    let columns = try #require(animation.content.columns)
    let start = Double(motion.start) / 1e6
    return columns(animation.progress(at: seconds - start))
  }

  /// Whether no wheel turns by a whole digit in a thousandth of a second.
  fileprivate func turnsWithoutALeap(from start: Double, to end: Double) throws -> Bool {
    var before = try columns(at: start)
    for time in stride(from: start, through: end, by: 0.001) {
      let now = try columns(at: time)
      for (column, other) in zip(before.reversed(), now.reversed()) {
        guard case .digit(let position, let base, _) = column.content, case .digit(let next, _, _) = other.content
        else { continue }
        let way = (next - position).remainder(dividingBy: Double(base))
        if abs(way) >= 1 { return false }
      }
      before = now
    }
    return true
  }

  /// Whether a column is so near to the middle of two digits that rounding decides.
  fileprivate func isBetweenDigits(at seconds: Double) -> Bool {
    let offsets = (try? columns(at: seconds))?.compactMap(\.offset) ?? []
    return offsets.contains { abs($0 - 0.5) < 0.0002 }
  }
}
