internal import TextBytes

// MARK: - What may be a date or a time in several numbers

extension NumberedText {
  /// Whether of two numbers one is a date or has a unit of time, `Day 5, 23:00`, and the other the time of that day, its year
  /// or another day: `23:59, Dec 31`, `5 to 7 January`.
  func isPartOfDate(_ index: Int) -> Bool {
    let (numeral, next) = (numerals[index], numerals[index + 1])
    guard numeral.isCompound || next.isCompound else { return false }
    let gap = numeral.last..<max(next.first, numeral.last)
    // `24 Dec 2024, 5 gifts` are no days.
    let hasOwnWord = word(at: next.end).map { !KnownWords.fields.contains(letters($0)) } ?? false
    if isDate(numeral)
      ? isOtherDay(next, gap, mayBeListed: !hasOwnWord)
      : isDate(next) && isOtherDay(numeral, gap, mayBeListed: true)
    {
      return true
    }
    guard
      isDate(numeral) && (isTime(next) || isYear(next)) || isDate(next) && (isTime(numeral) || isYear(numeral))
        || lacksYear(numeral) && (isYear(next) || isShortYear(next, behind: numeral.last))
        || lacksYear(next) && (isYear(numeral) || isYearMark(behind: numeral.last))
        || isHours(next) && !isHours(numeral) && isBesideUnit(numeral, numeral.start..<gap.upperBound)
        || isHours(numeral) && !isHours(next) && isBesideUnit(next, gap)
    else { return false }
    let between = characters.text(gap)
    return between.count <= 24
      && between.allSatisfy { $0.isWhitespace || $0.isLetter || ".,:،–-()'’\u{200B}".contains($0) }
  }

  /// Whether a word for hours, days or more stands beside a number, and no other in the place between it and a time.
  private func isBesideUnit(_ numeral: Numeral, _ place: Range<Int>) -> Bool {
    let words = characters.text(place).split { !$0.isLetter }.map { $0.lowercased() }
    func isUnit(_ word: String) -> Bool {
      word.utf8.count > 2
        && symbols.fieldUnits(named: word).contains { $0.family == .time && $0.size >= MeasureUnit.hour.size }
    }
    return words.allSatisfy { KnownWords.betweenDateAndTime.contains($0) || isUnit($0) }
      && (words + [wordBefore(numeral.start)]).contains(where: isUnit)
  }

  /// Whether a number has hours in several fields, and no day: `23:00`, `11:00 PM`, `1h 59m`.
  private func isHours(_ numeral: Numeral) -> Bool {
    if case .dates(let dates) = quantity(of: numeral), dates[0].hasDay { return false }
    return numeral.isCompound && isTime(numeral)
  }

  func timeOfDay(_ numeral: Numeral) -> Decimal? {
    if case .dates(let dates) = quantity(of: numeral), dates[0].isTimeOfDay { dates[0].time?.value(in: 3) } else { nil }
  }

  func isYear(_ numeral: Numeral) -> Bool {
    !numeral.isCompound && numeral.digitCount == 4 && 1000...2999 ~= smallValue(of: numeral)
  }

  /// Whether a year ends here, or has ended with the mark as its word: `令和6年12月31日`.
  private func isYearMark(behind end: Int) -> Bool {
    ["年", "년"].contains(self[end]) || ["年", "년"].contains(self[end - 1])
  }

  /// Whether a number directly behind a date is its year in two digits: `3 Jan '25`.
  private func isShortYear(_ numeral: Numeral, behind end: Int) -> Bool {
    let isMarked = self[numeral.start - 1] == "'" || self[numeral.start - 1] == "’"
    return !numeral.isCompound && numeral.fractionDigits == 0 && numeral.digitCount == 2
      && (isMarked || numeral.start == end + 1 && isSpace(at: end))
  }

  /// Whether a number is another day of a date, `Jan 29–31`, `5th to 7th January`, `5 and 7 January`, with the place between
  /// them.
  private func isOtherDay(_ numeral: Numeral, _ place: Range<Int>, mayBeListed: Bool) -> Bool {
    if case .ordinal = quantity(of: numeral) {} else if numeral.isCompound { return false }
    guard numeral.fractionDigits == 0, numeral.digitCount <= 2, 1...12 ~= place.count,
      1...31 ~= value(numeral.digitCount, at: numeral.start, in: numeral.digitSet)
    else { return false }
    let words = characters.text(place).lowercased().split { $0.isWhitespace || $0 == "." || $0 == "º" }.map(String.init)
    let others = words.filter { !KnownWords.ordinalSuffixes.contains($0) }
    return others.count == 1
      && (KnownWords.ranges.contains(others[0]) || mayBeListed && KnownWords.lists.contains(others[0]))
  }

  func isDate(_ numeral: Numeral) -> Bool {
    if case .dates(let dates) = quantity(of: numeral) { dates[0].time == nil } else { false }
  }

  /// Whether a number is a day and a month without the year.
  func lacksYear(_ numeral: Numeral) -> Bool {
    if case .dates(let dates) = quantity(of: numeral) { dates[0].lacksYear } else { false }
  }

  private func isTime(_ numeral: Numeral) -> Bool {
    switch quantity(of: numeral) {
    case .dates(let dates): dates[0].time != nil
    case .parts(let parts): parts[0].unit.size == MeasureUnit.hour.size
    case nil:
      // `23.58` or `23:5` beside a date.
      numeral.isClock || isColon(at: numeral.end) && digitSet(at: numeral.end + 1) != nil
        || isBehindColon(numeral.start)
        || numeral.fractionDigits == 2 && numeral.integerDigits <= 2
          && numeral.decimalSeparator.map { self[$0] == "." } ?? false
    default: false
    }
  }

  /// Whether three numbers are a year, a month and a day, with few letters between them.
  func isDateInWords(at index: Int) -> Bool {
    let fields = numerals[index...index + 2]
    let values = fields.map { smallValue(of: $0) }
    let isYearFirst = isYear(fields[index])
    guard isYearFirst != isYear(fields[index + 2]), fields.allSatisfy({ $0.sign == nil }) else { return false }
    let dayAndMonth = isYearFirst ? values[1...2] : values[0...1]
    return dayAndMonth.allSatisfy { 1...31 ~= $0 } && dayAndMonth.contains { 1...12 ~= $0 }
      && isShortGap(index) && isShortGap(index + 1)
  }

  /// Whether no more than two words stand between a number and the next.
  private func isShortGap(_ index: Int) -> Bool {
    let (end, start) = (numerals[index].last, numerals[index + 1].first)
    guard 1...16 ~= start - end, case let gap = characters.text(end..<start) else { return false }
    return gap.split(whereSeparator: \.isWhitespace).count < 3
      && gap.allSatisfy { !$0.isMathSymbol && !$0.isCurrencySymbol && !"()[]|;/%\n".contains($0) }
  }

  /// Whether numbers look like a date: a day and a month with a zero or a point behind, a month or all with a year.
  func isDate(_ fields: ClosedRange<Int>, _ joints: [Unicode.Scalar]) -> Bool {
    guard fields.count <= 3, Set(joints).count == 1, ["-", "/", "."].contains(joints[0]),
      !isVersion(at: numerals[fields.lowerBound].start)
    else { return false }
    let numbers = fields.map { numerals[$0] }
    guard numbers.allSatisfy({ $0.fractionDigits == 0 && $0.digitCount <= 4 && $0.sign == nil }) else { return false }
    if isTimeWithPoints(numbers, joints) { return true }
    let isYear = numbers.map { $0.digitCount == 4 && 1000...2999 ~= smallValue(of: $0) }
    let values = numbers.map { smallValue(of: $0) }
    let rest = zip(values, isYear).filter { !$0.1 }.map(\.0)
    let hasPoint = joints[0] == "." && self[numbers[numbers.count - 1].end] == "."
    let hasZero = numbers.contains { $0.startsWithZero && $0.digitCount == 2 }
    guard isYear.contains(true) || hasPoint || hasZero, rest.count == fields.count - 1 || !isYear.contains(true) else {
      return false
    }
    let dayAndMonth = isYear.contains(true) ? rest : Array(rest.prefix(2))
    return dayAndMonth.allSatisfy { 1...31 ~= $0 } && dayAndMonth.contains { 1...12 ~= $0 }
  }

  /// The hour and the minute that numbers with colons between them may be.
  func time(_ fields: ClosedRange<Int>) -> (hour: Int, minute: Int)? {
    let values = fields.map { smallValue(of: numerals[$0]) }
    guard 2...3 ~= values.count, values[0] < 24, values[1...].allSatisfy({ $0 < 60 }) else { return nil }
    return (values[0], values[1])
  }

  /// Whether numbers are hours, minutes and seconds with a zero in front, which no version has: `23.58.00`.
  private func isTimeWithPoints(_ numbers: [Numeral], _ joints: [Unicode.Scalar]) -> Bool {
    let values = numbers.map { smallValue(of: $0) }
    return numbers.count == 3 && joints[0] == "." && values[0] < 24 && values[1] < 60 && values[2] < 60
      && numbers[1...].allSatisfy { $0.digitCount == 2 } && numbers[1...].contains(where: \.startsWithZero)
  }

  /// Whether a number may be a date in digits with a point, where the language is not known to be English: `29.1.`, `28.01`,
  /// or a year and its month, `12.2024`.
  func mayBeDate(_ numeral: Numeral, beside other: Numeral, in text: borrowing NumberedText) -> Bool {
    isDayAndMonth(numeral) && (self[numeral.end] == "." || tellsDay(numeral) || text.tellsDay(other))
      || isMonthOfYear(numeral)
  }

  private func tellsDay(_ numeral: Numeral) -> Bool { numeral.startsWithZero && numeral.integerDigits == 2 }

  private func isDayAndMonth(_ numeral: Numeral) -> Bool {
    guard let (first, second) = pointed(numeral), numeral.integerDigits <= 2 else { return false }
    return numeral.fractionDigits <= 2 && 1...31 ~= first && 1...12 ~= second
  }

  private func isMonthOfYear(_ numeral: Numeral) -> Bool {
    guard let (first, second) = pointed(numeral) else { return false }
    let years = 1900...2100
    return numeral.integerDigits <= 2 && numeral.fractionDigits == 4 && 1...12 ~= first && years ~= second
      || numeral.integerDigits == 4 && numeral.fractionDigits <= 2 && years ~= first && 1...12 ~= second
  }

  /// What stands before and behind the point of a number that may be a date.
  private func pointed(_ numeral: Numeral) -> (Int, Int)? {
    guard 1...4 ~= numeral.fractionDigits, 1...4 ~= numeral.integerDigits, !numeral.isCompound,
      !(symbols.isTold && symbols.isEnglish), numeral.sign == nil, numeral.groupingSeparator == nil,
      numeral.first == numeral.start, !isMoneyBefore(numeral.start), !isMoney(at: numeral.end),
      self[numeral.end] != "%", let point = numeral.decimalSeparator, self[point] == "."
    else { return nil }
    let (digits, others, set) = (numeral.integerDigits, numeral.fractionDigits, numeral.digitSet)
    return (value(digits, at: numeral.start, in: set), value(others, at: point + 1, in: set))
  }

  /// A number of few digits; others are beyond all that is looked for.
  func smallValue(of numeral: Numeral) -> Int {
    numeral.digitCount == numeral.end - numeral.start && numeral.digitCount <= 4
      ? value(numeral.digitCount, at: numeral.start, in: numeral.digitSet) : .max
  }
}
