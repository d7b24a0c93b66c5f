import TextAnimation
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

  @Test func columnsThatRollByThemselvesSetOutFromTheTextShown() throws {
    let change = try LabelChange("ease", 2, .init(columnMode: .digit), by: ["odometer"])
    let label = LabelState(from: "100", to: "200", by: change).going(to: "350", at: 1, by: change)
    #expect(label.motion.residuals.isEmpty)
    #expect(label.text(at: 3) == "350")
  }
}

extension LabelState {
  /// The columns that are shown at a second.
  func columns(at seconds: Double) throws -> [Column] {
    let columns = try #require(animation.content.columns)
    let start = Double(motion.start) / 1e6
    return columns.columns(at: animation.progress(at: seconds - start))
  }

  /// Whether a column is so near to the middle of two digits that rounding decides.
  fileprivate func isBetweenDigits(at seconds: Double) -> Bool {
    let offsets = (try? columns(at: seconds))?.compactMap(\.offset) ?? []
    return offsets.contains { abs($0 - 0.5) < 0.0002 }
  }
}
