import TextFilms
import TextAnimation
import Interpolation
import WrittenNumbers
import TextBytes
import Testing
import Timing

/// Which texts add up, and how those between are written.
@Suite struct LabelKindsTests {
  @Test func eachOfTwoNumbersGoesItsOwnWay() throws {
    let change = try LabelChange("linear", 4)
    let label = LabelState(from: "2 of 10", to: "6 of 10", by: change).going(to: "6 of 30", at: 2, by: change)
    #expect(label.motion.residuals.map(\.distances) == [["4", "0"], ["0", "20"]])
    #expect([2, 3, 4, 5, 6].map(label.text) == ["4 of 10", "5 of 15", "6 of 20", "6 of 25", "6 of 30"])
  }

  @Test func aNumberThatNoTextChangesAnyMoreStillComesToRest() throws {
    let change = try LabelChange("linear", 4)
    let label = LabelState(from: "$1,234.50 by 7", to: "$2,234.50 by 9", by: change)
      .going(to: "$2,234.50 by 11", at: 2, by: change)
    #expect(label.text(at: 2) == "$1,734.50 by 8")
    #expect(label.text(at: 3) == "$1,984.50 by 9")
    #expect(label.text(at: 9) == "$2,234.50 by 11")
  }

  /// Texts one after the other, each a second after the one before, and what is shown half a second after the last.
  static let filmed: [(texts: [String], shown: String, addsUp: Bool)] = [
    (["10 MB", "2 GB", "1 GB"], "1 GB", true),
    (["10 MB", "2 GB", "3 GB"], "2 GB", true),
    (["2024-01-01", "2024-01-31", "2024-03-01"], "2024-01-31", true),
    (["0:10", "1:10", "0:30"], "0:45", true),
    (["59:30", "1:00:30", "59:50"], "1:00:05", true),
    (["10:00 AM", "12:00 PM", "11:00 AM"], "11:15 AM", true),
    (["1/4", "1 1/2", "3/4"], "1", true),
    (["1st", "21st", "11th"], "14th", true),
    (["1e5", "2e6", "1e6"], "1e6", true),
    (["$950", "$2,000", "$990"], "$1,485", true),
    (["-5", "5", "-5"], "0", true),
    (["1.5", "3", "7"], "3.6", true),
    (["10", "20", "soon"], "soon", false),
    (["#000000", "#ffffff", "#000000"], "#414141", false),
    (["9 apples", "12 apples", "10 oranges"], "10 oranges", false),
  ]

  @Test(arguments: filmed) func textsOfOneScaleAddUp(texts: [String], shown: String, addsUp: Bool) throws {
    let change = try LabelChange("linear", 2)
    var label = LabelState(from: texts[0], to: texts[1], by: change)
    for (step, text) in texts.dropFirst(2).enumerated() {
      label = label.going(to: text, at: Double(step) + 1, by: change)
    }
    #expect(label.motion.residuals.isEmpty != addsUp)
    #expect(label.text(at: Double(texts.count) - 1.5) == shown)
    #expect(label.text(at: 9) == texts.last)
  }

  @Test func theNumbersOfATemplateAddUp() throws {
    let change = try LabelChange(writtenBy: TwoPrices())
    let label = LabelState(from: "0 10", to: "100 20", by: change).going(to: "0 20", at: 0.5, by: change)
    #expect(label.text(at: 0.5) == "50 € of 15 €")
    #expect(label.text(at: 1) == "50 € of 20 €")
    #expect(label.text(at: 2) == "0 € of 20 €")
  }

  @Test func multiplesOfAFactorAddUp() throws {
    let change = LabelChange(
      curve: Linear(), curveText: "linear", duration: 2,
      content: { source, target in
        let numbers = try? NumbersInterpolator().prepare(from: source, to: target) as? NumbersInterpolation
        let factor = try? Decimal(parsing: "5")
        guard let numbers, let factor, let multiples = try? numbers.rounded(toMultiplesOf: factor) else {
          return .immediate(NotAnimatable(reason: "there are no numbers"))
        }
        return .interpolated(multiples, writesEnds: false)
      }, curveNamed: { _ in Linear() })
    let label = LabelState(from: "0", to: "100", by: change).going(to: "213", at: 1, by: change)
    #expect(label.motion.residuals.count == 2)
    #expect([1, 1.1, 1.5, 2].map(label.text) == ["50", "60", "105", "155"])
    #expect(label.text(at: 3) == "213")
  }
}

/// Two prices, written by a template.
private struct TwoPrices: TextInterpolator {
  func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    try meter.charge(source, target)
    let euros = FormatInterpolator(
      template: NumberTemplate(positive: .init(suffix: " €"), maximumFractionDigits: 0))
    let template = try? TextTemplate("{price} of {limit}")
    var parts: [String: NumbersInterpolation] = [:]
    for (name, ends) in zip(["price", "limit"], zip(source.split(separator: " "), target.split(separator: " "))) {
      parts[name] = try euros.prepare(from: String(ends.0), to: String(ends.1)) as? NumbersInterpolation
    }
    guard let numbers = template?.interpolation(of: parts) else { throw NotAnimatable(reason: "a price is missing") }
    return numbers
  }
}
