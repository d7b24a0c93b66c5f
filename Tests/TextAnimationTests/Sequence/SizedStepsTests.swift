import TextFilms
import Testing
import TextBytes
import Timing

@testable import TextAnimation
@testable import Interpolation
@testable import WrittenNumbers

/// Two numbers and a notation whose digits depend on their size, or texts with `numbers`.
struct SizedCase: Sendable {
  var source: String
  var target: String
  var format: String
  var curve: String
  var rounding: Rounding?

  init(_ source: String, _ target: String, _ format: String, _ curve: String = "ease", _ rounding: Rounding? = nil) {
    (self.source, self.target, self.format) = (source, target, format)
    (self.curve, self.rounding) = (curve, rounding)
  }

  func interpolation() throws -> any TextInterpolation {
    let interpolator: any TextInterpolator =
      if format == "numbers" {
        NumbersInterpolator()
      } else if format.hasPrefix("%") {
        FormatInterpolator(format: try PrintfFormat(format), rounding: rounding)
      } else {
        FormatInterpolator(template: compact, rounding: rounding ?? .halfExpand)
      }
    return try interpolator.prepare(from: source, to: target)
  }

  func sequence() throws -> FrameSequence {
    let animation = Animation(
      from: source, to: target, curve: try CurveCatalog.standard.curve(curve), duration: 2,
      content: .interpolated(try interpolation(), writesEnds: true))
    return FrameSequence(animation, fps: 60)
  }

  /// `compact`, `compact2%` or `significant3`.
  private var compact: NumberTemplate {
    func step(_ unit: Int, _ suffix: String) -> NumberTemplate.Step {
      let one = NumberTemplate(positive: .init(suffix: suffix + " one"), maximumFractionDigits: 0)
      let many = NumberTemplate(positive: .init(suffix: suffix), maximumFractionDigits: 0)
      return NumberTemplate.Step(unit: unit, template: many, exceptions: unit == 6 ? [1: one] : [:])
    }
    if let count = Int(format.dropFirst(11)) {
      return NumberTemplate(first: step(0, ""), rest: [], digits: .significant(1...count))
    }
    return NumberTemplate(
      first: step(0, ""), rest: [0, 0, 3, 3, 3, 6, 6, 6].map { step($0, ["", "K", "M"][$0 / 3]) },
      digits: Int(format.dropFirst(7).prefix(1)).map { .fraction($0...$0) } ?? .compact,
      decimalShift: format.hasSuffix("%") ? 2 : 0)
  }
}

private let cases = [
  SizedCase("999000", "1200000", "compact", "linear"), SizedCase("0", "1500", "compact"),
  SizedCase("1200000", "-1200000", "compact", "ease-in-out"), SizedCase("0.034", "12", "compact", "linear"),
  SizedCase("980", "1020", "compact", "spring(mass: 1, stiffness: 100, damping: 3)"),
  SizedCase("99", "101", "compact2", "easeOutBounce"), SizedCase("-0.5", "12.5", "compact%", "easeOutBack"),
  SizedCase("9.9", "10.1", "compact2%"), SizedCase("0", "2000", "compact", "linear", .ceil),
  SizedCase("-2000", "3", "compact", "linear", .floor), SizedCase("999", "1001", "compact1", "ease", .trunc),
  SizedCase("0.5", "2000", "significant3", "linear"), SizedCase("-1200", "0.034", "significant2"),
  SizedCase("980", "1020", "significant2", "spring(mass: 1, stiffness: 100, damping: 3)"),
  SizedCase("95", "1050", "%.1e", "linear"), SizedCase("1", "1000", "%.0e"), SizedCase("1000", "-1000", "%.0e"),
  SizedCase("99", "101", "%g", "steps(7)"), SizedCase("0.00008", "0.00013", "%.2g", "linear"),
  SizedCase("1", "1050", "%.2g", "easeOutElastic"), SizedCase("-5", "99999", "%.1G", "ease-in", .ceil),
  SizedCase("1234567", "1234599", "%+012.7g", "linear"), SizedCase("12", "34", "%#.3g", "ease", .floor),
  SizedCase("7000000000000000", "7000000000000009", "%.13e", "linear"), SizedCase("5", "5", "%e"),
  SizedCase("0", "33.3", "%.1g", "easeInOutBounce"),
]

struct SizedStepsTests {
  @Test(arguments: cases) func `every text stands at its instant, as looking very often finds it`(row: SizedCase)
    throws
  {
    let sequence = try row.sequence()
    let distinct = try #require(sequence.distinct(limit: 10_000))
    let found = (0..<(distinct.count ?? 0)).map { distinct.frame(at: $0) }
    #expect(sequence.animation.steps != nil)
    var next = found[...]
    var shown = ""
    for index in 0...8_000 {
      let time = 2 * Double(index) / 8_000
      let text = sequence.text(at: time)
      guard text != shown else { continue }
      let instant = index == 0 ? 0 : sequence.instant(of: text, between: time - 2.0 / 8_000, and: time)
      // What is a billionth before the end shows the end, and a curve that is flat there flickers.
      let slack = instant < 2 * (1 - 1e-6) ? 1e-9 : 1e-7
      guard let frame = next.first(where: { $0.text == text && $0.time > instant - slack }) else {
        Issue.record("\(row): \(text) at \(instant) is missing")
        return
      }
      #expect(frame.time < instant + slack, "\(row): \(text) at \(instant)")
      next = next.drop { $0.time <= frame.time }
      shown = text
    }
  }

  @Test(arguments: cases) func `equal steps are equal texts, and steps never fall`(row: SizedCase) throws {
    let interpolation = try row.interpolation()
    let steps = try #require(interpolation.steps?.count)
    let largest = max(abs(Double(row.source) ?? 0), abs(Double(row.target) ?? 0))
    var last = (step: Int.min, text: "")
    for index in -2000...6000 {
      let progress = Double(index) / 4001
      let (step, text) = (steps(progress), interpolation.text(at: progress))
      #expect(step >= last.step, "\(row) at \(progress)")
      let value = (Double(row.source) ?? 0) * (1 - progress) + (Double(row.target) ?? 0) * progress
      if step == last.step, abs(value) > largest * 1e-5 { #expect(text == last.text, "\(row) at \(progress)") }
      last = (step, text)
    }
  }

  @Test(arguments: cases) func `no progress does harm, and steps rise with it to the ends of numbers`(row: SizedCase)
    throws
  {
    let steps = try #require(try row.interpolation().steps?.count)
    let small: [Double] = [.leastNonzeroMagnitude, 1e-300, 1e-100, 1e-30, 1e-20, 1e-12, 1e-6, 0.001]
    let large: [Double] = [1, 1e3, 1e9, 1e16, 1e19, 1e30, 1e100, .greatestFiniteMagnitude]
    let rising = large.reversed().map { -$0 } + small.reversed().map { -$0 } + [0] + small + large
    let counts = rising.map(steps)
    if row.source != row.target { #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 }, "\(counts)") }
  }

  @Test func `multiples, long mantissas and long numbers are counted as numbers are, or not at all`() throws {
    func steps(_ row: SizedCase) throws -> Bool { try row.interpolation().steps != nil }
    #expect(try !steps(SizedCase("0", "1", "%.14e")))
    #expect(try !steps(SizedCase("0", "98765432109876543210", "%.1e")))
    #expect(try !steps(SizedCase("0", "98765432109876543210", "compact")))
    let compact = try #require(SizedCase("0", "1000000", "compact").interpolation() as? NumbersInterpolation)
    let rounded = try compact.rounded(toMultiplesOf: try Decimal(parsing: "250000"))
    let levels = try #require(rounded.steps?.count)
    #expect([0, 0.1, 0.2, 0.4, 0.6, 0.9].map(levels) == [0, 0, 1, 2, 2, 4])
  }
}

/// Texts that take long to be written.
private let slowCases = [
  SizedCase("0." + digits("1"), digits("9"), "compact"), SizedCase("0." + digits("1"), digits("9"), "%.300g"),
  SizedCase("0." + digits("1"), digits("9"), "%.100e", "spring(mass: 1, stiffness: 1e6, damping: 0)"),
  SizedCase(many { $0 }, many { 2 * $0 }, "numbers"),
  SizedCase(many { $0 }, many { 100 * $0 }, "numbers", "easeOutBounce"),
]

private func digits(_ digit: Character) -> String { String(repeating: digit, count: 19) }

private func many(_ number: (Int) -> Int) -> String { (0..<1_300).map { "\(number($0))" }.joined(separator: " ") }

@Test(arguments: slowCases.indices)
func `a search for distinct texts costs no more than is allowed`(index: Int) throws {
  let row = slowCases[index]
  for playback in [Playback.once, try Playback(repeatCount: .times(3), autoreverse: true)] {
    let sequence = FrameSequence(try row.sequence().animation, playback: playback, fps: 60)
    var search = ChangeSearch(sequence, limit: 36_000, keepsEnd: true, budget: 100_000)
    let found = search.times()
    let times = try #require(found)
    #expect(search.cost < 1_000_000)
    #expect(times.count > 20 && times.last == sequence.duration)
  }
}

extension FrameSequence {
  fileprivate func text(at seconds: Double) -> String {
    var text = UTF8Buffer()
    animation.write(at: progress(at: seconds), to: &text)
    return text.text()
  }

  /// The first moment of a text between two, the second of which shows it.
  fileprivate func instant(of text: String, between start: Double, and end: Double) -> Double {
    var (low, high) = (start, end)
    while high - low > 1e-11 {
      let middle = (low + high) / 2
      if self.text(at: middle) == text { high = middle } else { low = middle }
    }
    return high
  }
}
