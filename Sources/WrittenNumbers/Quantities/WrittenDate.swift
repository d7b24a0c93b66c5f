import Interpolation
import TextBytes

/// A date, a date with a time, or a time of twelve hours, as a text has it: `2024-01-31T12:30`, `31.1.2024`, `28.01.`,
/// `12/2024`, `Fri, Jan 31, 2025`, `31. Mai`, `1月31日`, `12:59 PM`.
struct WrittenDate: Sendable {
  var pieces: [Piece] = []
  var year: Int?
  var month = 1
  var day = 1
  /// From Monday, 0.
  var weekday: Int?
  var time: TimeOfDay?
  /// Whether it might be a version or a number: no zero stands in front of a field.
  var isOpen = false

  enum Piece: Equatable {
    case literal(String)
    /// A month or a weekday, with all lists that have it at this place and how its letters are written; of a guess the
    /// lists are those of languages of which nobody has told one.
    case name([[String]], Letters, isGuess: Bool = false)
    case month(digits: Int?)
    /// What makes an ordinal of the first day, or `th` where English has one of each.
    case day(digits: Int?, ordinal: String?)
    case year(digits: Int)
    case time
    /// A half of the day, and the other, where a language has told it.
    case half(String, other: String?, isAfternoon: Bool)
  }

  enum Letters { case asNamed, upper, lower, capitalized }

  var hasDay: Bool {
    pieces.contains { if case .day = $0 { true } else { false } }
  }

  /// The lists of names of which no language has been told.
  fileprivate var guesses: [[[String]]] {
    pieces.compactMap { if case .name(let lists, _, isGuess: true) = $0 { lists } else { nil } }
  }

  /// Whether languages that nobody has told have other names beside those that it has.
  var hasOpenNames: Bool { guesses.contains { lists in lists.contains { $0 != lists[0] } } }

  /// Whether it is a day of a year that it does not tell, which decides what comes after 28 February.
  var lacksYear: Bool { hasDay && year == nil }

  /// Whether it is nothing but a time of the day.
  var isTimeOfDay: Bool {
    time != nil
      && pieces.allSatisfy {
        switch $0 {
        case .literal, .time, .half: true
        case .name, .month, .day, .year: false
        }
      }
  }

  /// Counts the hours of a half of the day from midnight.
  ///
  /// - Returns: Whether the time has that half and such an hour, or is none of a half.
  mutating func countHours() -> Bool {
    guard var time, time.hours != .ofDay else { return true }
    for case .half(_, _, let isAfternoon) in pieces where time.count(isAfternoon: isAfternoon) {
      self.time = time
      return true
    }
    return false
  }

  /// Whether a year is one of this calendar, as far as is known: those of Iran, of the Hijra and of the Buddha are others.
  static func isYear(_ year: Int) -> Bool {
    1000...9999 ~= year && !(1380...1460 ~= year) && !(2540...2600 ~= year) || year < 100
  }

  /// Whether the month has the day, in a leap year where none is named.
  var exists: Bool { CivilDate(year: fullYear ?? 2000, month: month, day: day) != nil }

  /// A year of two digits is one from 1946 to 2045.
  ///
  /// That is ICU's window, 80 years before now and 20 behind it, but stands still, so that a label shows the same on all
  /// nodes and for good. What it would part by more than 80 years is nearer: 2045 is followed by 2046.
  fileprivate var fullYear: Int? {
    pieces.contains(.year(digits: 2)) ? year.map { $0 < 46 ? 2000 + $0 : 1900 + $0 } : year
  }
}

/// Dates, the value of which are days, minutes or seconds since 1970-01-01 in their own time zone, or months; and times of
/// twelve hours, that of which is counted from midnight.
///
/// Without a year they are of one that has no leap day unless a text has it, and go on into the next where that is nearer.
/// A weekday follows the date.
struct DateForm: UnitsForm {
  private let pieces: [Piece]
  /// How times are written.
  private let time: TimeOfDay?
  let unit: NumberUnit
  /// The weekday of 1970-01-01, by which the texts count.
  private let firstWeekday: Int64

  private enum Piece {
    case literal(Literal)
    case names([Literal])
    case month(digits: Int)
    case day(digits: Int, ordinal: PluralWords?)
    case year(digits: Int)
    case time
    case half(forenoon: Literal, afternoon: Literal)
  }

  var isSigned: Bool { false }

  private var unitsOfDay: Int64 { time?.unitsOfDay ?? 1 }

  /// What two texts count; `nil` where they are of two kinds, or may be read in two ways.
  ///
  /// - Throws: ``NotAnimatable`` for `12.50` → `13.25` where a language has points in times and commas in numbers, and for
  ///   a date with a time beside one whose time is none: `28/11/2026 23:58` → `29/11/2026 0:4`.
  static func measure(
    _ sources: [WrittenDate], _ targets: [WrittenDate], fractionDigits: Int
  ) throws(NotAnimatable) -> Measure? {
    var found: Measure?
    for source in sources {
      for target in targets {
        if source.isTimeOfDay, target.isTimeOfDay, source.isOpen, target.isOpen {
          throw NotAnimatable(reason: "the numbers may be times of the day or have a fraction: write “:” or “,”")
        }
        if source.hasDay, target.hasDay, (source.time == nil) != (target.time == nil) {
          throw NotAnimatable(reason: "one of the dates is read with a time and the other without")
        }
        guard let measure = measure(source, target, fractionDigits: fractionDigits) else { continue }
        guard found == nil else { return nil }
        found = measure
      }
    }
    return found
  }

  private static func measure(_ source: WrittenDate, _ target: WrittenDate, fractionDigits: Int) -> Measure? {
    guard !source.isOpen || !target.isOpen, let pieces = common(source, target),
      (source.time == nil) == (target.time == nil)
    else { return nil }
    var time: TimeOfDay?
    if let before = source.time, let after = target.time {
      time = TimeOfDay.form(before, after)
      if time == nil { return nil }
      if source.isTimeOfDay { return timesOfDay(before, after, pieces, time) }
    }
    guard source.hasDay else { return months(source, target, pieces) }
    guard let (first, last) = days(source, target) else { return nil }
    let weekday = Int64(source.weekday ?? 0)
    let form = DateForm(
      pieces: pieces, time: time, unit: .calendar(partsOfDay: time?.unitsOfDay ?? 1),
      firstWeekday: (weekday - first).dividedDown(by: 7).remainder)
    if let end = target.weekday, form.weekday(of: last) != end { return nil }
    func value(_ days: Int64, _ date: WrittenDate) -> Decimal {
      time.map { form in date.time?.value(in: form.fieldCount, behind: days) ?? .zero } ?? Decimal(days)
    }
    return Measure(
      source: value(first, source), target: value(last, target), form: form, fractionDigits: fractionDigits)
  }

  /// A date so many days or months later, as it is written; `nil` where the year that it does not tell decides which, and
  /// for those with a time.
  static func text(_ date: WrittenDate, laterBy count: Int64, _ layout: DigitLayout) -> String? {
    guard date.time == nil else { return nil }
    // Leap years, others, and those before and behind them.
    let years = date.year.map { [$0] } ?? [2000, 2001, 2002, 2003]
    let texts = years.compactMap { year -> String? in
      var known = date
      known.year = year
      guard let measure = measure(known, known, fractionDigits: 0), let form = measure.form as? DateForm,
        known.guesses.allSatisfy({ agree($0, from: known, to: known, laterBy: count) })
      else { return nil }
      var text = UTF8Buffer()
      form.write(Int64(measure.source.units) + count, fractionDigits: 0, layout, to: &text)
      return text.text()
    }
    return Set(texts).count == 1 ? texts[0] : nil
  }

  private static func months(_ source: WrittenDate, _ target: WrittenDate, _ pieces: [Piece]) -> Measure? {
    guard let first = source.year, let last = target.year else { return nil }
    let form = DateForm(pieces: pieces, time: nil, unit: .measure(.months, size: 1), firstWeekday: 0)
    return Measure(
      source: Decimal(Int64(12 * first + source.month - 1)), target: Decimal(Int64(12 * last + target.month - 1)),
      form: form)
  }

  /// From the evening to the next morning times pass over midnight, where that is the shorter way; other times are of one
  /// day.
  private static func timesOfDay(
    _ source: TimeOfDay, _ target: TimeOfDay, _ pieces: [Piece], _ form: TimeOfDay?
  ) -> Measure? {
    guard let form else { return nil }
    let (from, to) = (source.value(in: form.fieldCount), target.value(in: form.fieldCount))
    let isOver = to < from && 2 * (from.units - to.units) > Int128(form.unitsOfDay)
    return Measure(
      source: from, target: isOver ? target.value(in: form.fieldCount, behind: 1) : to,
      form: DateForm(pieces: pieces, time: form, unit: .timeOfDay(partsOfDay: form.unitsOfDay), firstWeekday: 0))
  }

  /// The days of both, of years that are the nearest where the texts do not say which.
  private static func days(_ source: WrittenDate, _ target: WrittenDate) -> (Int64, Int64)? {
    let hasLeapDay = [source, target].contains { $0.month == 2 && $0.day == 29 }
    let year = hasLeapDay ? 2000 : 2001
    var (first, last) = (source.fullYear ?? year, target.fullYear ?? year)
    if source.fullYear != source.year {
      if first - last > 80 { first -= 100 } else if last - first > 80 { last -= 100 }
    }
    guard let start = CivilDate(year: first, month: source.month, day: source.day)?.days,
      let end = CivilDate(year: last, month: target.month, day: target.day)?.days
    else { return nil }
    let length: Int64 = 365
    guard source.year == nil, 2 * abs(end - start) > length else { return (start, end) }
    return (start, end > start ? end - length : end + length)
  }

  /// The pieces of both, with the names of one list.
  private static func common(_ source: WrittenDate, _ target: WrittenDate) -> [Piece]? {
    guard source.pieces.count == target.pieces.count else { return nil }
    var pieces: [Piece] = []
    for pair in zip(source.pieces, target.pieces) {
      switch pair {
      case (.literal(let literal), .literal(let other)) where literal == other: pieces.append(.literal(Literal(other)))
      case (.name(let names, _, _), .name(let others, let letters, let isGuess)):
        let lists = others.filter(names.contains)
        guard let list = lists.first else { return nil }
        if isGuess, !agree(lists, from: source, to: target) { return nil }
        pieces.append(.names(list.map { Literal(letters.writing($0)) }))
      case (.month(let digits), .month(let others)): pieces.append(.month(digits: fewest(digits, others)))
      case (.day(let digits, let suffix), .day(let others, let other)):
        guard suffix == other || suffix != "th" && other != "th" else { return nil }
        pieces.append(.day(digits: fewest(digits, others), ordinal: (suffix ?? other).map(ordinals)))
      case (.year(let digits), .year(let others)) where digits == others: pieces.append(.year(digits: digits))
      case (.time, .time): pieces.append(.time)
      case (.half(let half, let others, let isAfternoon), .half(let other, _, let isOtherAfternoon)):
        if isAfternoon == isOtherAfternoon, half.lowercased() != other.lowercased() { return nil }
        let first = isAfternoon == isOtherAfternoon ? others ?? opposite(of: other) : half
        pieces.append(
          isOtherAfternoon
            ? .half(forenoon: Literal(first), afternoon: Literal(other))
            : .half(forenoon: Literal(other), afternoon: Literal(first)))
      default: return nil
      }
    }
    return pieces
  }

  /// Whether languages have the same names for all months from one date to another, or to so many days later.
  private static func agree(
    _ lists: [[String]], from source: WrittenDate, to target: WrittenDate, laterBy count: Int64 = 0
  ) -> Bool {
    guard lists.count > 1, let (first, last) = days(source, target) else { return true }
    let (start, end) = (CivilDate(days: min(first, last + count)), CivilDate(days: max(first, last + count)))
    let months = 12 * (end.year - start.year) + end.month - start.month
    return (0...min(months, 11)).allSatisfy { month in
      let index = Int((start.month - 1 + month) % 12)
      return lists.allSatisfy { $0[index] == lists[0][index] }
    }
  }

  private static func ordinals(_ suffix: String) -> PluralWords {
    suffix == "th"
      ? .ordinals(isUppercase: false) : PluralWords([.one: suffix], otherwise: "", rules: PluralRules("one: n = 1"))
  }

  /// The English name of the other half of the day, as one is written.
  private static func opposite(of half: String) -> String {
    let letters: [Character: Character] = ["a": "p", "A": "P", "p": "a", "P": "A"]
    return String(half.map { letters[$0] ?? $0 })
  }

  private static func fewest(_ digits: Int?, _ others: Int?) -> Int {
    min(digits ?? others ?? 1, others ?? digits ?? 1)
  }

  private func weekday(of day: Int64) -> Int { Int((day + firstWeekday).dividedDown(by: 7).remainder) }

  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let (day, rest) = units.dividedDown(by: unitsOfDay * Int64(UInt64.powerOfTen(fractionDigits)))
    let date = date(of: day)
    for piece in pieces {
      switch piece {
      case .literal(let literal): text.append(literal)
      case .names(let names): text.append(names[names.count == 7 ? weekday(of: date.days) : Int(date.month) - 1])
      case .month(let digits): layout.digitSet.append(UInt64(date.month), minimumDigits: digits, to: &text)
      case .day(let digits, let suffix):
        layout.digitSet.append(UInt64(date.day), minimumDigits: digits, to: &text)
        if let suffix { text.append(suffix.word(beside: UInt128(date.day), fractionDigits: 0)) }
      case .year(let digits):
        layout.digitSet.append(UInt64(digits == 2 ? date.year % 100 : date.year), minimumDigits: digits, to: &text)
      case .time: time?.write(rest, fractionDigits: fractionDigits, layout, to: &text)
      case .half(let forenoon, let afternoon):
        text.append(2 * rest < unitsOfDay * Int64(UInt64.powerOfTen(fractionDigits)) ? forenoon : afternoon)
      }
    }
  }

  /// The day that so many stand for, or the first of a month.
  private func date(of number: Int64) -> CivilDate {
    let days = CivilDate.fourDigits
    guard case .measure = unit else { return CivilDate(days: min(max(number, days.lowerBound), days.upperBound)) }
    let (year, month) = min(max(number, 0), 12 * 10_000 - 1).dividedDown(by: 12)
    return CivilDate(year: Int(year), month: Int(month) + 1, day: 1) ?? CivilDate(days: 0)
  }
}

extension WrittenDate.Letters {
  fileprivate func writing(_ name: String) -> String {
    switch self {
    case .asNamed: name
    case .upper: name.uppercased()
    case .lower: name.lowercased()
    case .capitalized: name.prefix(1).uppercased() + name.dropFirst()
    }
  }
}
