extension NumberedText {
  /// `2024-01-31` or `31.1.2024`, and the time behind `T` or a space.
  mutating func calendarTime(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard let (date, form, end) = date(at: start, count, in: set) else { return nil }
    if self[end] == "T" || self[end] == "t" || self[end] == " ",
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
    guard self[start + 4] == "-", self[start + 7] == "-",
      let month = number(2, at: start + 5, in: set), let day = number(2, at: start + 8, in: set),
      let date = CivilDate(year: value(4, at: start, in: set), month: month, day: day),
      !(self[start + 10] == "-" && digitSet(at: start + 11) != nil)
    else { return nil }
    return (date, .hyphens, start + 10)
  }

  /// The day first, as everywhere with points; a year from 1000 on, and no part before or behind, as addresses have.
  private func dateWithPoints(
    at start: Int, _ count: Int, in set: DigitSet
  ) -> (date: CivilDate, form: CalendarTime.Form, end: Int)? {
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
    return (date, .points(digits: min(count, monthDigits)), year + 4)
  }

  /// `12:30` or `12:30:05.25`.
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

  /// `12:59 PM` and `9am`.
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

  /// `PM`, `am`, `p.m.`, with the space before it.
  private func half(at start: Int) -> (text: String, isAfternoon: Bool, end: Int)? {
    let first = isSpace(at: start) ? start + 1 : start
    let letter = self[first].lowercasedASCII
    guard letter == "a" || letter == "p" else { return nil }
    let isPointed = self[first + 1] == "."
    let second = first + (isPointed ? 2 : 1)
    guard self[second].lowercasedASCII == "m" else { return nil }
    let end = second + (isPointed && self[second + 1] == "." ? 2 : 1)
    guard !isLetter(at: end) else { return nil }
    return (characters.text(start..<end), letter == "p", end)
  }
}
