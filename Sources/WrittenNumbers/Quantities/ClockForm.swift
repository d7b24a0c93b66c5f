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
  var colon = Literal(":")
  /// The fewest digits of the hours, and of the minutes, that a text shows, of which `10` shows none.
  var hourDigits: Int?
  var minuteDigits: Int? = 2
  var hours = Hours.ofDay

  enum Hours: Equatable {
    case ofDay
    /// The first is the twelfth, or zero, as the text shows or nearly all do.
    case ofHalf(startsAtZero: Bool, isShown: Bool = false)
  }

  /// Counts the hour of a half of the day from midnight.
  ///
  /// - Returns: Whether there is such an hour.
  mutating func count(isAfternoon: Bool) -> Bool {
    guard case .ofHalf(let startsAtZero, _) = hours, (startsAtZero ? 0...11 : 1...12) ~= hour else { return false }
    hour = hour % 12 + (isAfternoon ? 12 : 0)
    hourDigits = hourDigits ?? 1
    return true
  }

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

  static func unitsOfDay(in fieldCount: Int) -> Int64 { fieldCount == 1 ? 24 : fieldCount == 2 ? 1440 : 86_400 }

  // MARK: - Writing the time of a day

  /// How all times from one to another are written; `nil` for those that are written in different ways.
  static func form(_ source: TimeOfDay, _ target: TimeOfDay) -> TimeOfDay? {
    guard source.colon == target.colon || source.fieldCount == 1 || target.fieldCount == 1,
      let hours = hours(source.hours, target.hours)
    else { return nil }
    var form = TimeOfDay(
      fieldCount: max(source.fieldCount, target.fieldCount), colon: (source.fieldCount > 1 ? source : target).colon,
      minuteDigits: [source, target].compactMap(\.minuteDigits).min(), hours: hours)
    let digits = [source, target].compactMap(\.hourDigits)
    form.hourDigits = hours == .ofDay ? digits.min() ?? 2 : digits.max() ?? 1
    return form
  }

  private static func hours(_ source: Hours, _ target: Hours) -> Hours? {
    switch (source, target) {
    case (.ofHalf(_, isShown: false), .ofHalf): target
    case (.ofHalf, .ofHalf(_, isShown: false)): source
    default: source == target ? source : nil
    }
  }

  var unitsOfDay: Int64 { Self.unitsOfDay(in: fieldCount) }

  func write(_ rest: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    guard case .ofHalf(let startsAtZero, _) = hours else { return append(rest, fractionDigits, layout, to: &text) }
    let unit = unitsOfDay * Int64(UInt64.powerOfTen(fractionDigits))
    let half = rest % (unit / 2)
    append(half < unit / 24 && !startsAtZero ? half + unit / 2 : half, fractionDigits, layout, to: &text)
  }

  private func append(_ time: Int64, _ fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let time = UInt64(time)
    let whole = time / .powerOfTen(fractionDigits)
    let minutes = fieldCount == 3 ? whole / 60 : whole
    layout.digitSet.append(fieldCount == 1 ? whole : minutes / 60, minimumDigits: hourDigits ?? 1, to: &text)
    guard fieldCount > 1 else { return }
    text.append(colon)
    layout.digitSet.append(minutes % 60, minimumDigits: minuteDigits ?? 2, to: &text)
    guard fieldCount > 2 else { return }
    text.append(colon)
    layout.append(
      time % (60 * .powerOfTen(fractionDigits)), fractionDigits: fractionDigits, minimumDigits: 2, to: &text)
  }
}

// MARK: - Reading

extension NumberedText {
  /// `12:30:05.25`, and the number of its seconds; beside what tells a time a point may stand for colons, `23.58`.
  func timeOfDay(at start: Int, in set: DigitSet, hasPoint: Bool = false) -> (TimeOfDay, Numeral)? {
    let hourDigits = digitCount(at: start, in: set, limit: 3)
    let colon = start + hourDigits
    guard (1...2).contains(hourDigits), isColon(at: colon) || hasPoint && self[colon] == ".",
      let minute = number(2, at: colon + 1, in: set), minute < 60
    else { return nil }
    var time = TimeOfDay(hour: value(hourDigits, at: start, in: set), minute: minute, fieldCount: 2)
    time.colon = characters.literal(colon..<colon + 1)
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

  /// `9.58 Uhr`, `23:58 Uhr`, `kl. 9.58` and `23 Uhr`.
  mutating func namedTime(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    let hasMinutes = self[start + count] == "." || isColon(at: start + count)
    let behind = isSpace(at: start + count) ? start + count + 1 : start + count
    let hour = TimeOfDay(hour: value(count, at: start, in: set), hourDigits: digits(at: start, count, in: set))
    guard hasMinutes || KnownWords.clockHeads.mayBegin(self[behind], self[behind + 1]), !isBehindColon(start),
      let (time, found) = hasMinutes
        ? timeOfDay(at: start, in: set, hasPoint: true) : (hour, Numeral(start: start, count, in: set)),
      time.hour < 24,
      word(at: found.end).map({ word in
        let name = letters(word)
        // No minutes follow an hour alone.
        let isHour = digitSet(at: word.end) ?? digitSet(at: word.end + 1) == nil
        return KnownWords.isClock(name) && (hasMinutes || isHour && !KnownWords.clocksAndMore.contains(name))
      }) ?? false
        || hasMinutes && isSpace(at: start - 1) && (self[start - 2] == "." || isLetter(at: start - 2))
          && KnownWords.clocks.contains(wordBefore(start))
    else { return nil }
    var numeral = numeral(
      .dates([WrittenDate(pieces: [.time], time: time)]), from: start, to: found.end, in: set)
    (numeral.fractionDigits, numeral.decimalSeparator) = (found.fractionDigits, found.decimalSeparator)
    return numeral
  }

  /// `12:59 PM`, `3 pm`, `오후 3:04` and `오후 3시 4분` from a position on.
  func halfDayTime(at start: Int, in set: DigitSet) -> PlacedTime? {
    if let half = KnownWords.halvesBeforeTimes.firstIndex(where: { isText($0.name, at: start, endsWord: false) }) {
      let name = KnownWords.halvesBeforeTimes[half]
      let space = start + name.name.count
      let digits = isSpace(at: space) ? space + 1 : space
      guard case (var time, let mark, let end)? = halfDayFields(at: digits, in: set) else { return nil }
      time.hours = .ofHalf(
        startsAtZero: time.hour == 0 || time.hour < 12 && name.startsAtZero, isShown: time.hour % 12 == 0)
      guard time.count(isAfternoon: name.isAfternoon) else { return nil }
      let piece = WrittenDate.Piece.half(name.name, other: name.other, isAfternoon: name.isAfternoon)
      return (time, [piece, .literal(characters.text(space..<digits)), .time] + mark, start, end)
    }
    let count = digitCount(at: start, in: set, limit: 3)
    guard 1...2 ~= count, !isBehindColon(start) else { return nil }
    var time = TimeOfDay(hour: value(count, at: start, in: set))
    var end = start + count
    if isColon(at: end) || self[end] == "." {
      guard let (fields, numeral) = timeOfDay(at: start, in: set, hasPoint: true), numeral.fractionDigits == 0 else {
        return nil
      }
      (time, end) = (fields, numeral.end)
    }
    guard let half = half(at: end) else { return nil }
    time.hours = .ofHalf(startsAtZero: false)
    time.hourDigits = digit(at: start, in: set) == 0 ? 2 : 1
    guard time.count(isAfternoon: half.isAfternoon) else { return nil }
    return (time, [.time, .half(half.text, other: half.other, isAfternoon: half.isAfternoon)], start, half.end)
  }

  /// Hours and minutes behind a half of the day, and the mark behind them: `3:04`, `3시 4분`, `3時`.
  private func halfDayFields(
    at start: Int, in set: DigitSet
  ) -> (time: TimeOfDay, mark: [WrittenDate.Piece], end: Int)? {
    if let (time, numeral) = timeOfDay(at: start, in: set) {
      return numeral.fractionDigits == 0 ? (time, [], numeral.end) : nil
    }
    let count = digitCount(at: start, in: set, limit: 3)
    let mark = start + count
    guard 1...2 ~= count, !self[mark].isASCII, KnownWords.hours.contains(String(self[mark])) else { return nil }
    var time = TimeOfDay(hour: value(count, at: start, in: set))
    time.hourDigits = digits(at: start, count, in: set)
    let minute = isSpace(at: mark + 1) ? mark + 2 : mark + 1
    let minuteCount = digitCount(at: minute, in: set, limit: 3)
    if minuteCount == 0 { return (time, [.literal(String(self[mark]))], mark + 1) }
    let end = minute + minuteCount
    time.minute = value(minuteCount, at: minute, in: set)
    guard minuteCount <= 2, time.minute < 60, self[end] == "分" || self[end] == "분",
      digitSet(at: end + 1) == nil, digitSet(at: end + 2) == nil
    else { return nil }
    time.fieldCount = 2
    time.colon = characters.literal(mark..<minute)
    time.minuteDigits = digits(at: minute, minuteCount, in: set)
    return (time, [.literal(String(self[end]))], end + 1)
  }

  typealias PlacedTime = (time: TimeOfDay, pieces: [WrittenDate.Piece], start: Int, end: Int)

  private typealias Half = (text: String, other: String?, isAfternoon: Bool, end: Int)

  /// `PM`, `am`, `p.m.`, `p. m.`, or what the language has for it, with the space before it.
  private func half(at start: Int) -> Half? {
    let first = isSpace(at: start) ? start + 1 : start
    let letter = self[first].lowercasedASCII
    guard letter == "a" || letter == "p" else { return toldHalf(at: first, behind: start) }
    let isPointed = self[first + 1] == "."
    // `11:58p`.
    if first == start, isBehindColon(start - 2), !isPointed, !isLetter(at: first + 1) {
      return (characters.text(first..<first + 1), nil, letter == "p", first + 1)
    }
    let second = first + (isPointed ? isSpace(at: first + 2) ? 3 : 2 : 1)
    guard self[second].lowercasedASCII == "m" else { return toldHalf(at: first, behind: start) }
    let end = second + (isPointed && self[second + 1] == "." ? 2 : 1)
    return isLetter(at: end) ? nil : (characters.text(start..<end), nil, letter == "p", end)
  }

  private func toldHalf(at first: Int, behind start: Int) -> Half? {
    guard isLetter(at: first), !self[first].isASCII || symbols.isTold else { return nil }
    let hasPoint = self[first + 1] == "."
    for halves in [symbols.halvesOfDay, self[first].isASCII ? [] : KnownWords.halvesBehindTimes] {
      let names = hasPoint && !halves.joined().contains(".") ? halves.map { $0.map { "\($0)." }.joined() } : halves
      for (index, name) in names.enumerated() where isText(name, at: first) {
        let space = characters.text(start..<first)
        return (space + name, space + names[1 - index], index == 1, first + name.count)
      }
    }
    return nil
  }
}
