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
      if first < index || mayBeDates(at: index) { try checkFields(first...index, joints) }
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
      fields.count == 1
      ? mayBeDates(at: fields.lowerBound)
      : source.isDate(fields, joints) && target.isDate(fields, joints)
        || fields.contains { source.isDate(source.numerals[$0]) || source.lacksYear(source.numerals[$0]) }
    // Not every month has the day.
    let isLateDay =
      fields.contains { !moving.contains($0) && 29...31 ~= source.smallValue(of: source.numerals[$0]) }
      && moving.contains { source.smallValue(of: source.numerals[$0]) <= 12 }
    let isShortTime =
      Set(joints) == [":"]
      && (source.symbols.datePatterns.contains(where: \.hasShortMinutes) || passesMidnight(fields))
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

  /// Whether a number with a point may be a date in both texts, `29.1.` → `2.3.`, or has a weekday or a half of the day
  /// beside it, `Mon 31` → `Mon 3`, `12:58 ip.` → `1:04 ip.`, or is an hour that passes midnight, `klo 23` → `klo 1`.
  private func mayBeDates(at index: Int) -> Bool {
    let pair = pair(at: index)
    if source.isBesideName(pair.source), target.isBesideName(pair.target) { return true }
    if source.isHourOfClock(pair.source), target.isHourOfClock(pair.target),
      abs(source.smallValue(of: pair.source) - target.smallValue(of: pair.target)) > 12
    {
      return true
    }
    return source.mayBeDate(pair.source, beside: pair.target, in: target)
      && target.mayBeDate(pair.target, beside: pair.source, in: source)
  }

  /// Whether the shorter way between two times is over midnight, or noon where both hours may be of twelve: `23:58` → `0:4`.
  private func passesMidnight(_ fields: ClosedRange<Int>) -> Bool {
    guard let time = source.time(fields), let end = target.time(fields) else { return false }
    let hours = 1...12 ~= time.hour && 1...12 ~= end.hour ? 12 : 24
    return 2 * (60 * (time.hour - end.hour) + time.minute - end.minute) > 60 * hours
  }

  private func values(at index: Int) -> (Decimal, Decimal)? {
    let pair = pair(at: index)
    // What passes midnight does not rise beside its day.
    if let time = source.timeOfDay(pair.source), let end = target.timeOfDay(pair.target) { return (time, end) }
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
  /// Whether the first number is followed by another, with the mark of fields between them.
  var startsWithField: Bool {
    numerals.first.map { Self.mark(self[$0.end]) != nil && digitSet(at: $0.end + 1) != nil } ?? false
  }

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
    if start - end == 3, isSpace(at: end), Self.mark(self[end + 1]) == ":", isSpace(at: end + 2) { return ":" }
    if 3...10 ~= start - end, isReleaseMark(end, start) { return " " }
    // A letter behind the last would be that of its own, as in `a1b2c`.
    if start - end == 1, isFieldLetter(at: end), isFieldLetter(at: numeral.start - 1), !isLetter(at: numeral.start - 2),
      !isLetter(at: next.end) || digitSet(at: next.end + 1) != nil
    {
      return " "
    }
    return fallsBehind(numeral, to: next) ? " " : nil
  }

  /// Whether what stands between two numbers makes the next that of a release before the version: `2.0.0-rc.9`.
  private func isReleaseMark(_ end: Int, _ start: Int) -> Bool {
    guard self[end] == "-" || self[end] == "." || self[end] == "+", isLetter(at: end + 1) else { return false }
    let mark = characters.text(end + 1..<start)
    return KnownWords.releases.contains(String(mark.prefix(while: \.isLetter)).lowercased())
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
    case ".", ":", "-", "/", "h", "_": scalar
    case "H": "h"
    case "€", "$", "£": "."
    case "\u{FF0E}": "."
    case "\u{FF1A}", "\u{2236}": ":"
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
    guard let word = word(at: numeral.end),
      endOfGap(at: self[word.end] == "." ? word.end + 1 : word.end) == next.first
    else { return false }
    if next.digitCount <= 2, isMoney(word, before: next) { return true }
    guard symbols.mayBeginField(self[word.letters], self[word.letters + 1]) else { return false }
    let units = symbols.fieldUnits(named: letters(word))
    guard !units.isEmpty else { return false }
    guard let other = self.word(at: next.end) else { return true }
    let smaller = symbols.fieldUnits(named: letters(other))
    // Another word behind the next number is that of its own, but for `5 ft 11 tall`.
    if smaller.isEmpty, isSpace(at: next.end) { return units.contains { $0.family == .feet } }
    return units.contains { unit in smaller.contains { $0.family == unit.family && $0.size < unit.size } }
  }

  /// Whether a word is money and the next number its hundredths: `9 Euro 98`, `9 dollars and 98 cents`, `99元8角`.
  private func isMoney(_ word: WordRange, before next: Numeral) -> Bool {
    guard let other = self.word(at: next.end) else { return KnownWords.money.contains(letters(word)) }
    return KnownWords.partsOfMoney.contains(letters(other).lowercased())
  }

  /// Whether one of two numbers is a year, and the other its quarter or week: `Q4 2024`, `KW 52/24`, `2024-W52`, `23Q4`.
  private func isPeriodOfYear(_ numeral: Numeral, _ next: Numeral) -> Bool {
    let (value, other) = (smallValue(of: numeral), smallValue(of: next))
    // Most numbers are neither, and need not be looked at.
    if numeral.digitCount == 2, 1...4 ~= other, next.start - numeral.end <= 2,
      self[next.start - 1].lowercasedASCII == "q"
    {
      return true
    }
    guard 1...53 ~= value && (1900...2100 ~= other || next.digitCount == 2) || 1900...2100 ~= value && 1...53 ~= other
    else { return false }
    let between = characters.text(numeral.end..<next.first)
    let (word, marks) = (between.filter(\.isLetter).lowercased(), between.filter { !$0.isLetter })
    let isShort = 1...53 ~= value && other < 1900
    guard marks.count <= 3, marks.allSatisfy({ $0.isWhitespace || ".,/-’'º°".contains($0) }),
      !isShort || !(marks.last?.isWhitespace ?? word.isEmpty)
    else { return false }
    return word.isEmpty ? isPeriod(before: numeral.first) : KnownWords.isPeriod(word)
  }

  func isPeriod(before start: Int) -> Bool { KnownWords.isPeriod(wordBefore(start)) }

  /// Whether a number and the next are groups of a phone number, which begins with `+`, a bracket or a zero, or of one of a
  /// card or an account.
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
      || last - first > 2 && digits >= 12 && (first..<last).allSatisfy { numerals[$0].digitCount >= 3 }
    return begins && 7...34 ~= digits
  }

  fileprivate func hasUnit(behind numeral: Numeral) -> Bool {
    if self[numeral.end] == "%" { return true }
    return word(at: numeral.end).map { $0.end - $0.letters <= 4 || !symbols.units(named: letters($0)).isEmpty } ?? false
  }
}
