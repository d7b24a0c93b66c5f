import Interpolation
internal import TextBytes

/// One of the numbers of `1h 59m`, with its unit.
struct QuantityPart: Sendable {
  var unit: MeasureUnit
  let value: Decimal
  /// Digits after the separator, of the last part only.
  let fractionDigits: Int
  /// Two where a zero stands in front, and none for hours of a clock that do not tell.
  let minimumDigits: Int
  /// The unit as it is written, with the space before it; empty where it follows from the one before, as in `9h58`, and a
  /// colon behind the hours and minutes of `1 d 03:12:09`.
  let word: String
  /// What stands before the next part; `nil` behind the last.
  var gap: String?

  fileprivate static let day: UInt64 = 24 * MeasureUnit.hour.size

  fileprivate var number: NumberWithWord {
    NumberWithWord(value: value, fractionDigits: fractionDigits, word: word)
  }

  fileprivate var letters: String { number.letters }

  /// Whether it is the hour of a time of a day, and no hours that have passed.
  fileprivate func isOfDay(in symbols: NumberSymbols) -> Bool {
    unit.size == MeasureUnit.hour.size && unit.family == .time && KnownWords.hours.contains(letters.lowercased())
  }
}

extension [QuantityPart] {
  fileprivate var hasClock: Bool { contains { $0.word == ":" } }

  /// The same in minutes and seconds, where they are feet and inches by their marks beside others that are not.
  func primes(beside others: [QuantityPart]) -> [QuantityPart] {
    guard first?.unit.family == .feet, others.first?.unit.family == .primes else { return self }
    let units = map { part in MeasureUnit.symbolized(part.number.letters).first { $0.family == .primes } }
    guard units.allSatisfy({ $0 != nil }) else { return self }
    var parts = self
    for (index, unit) in units.enumerated() { parts[index].unit = unit ?? parts[index].unit }
    return parts
  }
}

/// Numbers with falling units, the smallest of which the value is counted in: `1h 59m`, `5'10"`, `9h58`, `1 d 03:12:09`.
///
/// Parts in front that only one of the texts has are shown from their first unit on.
struct PartsForm: UnitsForm {
  private let parts: [Part]
  let unit: NumberUnit
  /// Whether a part that is zero is left out: `10万円`.
  private let omitsZeros: Bool
  /// How many of the smallest units a day has, where they are a time of it: it begins anew then.
  private let day: UInt64?

  var isSigned: Bool { day == nil }

  private typealias Part = (size: UInt64, minimumDigits: Int, words: PluralWords, gap: Literal, isAlways: Bool)

  static func measure(
    _ source: [QuantityPart], _ target: [QuantityPart], fractionDigits: Int, _ symbols: NumberSymbols
  ) throws(NotAnimatable) -> Measure? {
    guard let family = source.first?.unit.family, family == target.first?.unit.family,
      source.hasClock == target.hasClock, !source.hasClock || source[0].gap == target[0].gap
    else { return nil }
    let sizes = Set((source + target).map(\.unit.size)).sorted(by: >)
    guard let smallest = sizes.last, sizes.allSatisfy({ $0.isMultiple(of: smallest) }) else { return nil }
    let (first, last) = (try value(of: source, in: smallest), try value(of: target, in: smallest))
    let gap = (source + target).lazy.compactMap(\.gap).first ?? " "
    let hasComma = gap.hasPrefix(",")
    var parts: [Part] = []
    for size in sizes {
      let known = [target, source].compactMap { $0.first { $0.unit.size == size } }
      // Nobody has told the other forms of the word.
      if known.count == 2, known[0].word != known[1].word, known.contains(where: { !symbols.knows(unit: $0.letters) }) {
        return nil
      }
      let gap = known.lazy.compactMap(\.gap).first ?? (size == smallest ? "" : gap)
      let digits = known.map(\.minimumDigits).filter { $0 > 0 }
      // Hours of a clock are as short as one of both shows; behind a comma, as Python writes them, they have no zero.
      let minimum = source.hasClock && size != sizes[0] ? digits.min() ?? (hasComma ? 1 : 2) : digits.max() ?? 1
      parts.append(
        (
          size / smallest, minimum, known.map(\.number).words(symbols), Literal(gap),
          known.count == 2 || parts.contains(where: \.isAlways)
        ))
    }
    let day = source[0].isOfDay(in: symbols) || target[0].isOfDay(in: symbols) ? QuantityPart.day / smallest : nil
    let isOver = try passesMidnight(source, target, first, last, in: smallest, isOfDay: day != nil)
    return Measure(
      source: first, target: isOver ? last.adding(Decimal(natural: QuantityPart.day / smallest)) ?? last : last,
      form: PartsForm(
        parts: parts, unit: day.map { .timeOfDay(partsOfDay: Int64($0)) } ?? .measure(family, size: smallest),
        omitsZeros: MeasureUnit.Family.myriads.contains(family), day: day),
      fractionDigits: fractionDigits)
  }

  /// Whether a time of a day is one of the next, where that is the shorter way.
  ///
  /// - Throws: ``NotAnimatable`` for `23h58` → `0h04`, which may be a time of the day or one that is left.
  private static func passesMidnight(
    _ source: [QuantityPart], _ target: [QuantityPart], _ first: Decimal, _ last: Decimal, in smallest: UInt64,
    isOfDay: Bool
  ) throws(NotAnimatable) -> Bool {
    let (day, half) = (QuantityPart.day / smallest, QuantityPart.day / smallest / 2)
    guard source[0].unit.family == .time, !source.hasClock, first < Decimal(natural: day),
      let way = first.subtracting(last), Decimal(natural: half) < way
    else { return false }
    if !isOfDay, source.last?.word.isEmpty ?? false, target.last?.word.isEmpty ?? false {
      throw NotAnimatable(reason: "the time of the target may be one of the next day, or less of the same time")
    }
    return isOfDay
  }

  private static func value(of parts: [QuantityPart], in smallest: UInt64) throws(NotAnimatable) -> Decimal {
    var sum = Decimal.zero
    for part in parts {
      guard let value = part.value.multiplied(by: part.unit.size / smallest), let next = sum.adding(value) else {
        throw .tooLong
      }
      sum = next
    }
    return sum
  }

  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let unit = UInt64.powerOfTen(fractionDigits)
    var rest = day.map { UInt64(units.dividedDown(by: Int64($0 * unit)).remainder) } ?? UInt64(units)
    var (isFirst, gap) = (true, Literal.empty)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let (product, isBeyond) = part.size.multipliedReportingOverflow(by: unit)
      let size = isBeyond ? .max : product
      guard isLast || part.isAlways || !isFirst || rest >= size else { continue }
      let shown = isLast ? rest : rest / size
      if omitsZeros, shown == 0, !isLast || !isFirst { continue }
      let digits = isLast ? fractionDigits : 0
      text.append(gap)
      let minimum = isFirst && index > 0 ? 1 : part.minimumDigits
      layout.append(shown, fractionDigits: digits, minimumDigits: minimum, to: &text)
      text.append(part.words.word(beside: UInt128(shown), fractionDigits: digits))
      (isFirst, gap) = (false, part.gap)
      rest %= size
    }
  }
}

extension [NumberWithWord] {
  /// The words beside all numbers, as some have them, the first rather than the others.
  func words(_ symbols: NumberSymbols) -> PluralWords {
    var words: [PluralCategory: String] = [:]
    for number in reversed() { words[number.category(symbols.plurals)] = number.word }
    // One word for all, as nearly always, needs no rules.
    if Set(words.values).count == 1 { words = [:] }
    let inflected = compactMap(symbols.inflecting)
    return inflected.count == count
      ? inflected[0] : PluralWords(words, otherwise: first?.word ?? "", rules: symbols.plurals)
  }
}

// MARK: - Reading

extension NumberedText {
  /// `1h 59m` and `5'10"`: two falling units or more, of the first family that has them.
  mutating func parts(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    // Behind few numbers a word and a digit follow.
    guard count < 10, let word = word(at: start + count) ?? mark(at: start + count),
      digit(at: endOfGap(at: endOfPoint(behind: word.end)), in: set) != nil
    else { return nil }
    // Most words are no unit, and none of most families.
    let units = symbols.partUnits(named: letters(word))
    let families = self[word.letters].isASCII ? MeasureUnit.Family.falling : MeasureUnit.Family.all
    for family in families where units.contains(where: { $0.family == family }) {
      if let numeral = parts(of: family, at: start, in: set, minimum: 2) { return numeral }
    }
    return daysAndClock(at: start, count, word, units, in: set)
  }

  /// `1 d 03:12:09` and `2 days, 3:12:09.5`.
  private mutating func daysAndClock(
    at start: Int, _ count: Int, _ word: WordRange, _ units: [MeasureUnit], in set: DigitSet
  ) -> Numeral? {
    let gap = endOfGap(at: word.end)
    let hours = digitCount(at: gap, in: set, limit: 3)
    guard isSpace(at: gap - 1), 1...2 ~= hours, self[gap + hours] == ":", value(hours, at: gap, in: set) < 24,
      let day = units.first(where: { $0.family == .time && $0.size == QuantityPart.day }),
      let clock = clock(at: gap, hours, in: set), clock.fieldCount == 3
    else { return nil }
    func part(_ unit: MeasureUnit, at start: Int, _ count: Int, _ digits: Int, _ word: String, gap: String = "")
      -> QuantityPart
    {
      QuantityPart(
        unit: unit, value: Decimal(natural: UInt64(value(count, at: start, in: set))), fractionDigits: 0,
        minimumDigits: digits, word: word, gap: gap)
    }
    let minutes = gap + hours + 1
    var seconds = Numeral(start: minutes + 3, 2, in: set)
    readFraction(1...6, into: &seconds)
    guard let value = magnitude(of: seconds) else { return nil }
    let parts = [
      part(
        day, at: start, count, digit(at: start, in: set) == 0 ? count : 1, text(word),
        gap: characters.text(word.end..<gap)),
      part(.hour, at: gap, hours, hours == 1 ? 1 : digits(at: gap, hours, in: set) ?? 0, ":"),
      part(.minute, at: minutes, 2, 2, ":"),
      QuantityPart(
        unit: .second, value: value, fractionDigits: seconds.fractionDigits, minimumDigits: 2, word: "", gap: nil),
    ]
    var numeral = numeral(.parts(parts), from: start, to: clock.end, in: set)
    (numeral.fractionDigits, numeral.decimalSeparator) = (clock.fractionDigits, clock.decimalSeparator)
    return signed(numeral)
  }

  /// Falling units of a family, `minimum` of them at least.
  mutating func parts(of family: MeasureUnit.Family, at start: Int, in set: DigitSet, minimum: Int) -> Numeral? {
    var parts: [QuantityPart] = []
    var numeral = Numeral(start: start, in: set)
    var position = start
    while let next = part(of: family, at: position, in: set, after: parts.last) {
      if !parts.isEmpty { parts[parts.count - 1].gap = characters.text(numeral.end..<position) }
      parts.append(next.part)
      numeral.end = next.end
      (numeral.fractionDigits, numeral.decimalSeparator) = (next.part.fractionDigits, next.decimalSeparator)
      guard next.part.fractionDigits == 0, !next.part.word.isEmpty else { break }
      position = endOfGap(at: endOfPoint(behind: next.end))
    }
    guard parts.count >= minimum else { return nil }
    numeral.digitCount = parts.count
    numeral.quantity = place(of: .parts(parts))
    return signed(numeral)
  }

  /// Where the next part begins: behind a comma, a space, and a word that means “and”.
  func endOfGap(at position: Int) -> Int {
    let space = self[position] == "," ? position + 1 : position
    guard isSpace(at: space) else { return position }
    guard let word = word(at: space + 1), word.letters == space + 1,
      Self.conjunctions.contains(letters(word).lowercased())
    else { return space + 1 }
    if isSpace(at: word.end) { return word.end + 1 }
    // Those of Arabic and Hebrew stand at the number: `و58`, `ו-58`.
    guard !self[word.letters].isASCII else { return space + 1 }
    return self[word.end] == "-" || self[word.end] == "\u{5BE}" ? word.end + 1 : word.end
  }

  private static let conjunctions: Set = ["and", "und", "et", "y", "e", "en", "og", "och", "i", "и", "ve", "و", "ו"]

  private func part(
    of family: MeasureUnit.Family, at start: Int, in set: DigitSet, after last: QuantityPart?
  ) -> (part: QuantityPart, decimalSeparator: Int?, end: Int)? {
    let count = digitCount(at: start, in: set, limit: 10)
    guard (1...9).contains(count) else { return nil }
    var numeral = Numeral(start: start, count, in: set)
    readFraction(1...6, into: &numeral)
    guard let (unit, word) = unit(of: family, behind: numeral, below: last) else {
      return bare(behind: last, of: family, at: start, count, in: set)
    }
    guard let value = magnitude(of: numeral) else { return nil }
    // `05"` are seconds.
    if family == .feet, count > 1, digit(at: start, in: set) == 0, word.end == word.start + 1, !isLetter(at: word.start)
    {
      return nil
    }
    // 90 minutes behind hours are no time.
    if let last, !(value < Decimal(natural: last.unit.size / unit.size)) { return nil }
    let part = QuantityPart(
      unit: unit, value: value, fractionDigits: numeral.fractionDigits,
      minimumDigits: digit(at: start, in: set) == 0 || family == .primes && last != nil ? count : 1, word: text(word),
      gap: nil)
    return (part, numeral.decimalSeparator, word.end)
  }

  /// The word behind a number that is a unit of a family, in letters without blanks what of them is one.
  private func unit(
    of family: MeasureUnit.Family, behind numeral: Numeral, below last: QuantityPart?
  ) -> (MeasureUnit, WordRange)? {
    guard let word = word(at: numeral.end) ?? mark(at: numeral.end) else { return nil }
    let ends = isIdeographic(at: word.letters) ? [word.letters + 2, word.letters + 1].filter { $0 < word.end } : []
    for end in [word.end] + ends {
      let word = WordRange(start: word.start, letters: word.letters, end: end)
      // Behind a year it is its month: `令和6年11月`.
      if last != nil, self[word.letters] == "月" { continue }
      let unit = symbols.partUnits(named: letters(word)).first { unit in
        unit.family == family && last.map { unit.size < $0.unit.size } ?? true
      }
      if let unit { return (unit, word) }
    }
    return nil
  }

  /// The number behind a unit that alone tells its own: the minutes of `9h58`, of two digits, the inches of `5 ft 11`, and
  /// what is below ten thousand.
  private func bare(
    behind last: QuantityPart?, of family: MeasureUnit.Family, at start: Int, _ count: Int, in set: DigitSet
  ) -> (part: QuantityPart, decimalSeparator: Int?, end: Int)? {
    let isMyriad = MeasureUnit.Family.myriads.contains(family)
    let alone = isMyriad && last == nil ? MeasureUnit.ones.first { $0.family == family } : nil
    guard let unit = last?.unit.below ?? alone, case let (isTime, end) = (unit.family == .time, start + count),
      isTime ? count == 2 : count <= (isMyriad ? 4 : 2), case let number = value(count, at: start, in: set),
      last.map({ UInt64(number) < $0.unit.size / unit.size && tells($0) }) ?? true,
      !isLetter(at: end) || isIdeographic(at: end), separators(at: end).isEmpty || digitSet(at: end + 1) == nil,
      !isColon(at: end),
      last?.unit.size == MeasureUnit.hour.size || !isTime || word(at: end) == nil
    else { return nil }
    let part = QuantityPart(
      unit: unit, value: Decimal(natural: UInt64(number)), fractionDigits: 0,
      minimumDigits: isTime || digit(at: start, in: set) == 0 ? count : 1, word: "", gap: nil)
    return (part, nil, end)
  }

  /// Whether the word of a part can mean no other unit.
  private func tells(_ part: QuantityPart) -> Bool {
    let isMyriad = MeasureUnit.Family.myriads.contains(part.unit.family)
    return isMyriad
      || symbols.partUnits(named: part.letters).allSatisfy {
        $0.size == part.unit.size && $0.family == part.unit.family
      }
  }

  /// Past the point of an abbreviation, behind which a blank stands.
  private func endOfPoint(behind end: Int) -> Int { self[end] == "." && isSpace(at: end + 1) ? end + 1 : end }

  /// Whether a letter of East Asia stands here, behind which the next word may follow without a blank.
  private func isIdeographic(at position: Int) -> Bool { self[position].value >= 0x2E80 }

  /// The mark of degrees, of minutes or feet, of seconds or inches.
  private func mark(at position: Int) -> WordRange? {
    switch self[position] {
    case "'", "\"", "′", "″", "’", "”", "°": WordRange(start: position, letters: position, end: position + 1)
    default: nil
    }
  }
}
