import Interpolation
internal import TextBytes

/// Days and a time of hours, minutes and seconds behind them: `1 d 03:12:09`.
struct DaysAndClock: Sendable {
  /// The number of days, and their word with the space before it.
  let days: NumberWithWord
  let minimumDigits: Int
  /// What stands between both.
  let gap: String
  /// The fewest digits of the hours that the text shows, of which `10` shows none.
  let hourDigits: Int?
  /// Those of the hours, minutes and seconds.
  let seconds: Decimal
}

/// Seconds that carry into days.
struct DaysAndClockForm: UnitsForm {
  private let words: PluralWords
  private let minimumDigits: Int
  private let gap: Literal
  private let clock: ClockForm

  var unit: NumberUnit { .measure(.time, size: 1_000_000_000) }

  private static let day: Int64 = 86_400

  static func measure(
    _ source: DaysAndClock, _ target: DaysAndClock, fractionDigits: Int, _ symbols: NumberSymbols
  ) throws(NotAnimatable) -> Measure? {
    let words = [target.days, source.days]
    // Nobody has told the other forms of the word.
    guard source.gap == target.gap,
      words[0].word == words[1].word || words.allSatisfy({ symbols.knows(unit: $0.letters) })
    else { return nil }
    let form = DaysAndClockForm(
      words: words.words(symbols), minimumDigits: max(source.minimumDigits, target.minimumDigits),
      gap: Literal(target.gap),
      clock: ClockForm(
        hours: .always, hourDigits: [source, target].compactMap(\.hourDigits).min() ?? 2, minuteDigits: 2, isWide: false
      ))
    return Measure(
      source: try value(source), target: try value(target), form: form, fractionDigits: fractionDigits)
  }

  private static func value(_ time: DaysAndClock) throws(NotAnimatable) -> Decimal {
    guard let value = time.days.value.multiplied(by: UInt64(day))?.adding(time.seconds) else { throw .tooLong }
    return value
  }

  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let day = UInt64(Self.day) * .powerOfTen(fractionDigits)
    let (days, rest) = UInt64(units).quotientAndRemainder(dividingBy: day)
    layout.digitSet.append(days, minimumDigits: minimumDigits, to: &text)
    text.append(words.word(beside: UInt128(days), fractionDigits: 0))
    text.append(gap)
    clock.write(Int64(rest), fractionDigits: fractionDigits, layout, to: &text)
  }
}

// MARK: - Reading

extension NumberedText {
  /// `1 d 03:12:09` and `2 days, 3:12:09.5`.
  mutating func daysAndClock(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count < 10, let word = word(at: start + count), case let gap = endOfGap(at: word.end), isSpace(at: gap - 1),
      case let hourDigits = digitCount(at: gap, in: set, limit: 3), 1...2 ~= hourDigits, self[gap + hourDigits] == ":",
      value(hourDigits, at: gap, in: set) < 24,
      symbols.partUnits(named: letters(word)).contains(where: {
        $0.family == .time && $0.size == 24 * MeasureUnit.hour.size
      }),
      let clock = clock(at: gap, hourDigits, in: set), clock.fieldCount == 3, let seconds = magnitude(of: clock)
    else { return nil }
    let days = NumberWithWord(
      value: Decimal(natural: UInt64(value(count, at: start, in: set))), fractionDigits: 0, word: text(word))
    let time = DaysAndClock(
      days: days, minimumDigits: digit(at: start, in: set) == 0 ? count : 1, gap: characters.text(word.end..<gap),
      hourDigits: hourDigits == 1 ? 1 : digit(at: gap, in: set) == 0 ? 2 : nil, seconds: seconds)
    var numeral = numeral(.daysAndClock(time), from: start, to: clock.end, in: set)
    (numeral.fractionDigits, numeral.decimalSeparator) = (clock.fractionDigits, clock.decimalSeparator)
    return signed(numeral)
  }
}
