import Interpolation
internal import TextBytes

/// The character by which two numbers side by side belong together, `9h58` and `2024-12`; a blank where they do so by letters
/// before each, by units that fall, as a quarter and its year, or as groups of a phone number.
private typealias Joint = Unicode.Scalar

// MARK: - Fields that carry

extension NumberedTextPair {
  /// Refuses numbers that are fields of one thing, of which the last may carry into the one before: `9h58` → `10h04`.
  ///
  /// They count where all of them rise or fall, or stay; those of a date do where no more than one moves, and every month
  /// has the day.
  func checkFields() throws(NotAnimatable) {
    try checkDatesInWords()
    var (first, joints): (Int, [Joint]) = (0, [])
    for index in 0..<source.numerals.count {
      let joint = index + 1 < source.numerals.count ? source.joint(behind: index) : nil
      if let joint {
        joints.append(joint)
        continue
      }
      if first < index || source.isPointed(source.numerals[index]) { try checkFields(first...index, joints) }
      (first, joints) = (index + 1, [])
    }
  }

  private func checkFields(_ fields: ClosedRange<Int>, _ joints: [Joint]) throws(NotAnimatable) {
    let moving = fields.filter { !isConstant(pair(at: $0)) }
    guard !moving.isEmpty, !isRatio(fields, joints) else { return }
    var (rises, falls) = (false, false)
    for index in moving {
      guard let (before, after) = values(at: index) else { continue }
      rises = rises || before < after
      falls = falls || after < before
    }
    let isDate =
      source.isDate(fields, joints) && target.isDate(fields, joints)
      || fields.count > 1
        && fields.contains { source.isDate(source.numerals[$0]) || source.lacksYear(source.numerals[$0]) }
    // Not every month has the day.
    let isLateDay =
      fields.contains { !moving.contains($0) && 29...31 ~= source.smallValue(of: source.numerals[$0]) }
      && moving.contains { source.smallValue(of: source.numerals[$0]) <= 12 }
    let isShortTime =
      Set(joints) == [":"]
      && source.symbols.datePatterns.contains(where: \.hasShortMinutes)
    guard rises && falls || isShortTime || isDate && (moving.count > 1 || isLateDay || fields.count == 1) else {
      return
    }
    let (start, end) = (source.numerals[fields.lowerBound].first, source.numerals[fields.upperBound].last)
    let text = source.characters.text(start..<end)
    throw NotAnimatable(
      reason: isDate || isShortTime
        ? "“\(text)” may be a date or a time, of which the numbers between would make another"
        : "the numbers of “\(text)” may carry into each other, and do not all rise or fall")
  }

  /// Refuses numbers of a date with words between them that are not known, `M12 30, 2024`, where they do not all rise or
  /// fall.
  private func checkDatesInWords() throws(NotAnimatable) {
    guard source.numerals.count > 2 else { return }
    for first in 0..<source.numerals.count - 2 where source.isDateInWords(at: first) && target.isDateInWords(at: first)
    {
      let changes = (first...first + 2).compactMap { values(at: $0) }.filter { $0 != $1 }
      guard changes.contains(where: { $0.0 < $0.1 }), changes.contains(where: { $0.1 < $0.0 }) else { continue }
      throw NotAnimatable(
        reason:
          "“\(source.characters.text(source.numerals[first].first..<source.numerals[first + 2].last))” may be a date")
    }
  }

  private func values(at index: Int) -> (Decimal, Decimal)? {
    let pair = pair(at: index)
    if let measure = try? measure(pair) { return (measure.source, measure.target) }
    guard let before = source.value(of: pair.source), let after = target.value(of: pair.target) else { return nil }
    return (before, after)
  }

  /// Whether two numbers are a score, a ratio or a range: `3-2`, `120/80`.
  private func isRatio(_ fields: ClosedRange<Int>, _ joints: [Joint]) -> Bool {
    guard joints == ["-"] || joints == ["/"] else { return false }
    let numerals = fields.flatMap { [source.numerals[$0], target.numerals[$0]] }
    let isPlain = numerals.allSatisfy {
      $0.digitCount == $0.end - $0.start && $0.fractionDigits == 0 && !($0.startsWithZero && $0.digitCount > 1)
    }
    return isPlain
      && (numerals.allSatisfy { $0.digitCount <= 3 } || source.hasUnit(behind: source.numerals[fields.upperBound]))
  }
}

// MARK: - Joints

extension NumberedText {
  /// How the number at an index and the next one belong together; `nil` where they do not.
  fileprivate func joint(behind index: Int) -> Joint? {
    if isPartOfDate(index) { return " " }
    let (numeral, next) = (field(numerals[index]), field(numerals[index + 1]))
    guard let numeral, let next, case let (end, start) = (numeral.last, next.first), start >= end, start - end < 24
    else { return nil }
    if isPhoneNumber(around: index) { return " " }
    guard next.sign == nil else { return nil }
    if isPeriodOfYear(numeral, next) { return " " }
    // Marks of direction stand beside those of Arabic dates.
    let place = isDirectionMark(at: end) ? end + 1 : end
    if let mark = Self.mark(self[place]) {
      if start - place == 1 { return mark }
      if start - end == 2, isSpace(at: end + 1), mark == "." || !mark.isASCII { return mark }
    }
    // A letter behind the last would be that of its own, as in `a1b2c`.
    if start - end == 1, isFieldLetter(at: end), isFieldLetter(at: numeral.start - 1), !isLetter(at: numeral.start - 2),
      !isLetter(at: next.end) || digitSet(at: next.end + 1) != nil
    {
      return " "
    }
    return fallsBehind(numeral, to: next) ? " " : nil
  }

  /// Whether of two numbers one is a date, and the other the time of that day or its year: `23:59, Dec 31`.
  private func isPartOfDate(_ index: Int) -> Bool {
    let (numeral, next) = (numerals[index], numerals[index + 1])
    guard numeral.isCompound || next.isCompound,
      isDate(numeral) && (isTime(next) || isYear(next)) || isDate(next) && (isTime(numeral) || isYear(numeral))
        || lacksYear(numeral) && isYear(next) || lacksYear(next) && isYear(numeral)
    else { return false }
    let between = characters.text(numeral.last..<max(next.first, numeral.last))
    return between.count <= 24
      && between.allSatisfy { $0.isWhitespace || $0.isLetter || ".,:،–-()\u{200B}".contains($0) }
  }

  fileprivate func isYear(_ numeral: Numeral) -> Bool {
    !numeral.isCompound && numeral.digitCount == 4 && 1000...2999 ~= smallValue(of: numeral)
  }

  fileprivate func isDate(_ numeral: Numeral) -> Bool {
    if case .dates(let dates) = quantity(of: numeral) { dates[0].time == nil } else { false }
  }

  /// Whether a number is a day and a month without the year.
  fileprivate func lacksYear(_ numeral: Numeral) -> Bool {
    if case .dates(let dates) = quantity(of: numeral) { dates[0].hasDay && dates[0].year == nil } else { false }
  }

  private func isTime(_ numeral: Numeral) -> Bool {
    switch quantity(of: numeral) {
    case .dates(let dates): dates[0].time != nil
    case .parts(let parts): parts[0].unit.size == MeasureUnit.hour.size
    case nil:
      // `23.58` or `23:5` beside a date.
      numeral.isClock || isColon(at: numeral.end) && digitSet(at: numeral.end + 1) != nil
        || numeral.fractionDigits == 2 && numeral.integerDigits <= 2
          && numeral.decimalSeparator.map { self[$0] == "." } ?? false
    default: false
    }
  }

  /// A number without the word behind it; `nil` for other quantities, which carry by themselves.
  private func field(_ numeral: Numeral) -> Numeral? {
    guard numeral.isCompound else { return numeral }
    guard case .word(let word) = quantity(of: numeral) else { return nil }
    var field = numeral
    field.end -= word.count
    field.closing = field.end..<field.end
    field.quantity = nil
    return field
  }

  /// What a character joins, of which those that are as wide as digits are the same.
  private static func mark(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case ".", ":", "-", "/", "h": scalar
    case "H": "h"
    case "\u{FF0E}": "."
    case "\u{FF1A}": ":"
    case "\u{FF0D}", "\u{2010}", "\u{2011}": "-"
    case "\u{FF0F}": "/"
    case "年", "月", "日", "時", "时", "分", "秒", "点", "點", "년", "월", "일", "시", "분", "초": scalar
    default: nil
    }
  }

  /// Whether a letter of ASCII stands here that parts fields, `S01E09`, and is no sign between them, `10x20`.
  private func isFieldLetter(at position: Int) -> Bool {
    self[position].isASCIILetter && self[position].lowercasedASCII != "x"
  }

  /// Whether a unit stands between two numbers, of which the next has a smaller one or none: `5 ft 11`, `3y 11m`.
  private func fallsBehind(_ numeral: Numeral, to next: Numeral) -> Bool {
    guard let word = word(at: numeral.end), symbols.mayBeginField(self[word.letters], self[word.letters + 1]),
      endOfGap(at: self[word.end] == "." ? word.end + 1 : word.end) == next.first
    else { return false }
    let units = symbols.fieldUnits(named: letters(word))
    guard !units.isEmpty else { return false }
    guard let other = self.word(at: next.end) else { return true }
    let smaller = symbols.fieldUnits(named: letters(other))
    // Another word behind the next number is that of its own, but for `5 ft 11 tall`.
    if smaller.isEmpty, isSpace(at: next.end) { return units.contains { $0.family == .feet } }
    return units.contains { unit in smaller.contains { $0.family == unit.family && $0.size < unit.size } }
  }

  /// Whether one of two numbers is a year, and the other its quarter or week: `Q4 2024`, `KW 52/24`, `2024-W52`.
  private func isPeriodOfYear(_ numeral: Numeral, _ next: Numeral) -> Bool {
    let (value, other) = (smallValue(of: numeral), smallValue(of: next))
    // Most numbers are neither, and need not be looked at.
    guard 1...53 ~= value && (1900...2100 ~= other || next.digitCount == 2) || 1900...2100 ~= value && 1...53 ~= other
    else { return false }
    let between = characters.text(numeral.end..<next.first)
    let (word, marks) = (between.filter(\.isLetter).lowercased(), between.filter { !$0.isLetter })
    let isShort = 1...53 ~= value && other < 1900
    guard marks.count <= 3, marks.allSatisfy({ $0.isWhitespace || ".,/-’'º°".contains($0) }),
      !isShort || !(marks.last?.isWhitespace ?? true)
    else { return false }
    return word.isEmpty ? isPeriod(before: numeral.first) : KnownWords.isPeriod(word)
  }

  func isPeriod(before start: Int) -> Bool { KnownWords.isPeriod(wordBefore(start)) }

  /// The letters before a position, in lower case, and a blank or a point between.
  func wordBefore(_ start: Int) -> String {
    var end = isSpace(at: start - 1) ? start - 1 : start
    if self[end - 1] == "." { end -= 1 }
    var first = end
    while first > 0, end - first < 12, isLetter(at: first - 1) { first -= 1 }
    return characters.text(first..<max(first, end)).lowercased()
  }

  /// Whether a number and the next are groups of a phone number, which begins with `+`, a bracket or a zero.
  private func isPhoneNumber(around index: Int) -> Bool {
    func isGroup(_ index: Int) -> Bool {
      let (end, start) = (numerals[index].end, numerals[index + 1].start)
      return 1...3 ~= start - end && numerals[index].fractionDigits == 0 && !numerals[index + 1].isCompound
        && (end..<start).allSatisfy { isSpace(at: $0) || ["-", "/", "(", ")"].contains(self[$0]) }
    }
    guard isGroup(index) else { return false }
    var (first, last) = (index, index + 1)
    while first > 0, index - first < 6, isGroup(first - 1) { first -= 1 }
    while last + 1 < numerals.count, last - index < 6, isGroup(last) { last += 1 }
    let digits = (first...last).reduce(0) { $0 + numerals[$1].digitCount }
    let start = numerals[first]
    let begins =
      self[start.start - 1] == "+" || start.startsWithZero && start.digitCount > 1
      || self[start.start - 1] == "(" && last - first > 1
    return begins && 7...15 ~= digits
  }

  fileprivate func hasUnit(behind numeral: Numeral) -> Bool {
    if self[numeral.end] == "%" { return true }
    return word(at: numeral.end).map { $0.end - $0.letters <= 4 || !symbols.units(named: letters($0)).isEmpty } ?? false
  }

  // MARK: - Dates

  /// Whether three numbers are a year, a month and a day, with few letters between them.
  fileprivate func isDateInWords(at index: Int) -> Bool {
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
  fileprivate func isDate(_ fields: ClosedRange<Int>, _ joints: [Joint]) -> Bool {
    if fields.count == 1 { return isPointed(numerals[fields.lowerBound]) }
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

  /// Whether numbers are hours, minutes and seconds with a zero in front, which no version has: `23.58.00`.
  private func isTimeWithPoints(_ numbers: [Numeral], _ joints: [Joint]) -> Bool {
    let values = numbers.map { smallValue(of: $0) }
    return numbers.count == 3 && joints[0] == "." && values[0] < 24 && values[1] < 60 && values[2] < 60
      && numbers[1...].allSatisfy { $0.digitCount == 2 } && numbers[1...].contains(where: \.startsWithZero)
  }

  /// Whether a number is a day, a point, a month of two digits and a point: `28.01.`.
  fileprivate func isPointed(_ numeral: Numeral) -> Bool {
    guard numeral.fractionDigits == 2, !numeral.isCompound, numeral.sign == nil, numeral.first == numeral.start,
      numeral.integerDigits <= 2, let point = numeral.decimalSeparator, self[point] == "."
    else { return false }
    let first = value(numeral.integerDigits, at: numeral.start, in: numeral.digitSet)
    let second = value(2, at: point + 1, in: numeral.digitSet)
    return self[numeral.end] == "." && 1...31 ~= first && 1...12 ~= second
  }

  /// A number of few digits; others are beyond all that is looked for.
  fileprivate func smallValue(of numeral: Numeral) -> Int {
    numeral.digitCount == numeral.end - numeral.start && numeral.digitCount <= 4
      ? value(numeral.digitCount, at: numeral.start, in: numeral.digitSet) : .max
  }
}
