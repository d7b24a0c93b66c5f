import Languages
internal import TextBytes

/// `2024-01-31`, `2024-01-31T12:30:05.25` or `31.1.2024`, as a text has it.
struct CalendarTime: Sendable {
  let date: CivilDate
  /// The fewest digits of day and month where points stand between them; `nil` for hyphens.
  let pointed: Int?
  /// What stands before the time of the day; `nil` where there is none.
  let separator: Character?
  let time: TimeOfDay
}

/// Hours, minutes and seconds since midnight.
struct TimeOfDay: Sendable {
  var hour = 0
  var minute = 0
  /// The seconds, in units of the last of up to six digits behind the point.
  var second: Int64 = 0
  var places: UInt8 = 0
  /// 1 for hours alone, 2 with minutes, 3 with seconds.
  var fieldCount = 1

  var unit: Int64 { Int64(UInt64.powerOfTen(Int(places))) }

  /// The time in the smallest of so many fields, behind so many whole days of four digits of years.
  func value(in fieldCount: Int, behind days: Int64 = 0) -> Decimal {
    let minutes = Int64(60 * hour + minute)
    let before = days * Self.unitsOfDay(in: fieldCount)
    switch fieldCount {
    case 1: return Decimal(before + Int64(hour))
    case 2: return Decimal(before + minutes)
    default: return Decimal((before + 60 * minutes) * unit + second, places: places)
    }
  }

  /// How many units of the smallest of so many fields a day has.
  static func unitsOfDay(in fieldCount: Int) -> Int64 { fieldCount == 1 ? 24 : fieldCount == 2 ? 1440 : 86_400 }
}

/// Dates and times of dates, the value of which are days, minutes or seconds since 1970-01-01 in their own time zone.
struct CalendarForm: UnitsForm {
  /// What stands before the time of the day; `nil` for dates alone.
  private let separator: Literal?
  private let fieldCount: Int
  private let pointed: Int?

  var isSigned: Bool { false }

  static func measure(_ source: CalendarTime, _ target: CalendarTime, fractionDigits: Int) -> Measure? {
    guard (source.separator == nil) == (target.separator == nil), (source.pointed == nil) == (target.pointed == nil)
    else { return nil }
    let style = CalendarForm(
      separator: target.separator.map { Literal(String($0)) },
      fieldCount: max(source.time.fieldCount, target.time.fieldCount),
      pointed: source.pointed.map { min($0, target.pointed ?? $0) })
    return Measure(
      source: style.value(of: source), target: style.value(of: target), form: style,
      fractionDigits: fractionDigits)
  }

  var unit: NumberUnit { .calendar(partsOfDay: unitsOfDay) }

  private var unitsOfDay: Int64 { separator == nil ? 1 : TimeOfDay.unitsOfDay(in: fieldCount) }

  private func value(of time: CalendarTime) -> Decimal {
    separator == nil ? Decimal(time.date.days) : time.time.value(in: fieldCount, behind: time.date.days)
  }

  /// 0000-01-01 and 9999-12-31, the first and the last day of four digits.
  static let days: ClosedRange<Int64> = -719_528...2_932_896

  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let unit = Int64(UInt64.powerOfTen(fractionDigits))
    let (day, rest) = units.dividedDown(by: unitsOfDay * unit)
    let date = CivilDate(days: min(max(day, Self.days.lowerBound), Self.days.upperBound))
    layout.digitSet.append(UInt64(pointed == nil ? date.year : date.day), minimumDigits: pointed ?? 4, to: &text)
    text.append(pointed == nil ? "-" : ".")
    layout.digitSet.append(UInt64(date.month), minimumDigits: pointed ?? 2, to: &text)
    text.append(pointed == nil ? "-" : ".")
    layout.digitSet.append(
      UInt64(pointed == nil ? date.day : date.year), minimumDigits: pointed == nil ? 2 : 4, to: &text)
    guard let separator else { return }
    text.append(separator)
    layout.append(time: UInt64(rest), fractionDigits, fieldCount, hourDigits: 2, to: &text)
  }
}

extension DigitLayout {
  /// Appends the hours, minutes and seconds of a time in the smallest of so many fields.
  func append(
    time: UInt64, _ fractionDigits: Int, _ fieldCount: Int, hourDigits: Int, to text: inout UTF8Buffer
  ) {
    let whole = time / .powerOfTen(fractionDigits)
    let minutes = fieldCount == 3 ? whole / 60 : whole
    digitSet.append(fieldCount == 1 ? whole : minutes / 60, minimumDigits: hourDigits, to: &text)
    if fieldCount > 1 {
      text.append(":")
      digitSet.append(minutes % 60, minimumDigits: 2, to: &text)
    }
    if fieldCount > 2 {
      text.append(":")
      append(time % (60 * .powerOfTen(fractionDigits)), fractionDigits: fractionDigits, minimumDigits: 2, to: &text)
    }
  }
}

// MARK: - The clock of twelve hours

/// `12:59 PM`, as a text has it.
struct HalfDayTime: Sendable {
  /// The hours of it are 0…23.
  let time: TimeOfDay
  let hourDigits: Int
  /// The space and the name of the half, as in ` PM`.
  let half: String

  var isAfternoon: Bool { half.contains("p") || half.contains("P") }
}

/// Times of a day, the value of which are hours, minutes or seconds since midnight.
///
/// From the evening to the next morning they pass over midnight, where that is the shorter way; other times are of one day.
struct HalfDayForm: UnitsForm {
  private let fieldCount: Int
  private let hourDigits: Int
  private let forenoon: Literal
  private let afternoon: Literal

  var isSigned: Bool { false }

  var unit: NumberUnit { .timeOfDay(partsOfDay: TimeOfDay.unitsOfDay(in: fieldCount)) }

  static func measure(_ source: HalfDayTime, _ target: HalfDayTime) -> Measure? {
    let fieldCount = max(source.time.fieldCount, target.time.fieldCount)
    let style = HalfDayForm(
      fieldCount: fieldCount, hourDigits: max(source.hourDigits, target.hourDigits),
      forenoon: name(of: source, target, isAfternoon: false), afternoon: name(of: source, target, isAfternoon: true))
    let (from, to) = (source.time.value(in: fieldCount), target.time.value(in: fieldCount))
    let day = TimeOfDay.unitsOfDay(in: fieldCount)
    let next = target.time.value(in: fieldCount, behind: 1)
    let isOver = to < from && 2 * (from.units - to.units) > Int128(day)
    return Measure(source: from, target: isOver ? next : to, form: style)
  }

  /// The name as a text writes it, or as it writes the other half's.
  private static func name(of source: HalfDayTime, _ target: HalfDayTime, isAfternoon: Bool) -> Literal {
    if let known = [target, source].first(where: { $0.isAfternoon == isAfternoon }) { return Literal(known.half) }
    let letters: [Character: Character] = isAfternoon ? ["a": "p", "A": "P"] : ["p": "a", "P": "A"]
    return Literal(String(target.half.map { letters[$0] ?? $0 }))
  }

  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let unit = TimeOfDay.unitsOfDay(in: fieldCount) * Int64(UInt64.powerOfTen(fractionDigits))
    let time = units.dividedDown(by: unit).remainder
    let isAfternoon = time >= unit / 2
    let half = UInt64(time % (unit / 2))
    // The first hour of a half is its twelfth.
    let shown = half < unit / 24 ? half + UInt64(unit / 2) : half
    layout.append(time: shown, fractionDigits, fieldCount, hourDigits: hourDigits, to: &text)
    text.append(isAfternoon ? afternoon : forenoon)
  }
}

// MARK: - Days

/// A day of the proleptic Gregorian calendar, as ISO 8601 has it.
///
/// The two conversions are `days_from_civil` and `civil_from_days` of “chrono-Compatible Low-Level Date Algorithms”: years
/// begin in March, so that the leap day is their last, and 400 of them have 146,097 days.
struct CivilDate: Equatable, Sendable {
  let year: Int64
  let month: Int64
  let day: Int64

  /// - Returns: `nil` where the month has no such day.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1 else { return nil }
    (self.year, self.month, self.day) = (Int64(year), Int64(month), Int64(day))
    // A day that does not exist is counted as one of the next month.
    guard CivilDate(days: days) == self else { return nil }
  }

  init(days: Int64) {
    let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var days: Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).dividedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Which fields of a time are shown, and how wide.
package struct ClockForm: UnitsForm, Equatable {
  package let hours: Hours
  package let hourDigits: Int
  /// The fewest digits of the minutes where no hours stand before them.
  package let minuteDigits: Int
  /// Whether colons are as wide as digits in East Asia.
  let isWide: Bool

  static let wideColon: Unicode.Scalar = "\u{FF1A}"

  package var colon: String { isWide ? String(Self.wideColon) : ":" }

  package enum Hours {
    case always
    case never
    /// From one hour on; the two texts differ in their shape.
    case whenReached
  }
}

extension ClockForm {
  var unit: NumberUnit { .clock }

  /// The largest number of units that is shown; times beyond stand still.
  package static let limit = DecimalWord.limit - 1

  /// Appends seconds as a time, given in units of the last of so many digits after the separator.
  ///
  /// Never `:60`, since the whole is rounded before it is divided.
  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let digitSet = layout.digitSet
    let units = min(UInt64(units), Self.limit)
    let unit = UInt64.powerOfTen(fractionDigits)
    let (minutes, rest) = units.quotientAndRemainder(dividingBy: 60 * unit)
    if hours == .always || hours == .whenReached && minutes >= 60 {
      digitSet.append(minutes / 60, minimumDigits: hourDigits, to: &text)
      appendColon(to: &text)
      digitSet.append(minutes % 60, minimumDigits: 2, to: &text)
    } else {
      digitSet.append(minutes, minimumDigits: minuteDigits, to: &text)
    }
    appendColon(to: &text)
    layout.append(rest, fractionDigits: fractionDigits, minimumDigits: 2, to: &text)
  }

  private func appendColon(to text: inout UTF8Buffer) { text.append(isWide ? "\u{FF1A}" : ":") }
}

// MARK: - Reading

extension NumberedText {
  /// `2024-01-31` or `31.1.2024`, and the time behind `T` or a space.
  mutating func calendarTime(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard
      let (date, pointed, end) = count == 4
        ? dateWithHyphens(at: start, in: set) : dateWithPoints(at: start, count, in: set)
    else { return nil }
    if self[end] == "T" || self[end] == "t" || self[end] == " ",
      let (time, numeral) = timeOfDay(at: end + 1, in: set), time.hour < 24
    {
      let quantity = Quantity.calendarTime(
        CalendarTime(date: date, pointed: pointed, separator: characters[end], time: time))
      var whole = self.numeral(quantity, from: start, to: numeral.end, in: set)
      (whole.fractionDigits, whole.decimalSeparator) = (numeral.fractionDigits, numeral.decimalSeparator)
      return whole
    }
    let quantity = Quantity.calendarTime(CalendarTime(date: date, pointed: pointed, separator: nil, time: TimeOfDay()))
    return numeral(quantity, from: start, to: end, in: set)
  }

  private func dateWithHyphens(at start: Int, in set: DigitSet) -> (date: CivilDate, pointed: Int?, end: Int)? {
    guard self[start + 4] == "-", self[start + 7] == "-",
      let month = number(2, at: start + 5, in: set), let day = number(2, at: start + 8, in: set),
      let date = CivilDate(year: value(4, at: start, in: set), month: month, day: day),
      !(self[start + 10] == "-" && digitSet(at: start + 11) != nil)
    else { return nil }
    return (date, nil, start + 10)
  }

  /// The day first, as everywhere with points; a year from 1000 on, and no part before or behind, as addresses have.
  private func dateWithPoints(
    at start: Int, _ count: Int, in set: DigitSet
  ) -> (date: CivilDate, pointed: Int?, end: Int)? {
    guard count <= 2, self[start + count] == ".", !isLetter(at: start - 1), self[start - 1] != "."
    else { return nil }
    let month = start + count + 1
    let monthDigits = digitCount(at: month, in: set, limit: 3)
    let year = month + monthDigits + 1
    guard (1...2).contains(monthDigits), self[year - 1] == ".", let value = number(4, at: year, in: set),
      value >= 1000, !(self[year + 4] == "." && digitSet(at: year + 5) != nil),
      let date = CivilDate(
        year: value, month: self.value(monthDigits, at: month, in: set), day: self.value(count, at: start, in: set))
    else { return nil }
    return (date, min(count, monthDigits), year + 4)
  }

  private func timeOfDay(at start: Int, in set: DigitSet) -> (TimeOfDay, Numeral)? {
    let hourDigits = digitCount(at: start, in: set, limit: 3)
    guard (1...2).contains(hourDigits), self[start + hourDigits] == ":",
      let minute = number(2, at: start + hourDigits + 1, in: set), minute < 60
    else { return nil }
    var time = TimeOfDay(hour: value(hourDigits, at: start, in: set), minute: minute, fieldCount: 2)
    var numeral = Numeral(start: start, in: set)
    numeral.end = start + hourDigits + 3
    guard self[numeral.end] == ":" else { return (time, numeral) }
    guard let second = number(2, at: numeral.end + 1, in: set), second < 60 else { return nil }
    let place = numeral.end + 1
    numeral.end += 3
    readFraction(1...6, into: &numeral)
    time.fieldCount = 3
    time.places = UInt8(numeral.fractionDigits)
    let fraction = value(numeral.fractionDigits, at: numeral.end - numeral.fractionDigits, in: set)
    time.second = Int64(value(2, at: place, in: set)) * time.unit + Int64(fraction)
    return (time, numeral)
  }

  mutating func halfDayTime(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count <= 2, !isBehindColon(start) else { return nil }
    var time = TimeOfDay(hour: value(count, at: start, in: set))
    var end = start + count
    if self[end] == ":" {
      guard let (fields, numeral) = timeOfDay(at: start, in: set), numeral.fractionDigits == 0 else { return nil }
      (time, end) = (fields, numeral.end)
    }
    guard (1...12).contains(time.hour), let half = half(at: end) else { return nil }
    time.hour = time.hour % 12 + (half.isAfternoon ? 12 : 0)
    let hourDigits = digit(at: start, in: set) == 0 ? 2 : 1
    let quantity = Quantity.halfDayTime(HalfDayTime(time: time, hourDigits: hourDigits, half: half.text))
    return numeral(quantity, from: start, to: half.end, in: set)
  }

  /// `PM`, `am`, `p.m.`, `p. m.`, with the space before it.
  private func half(at start: Int) -> (text: String, isAfternoon: Bool, end: Int)? {
    let first = isSpace(at: start) ? start + 1 : start
    let letter = self[first].lowercasedASCII
    guard letter == "a" || letter == "p" else { return nil }
    let isPointed = self[first + 1] == "."
    let second = first + (isPointed ? isSpace(at: first + 2) ? 3 : 2 : 1)
    guard self[second].lowercasedASCII == "m" else { return nil }
    let end = second + (isPointed && self[second + 1] == "." ? 2 : 1)
    guard !isLetter(at: end) else { return nil }
    return (characters.text(start..<end), letter == "p", end)
  }
}
