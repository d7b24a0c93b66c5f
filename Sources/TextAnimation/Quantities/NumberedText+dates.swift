extension NumberedText {
  /// `2024-01-31` or `31.1.2024`, and the time behind `T` or a space.
  func calendarTime(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard let (date, form, end) = date(at: start, count, in: set) else { return nil }
    if unit(at: end).map({ "Tt ".utf8.contains($0) }) ?? false,
      let (time, numeral) = timeOfDay(at: end + 1, in: set), time.hour < 24
    {
      let quantity = Quantity.calendarTime(CalendarTime(date: date, form: form, separator: characters[end], time: time))
      var whole = self.numeral(quantity, from: start, to: numeral.end, in: set)
      (whole.fractionDigits, whole.decimalSeparator) = (numeral.fractionDigits, numeral.decimalSeparator)
      return whole
    }
    let quantity = Quantity.calendarTime(CalendarTime(date: date, form: form, separator: nil, time: TimeOfDay()))
    return numeral(quantity, from: start, to: end, in: set)
  }

  private func date(
    at start: Int, _ count: Int, in set: DigitSet
  ) -> (date: CivilDate, form: CalendarTime.Form, end: Int)? {
    count == 4 ? dateWithHyphens(at: start, in: set) : dateWithPoints(at: start, count, in: set)
  }

  private func dateWithHyphens(
    at start: Int, in set: DigitSet
  ) -> (date: CivilDate, form: CalendarTime.Form, end: Int)? {
    guard unit(at: start + 4) == UInt8(ascii: "-"), unit(at: start + 7) == UInt8(ascii: "-"),
      let month = number(2, at: start + 5, in: set), let day = number(2, at: start + 8, in: set),
      let date = CivilDate(year: value(4, at: start, in: set), month: month, day: day),
      !(unit(at: start + 10) == UInt8(ascii: "-") && digitSet(at: start + 11) != nil)
    else { return nil }
    return (date, .hyphens, start + 10)
  }

  /// The day first, as everywhere with points; a year from 1000 on, and no part before or behind, as addresses have.
  private func dateWithPoints(
    at start: Int, _ count: Int, in set: DigitSet
  ) -> (date: CivilDate, form: CalendarTime.Form, end: Int)? {
    let point = UInt8(ascii: ".")
    guard count <= 2, unit(at: start + count) == point, !isLetter(at: start - 1), unit(at: start - 1) != point
    else { return nil }
    let month = start + count + 1
    let monthDigits = digitCount(at: month, in: set, limit: 3)
    let year = month + monthDigits + 1
    guard (1...2).contains(monthDigits), unit(at: year - 1) == point, let value = number(4, at: year, in: set),
      value >= 1000, !(unit(at: year + 4) == point && digitSet(at: year + 5) != nil),
      let date = CivilDate(
        year: value, month: self.value(monthDigits, at: month, in: set), day: self.value(count, at: start, in: set))
    else { return nil }
    return (date, .points(digits: min(count, monthDigits)), year + 4)
  }

  /// `12:30` or `12:30:05.25`.
  private func timeOfDay(at start: Int, in set: DigitSet) -> (TimeOfDay, Numeral)? {
    let hourDigits = digitCount(at: start, in: set, limit: 3)
    guard (1...2).contains(hourDigits), isColon(at: start + hourDigits),
      let minute = number(2, at: start + hourDigits + 1, in: set), minute < 60
    else { return nil }
    var time = TimeOfDay(hour: value(hourDigits, at: start, in: set), minute: minute, fieldCount: 2)
    var numeral = Numeral(start: start, in: set)
    numeral.end = start + hourDigits + 3
    guard isColon(at: numeral.end) else { return (time, numeral) }
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

  /// `12:59 PM` and `9am`.
  func halfDayTime(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count <= 2, !(isColon(at: start - 1) && digitSet(at: start - 2) != nil) else { return nil }
    var time = TimeOfDay(hour: value(count, at: start, in: set))
    var end = start + count
    if isColon(at: end) {
      guard let (fields, numeral) = timeOfDay(at: start, in: set), numeral.fractionDigits == 0 else { return nil }
      (time, end) = (fields, numeral.end)
    }
    guard (1...12).contains(time.hour), let half = half(at: end) else { return nil }
    time.hour = time.hour % 12 + (half.isAfternoon ? 12 : 0)
    let hourDigits = digit(at: start, in: set) == 0 ? 2 : 1
    let quantity = Quantity.halfDayTime(HalfDayTime(time: time, hourDigits: hourDigits, half: half.text))
    return numeral(quantity, from: start, to: half.end, in: set)
  }

  /// `PM`, `am`, `p.m.`, with the space before it.
  private func half(at start: Int) -> (text: String, isAfternoon: Bool, end: Int)? {
    let first = isSpace(at: start) ? start + 1 : start
    guard let letter = unit(at: first).map({ $0 | 0x20 }), letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p")
    else { return nil }
    let isPointed = unit(at: first + 1) == UInt8(ascii: ".")
    let second = first + (isPointed ? 2 : 1)
    guard unit(at: second).map({ $0 | 0x20 == UInt8(ascii: "m") }) ?? false else { return nil }
    let end = second + (isPointed && unit(at: second + 1) == UInt8(ascii: ".") ? 2 : 1)
    guard !isLetter(at: end) else { return nil }
    return (characters.text(start..<end), letter == UInt8(ascii: "p"), end)
  }
}
