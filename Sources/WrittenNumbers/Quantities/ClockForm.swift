import Interpolation
internal import TextBytes

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

// MARK: - The time of a day

/// Hours, minutes and seconds since midnight, as a text has them beside a date, or before a half of the day.
struct TimeOfDay: Sendable {
  var hour = 0
  var minute = 0
  /// The seconds, in units of the last of up to six digits behind the point.
  var second: Int64 = 0
  var places: UInt8 = 0
  /// 1 for hours alone, 2 with minutes, 3 with seconds.
  var fieldCount = 1
  /// What stands between them.
  var colon: Character = ":"
  /// The fewest digits of the hours that a text shows, of which `10` shows none.
  var hourDigits: Int?
  /// The space and the name of the half of the day, as in ` PM`.
  var half: String?

  var isAfternoon = false
  /// The name of the other half with its space, where a language has told it.
  var otherHalf: String?

  /// The time in the smallest of so many fields, behind so many whole days of four digits of years.
  func value(in fieldCount: Int, behind days: Int64 = 0) -> Decimal {
    let minutes = Int64(60 * hour + minute)
    let before = days * Self.unitsOfDay(in: fieldCount)
    switch fieldCount {
    case 1: return Decimal(before + Int64(hour))
    case 2: return Decimal(before + minutes)
    default: return Decimal((before + 60 * minutes) * Int64(UInt64.powerOfTen(Int(places))) + second, places: places)
    }
  }

  /// How many units of the smallest of so many fields a day has.
  static func unitsOfDay(in fieldCount: Int) -> Int64 { fieldCount == 1 ? 24 : fieldCount == 2 ? 1440 : 86_400 }
}

/// How times of a day are written.
struct TimeOfDayForm: Sendable {
  let fieldCount: Int
  private let colon: Literal
  private let hourDigits: Int
  /// The names of the halves of the day; `nil` where it has 24 hours.
  private let halves: (forenoon: Literal, afternoon: Literal)?

  /// - Returns: `nil` for times that are written in different ways.
  init?(_ source: TimeOfDay, _ target: TimeOfDay) {
    guard source.colon == target.colon || source.fieldCount == 1 || target.fieldCount == 1,
      (source.half == nil) == (target.half == nil)
    else { return nil }
    fieldCount = max(source.fieldCount, target.fieldCount)
    colon = Literal(String(source.fieldCount > 1 ? source.colon : target.colon))
    let digits = [source, target].compactMap(\.hourDigits)
    guard target.half != nil else {
      (hourDigits, halves) = (digits.min() ?? 2, nil)
      return
    }
    hourDigits = digits.max() ?? 1
    halves = (
      Self.name(of: source, target, isAfternoon: false), Self.name(of: source, target, isAfternoon: true)
    )
  }

  /// The name as a text writes it, or as it writes the other half's.
  private static func name(of source: TimeOfDay, _ target: TimeOfDay, isAfternoon: Bool) -> Literal {
    if let known = [target, source].first(where: { $0.isAfternoon == isAfternoon }) {
      return Literal(known.half ?? "")
    }
    if let known = target.otherHalf, target.isAfternoon != isAfternoon { return Literal(known) }
    let letters: [Character: Character] = isAfternoon ? ["a": "p", "A": "P"] : ["p": "a", "P": "A"]
    return Literal(String((target.half ?? "").map { letters[$0] ?? $0 }))
  }

  var unitsOfDay: Int64 { TimeOfDay.unitsOfDay(in: fieldCount) }

  /// Appends what is left of a day.
  func write(_ rest: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    guard let halves else { return append(rest, fractionDigits, layout, to: &text) }
    let unit = unitsOfDay * Int64(UInt64.powerOfTen(fractionDigits))
    let half = rest % (unit / 2)
    // The first hour of a half is its twelfth.
    append(half < unit / 24 ? half + unit / 2 : half, fractionDigits, layout, to: &text)
    text.append(rest >= unit / 2 ? halves.afternoon : halves.forenoon)
  }

  private func append(_ time: Int64, _ fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let time = UInt64(time)
    let whole = time / .powerOfTen(fractionDigits)
    let minutes = fieldCount == 3 ? whole / 60 : whole
    layout.digitSet.append(fieldCount == 1 ? whole : minutes / 60, minimumDigits: hourDigits, to: &text)
    guard fieldCount > 1 else { return }
    text.append(colon)
    layout.digitSet.append(minutes % 60, minimumDigits: 2, to: &text)
    guard fieldCount > 2 else { return }
    text.append(colon)
    layout.append(
      time % (60 * .powerOfTen(fractionDigits)), fractionDigits: fractionDigits, minimumDigits: 2, to: &text)
  }
}

// MARK: - Reading

extension NumberedText {
  /// `12:30:05.25`, and the number of its seconds; behind a date a point may stand for colons, `23.58`.
  func timeOfDay(at start: Int, in set: DigitSet, behindDate: Bool = false) -> (TimeOfDay, Numeral)? {
    let hourDigits = digitCount(at: start, in: set, limit: 3)
    let colon = start + hourDigits
    guard (1...2).contains(hourDigits), isColon(at: colon) || behindDate && self[colon] == ".",
      let minute = number(2, at: colon + 1, in: set), minute < 60
    else { return nil }
    var time = TimeOfDay(hour: value(hourDigits, at: start, in: set), minute: minute, fieldCount: 2)
    time.colon = characters[colon]
    time.hourDigits = hourDigits == 1 ? 1 : digit(at: start, in: set) == 0 ? 2 : nil
    var numeral = Numeral(start: start, in: set)
    numeral.end = colon + 3
    guard self[numeral.end] == self[colon], self[colon] != "." || digitSet(at: numeral.end + 1) != nil else {
      return (time, numeral)
    }
    guard let second = number(2, at: numeral.end + 1, in: set), second < 60 else { return nil }
    let place = numeral.end + 1
    numeral.end += 3
    readFraction(1...6, into: &numeral)
    time.fieldCount = 3
    time.places = UInt8(numeral.fractionDigits)
    let fraction = value(numeral.fractionDigits, at: numeral.end - numeral.fractionDigits, in: set)
    time.second =
      Int64(value(2, at: place, in: set)) * Int64(UInt64.powerOfTen(numeral.fractionDigits)) + Int64(fraction)
    return (time, numeral)
  }

  /// `12:59 PM` and `3 pm`.
  func halfDayTime(at start: Int, _ count: Int, in set: DigitSet) -> (TimeOfDay, end: Int)? {
    guard count <= 2, !isBehindColon(start) else { return nil }
    var time = TimeOfDay(hour: value(count, at: start, in: set))
    var end = start + count
    if isColon(at: end) {
      guard let (fields, numeral) = timeOfDay(at: start, in: set), numeral.fractionDigits == 0 else { return nil }
      (time, end) = (fields, numeral.end)
    }
    guard (1...12).contains(time.hour), let half = half(at: end) else { return nil }
    (time.half, time.isAfternoon, time.otherHalf) = (half.text, half.isAfternoon, half.other)
    time.hour = time.hour % 12 + (time.isAfternoon ? 12 : 0)
    time.hourDigits = digit(at: start, in: set) == 0 ? 2 : 1
    return (time, half.end)
  }

  private typealias Half = (text: String, other: String?, isAfternoon: Bool, end: Int)

  /// `PM`, `am`, `p.m.`, `p. m.`, or what the language has for it, with the space before it.
  private func half(at start: Int) -> Half? {
    let first = isSpace(at: start) ? start + 1 : start
    let letter = self[first].lowercasedASCII
    guard letter == "a" || letter == "p" else { return toldHalf(at: first, behind: start) }
    let isPointed = self[first + 1] == "."
    let second = first + (isPointed ? isSpace(at: first + 2) ? 3 : 2 : 1)
    guard self[second].lowercasedASCII == "m" else { return toldHalf(at: first, behind: start) }
    let end = second + (isPointed && self[second + 1] == "." ? 2 : 1)
    return isLetter(at: end) ? nil : (characters.text(start..<end), nil, letter == "p", end)
  }

  private func toldHalf(at first: Int, behind start: Int) -> Half? {
    guard isLetter(at: first) else { return nil }
    let names = symbols.halvesOfDay
    for (index, name) in names.enumerated() where isText(name, at: first) {
      let space = characters.text(start..<first)
      return (space + name, space + names[1 - index], index == 1, first + name.count)
    }
    return nil
  }
}
