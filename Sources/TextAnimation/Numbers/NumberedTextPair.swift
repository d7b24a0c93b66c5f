internal import TextBytes

/// Two texts that may differ only in their numbers, which pair in order.
struct NumberedTextPair: ~Copyable {
  var source: NumberedText
  var target: NumberedText
  /// Whether the word for a unit that both texts have takes the form that fits the number shown.
  let inflects: Bool

  /// Reads both texts by the first convention that reads both whole, and by the given one where none does; then each
  /// number as what it is in both, or not all of them once nothing is left to be spent.
  init(
    _ source: consuming NumberedText, _ target: consuming NumberedText, inflects: Bool = true,
    spending meter: inout Meter
  ) {
    self.source = source
    self.target = target
    self.inflects = inflects
    readWhole(&meter)
    align(&meter)
  }

  private mutating func readWhole(_ meter: inout Meter) {
    if source.isWhole, target.isWhole { return }
    for symbols in source.symbols.alternatives {
      let first = source.reading(by: symbols, &meter)
      let second = target.reading(by: symbols, &meter)
      guard first.isWhole, second.isWhole else { continue }
      source = first
      target = second
      return
    }
  }

  private var count: Int { source.numerals.count }

  /// The source's and the target's number at an index.
  func pair(at index: Int) -> NumeralPair {
    NumeralPair(source: source.numerals[index], target: target.numerals[index])
  }

  /// Prepares everything that a frame needs.
  ///
  /// - Throws: ``NotAnimatable`` if there are no numbers, not the same count, or not of the same kind; naming the first
  ///   character that differs, or a number that is too long.
  func interpolation(
    rounding: Rounding, spending meter: inout Meter
  ) throws(NotAnimatable) -> NumbersInterpolation {
    try checkNumerals()
    var first = 0
    while first < count - 1, isConstant(pair(at: first)) { first += 1 }
    try checkLength(pair(at: first))
    var numbers: [AnimatedNumber] = []
    var writing = NumberWriting.whole
    var template = NumberWriting.wholeTemplate
    // Behind the last number that counts.
    var end = 0
    for index in 0..<count {
      let pair = pair(at: index)
      guard meter.spend(Self.unitsOfPair, .texts) else { throw .outOfUnits }
      try checkLiteral(before: index)
      guard !isConstant(pair) else { continue }
      try checkLength(pair)
      try checkLead(pair)
      let asked = NumberWriting(pair, source, target)
      if index > 0 { try checkFraction(self.pair(at: index - 1), pair) }
      let literal = source.characters.literal(end..<pair.literalEnd)
      end = pair.sourceEnd
      if let measure = try measure(pair) {
        numbers.append(animated(measure, after: literal, asked, rounding: rounding, index))
        continue
      }
      // Most numbers of a text are written like the one before.
      if asked != writing { (writing, template) = (asked, asked.template) }
      numbers.append(animated(pair, after: literal, template, rounding: rounding, index))
    }
    try checkLiteral(before: count)
    let rest = source.characters.literal(end..<source.characters.count)
    guard numbers.isEmpty else { return NumbersInterpolation(numbers, rest: rest) }
    let constant = pair(at: first)
    let own = NumberWriting(constant, source, target)
    let measured = try measure(constant).map { animated($0, after: .empty, own, rounding: rounding, first) }
    return NumbersInterpolation(
      rest, showing: measured ?? animated(constant, after: .empty, own.template, rounding: rounding, first))
  }

  /// What writing a pair takes to prepare, in units of a meter.
  private static let unitsOfPair = 600

  /// The values from one number to the other, behind a text.
  private func animated(
    _ pair: NumeralPair, after literal: Literal, _ template: NumberTemplate, rounding: Rounding, _ index: Int
  ) -> AnimatedNumber {
    let tween = DecimalTween(
      from: source.value(of: pair.source, isNegative: pair.sourceIsAccounting),
      to: target.value(of: pair.target, isNegative: pair.targetIsAccounting), places: pair.fractionDigits,
      rounding: rounding)
    return AnimatedNumber(after: literal, tween, template, fractionDigits: pair.fractionDigits, ordinal: index)
  }

  /// The same between two quantities.
  private func animated(
    _ measure: Measure, after literal: Literal, _ writing: NumberWriting, rounding: Rounding, _ index: Int
  ) -> AnimatedNumber {
    let template = writing.template(measure.style, fractionDigits: measure.fractionDigits)
    let places = template.places(showing: measure.target, fractionDigits: measure.fractionDigits)
    let tween = DecimalTween(from: measure.source, to: measure.target, places: places, rounding: rounding)
    return AnimatedNumber(after: literal, tween, template, fractionDigits: measure.fractionDigits, ordinal: index)
  }

  /// The numbers that are not written the same in both texts, in order.
  var changing: [NumeralPair] {
    var pairs: [NumeralPair] = []
    for index in 0..<count where !isConstant(pair(at: index)) { pairs.append(pair(at: index)) }
    return pairs
  }

  /// Whether a number is written the same in both texts: it stays as it is, `007`.
  func isConstant(_ pair: NumeralPair) -> Bool {
    !pair.sourceIsAccounting && !pair.targetIsAccounting
      && source.writes(pair.source, as: target, pair.target)
  }
}

// MARK: - Refusals

extension NumberedTextPair {
  private func checkNumerals() throws(NotAnimatable) {
    if source.numerals.isEmpty { throw NotAnimatable(reason: "no number was found in the source") }
    if target.numerals.isEmpty { throw NotAnimatable(reason: "no number was found in the target") }
    guard source.numerals.count == target.numerals.count else {
      throw NotAnimatable(
        reason: "the source has \(source.numerals.count) numbers and the target \(target.numerals.count)")
    }
  }

  /// Refuses `12/31` → `1/1`: a date and a fraction count in different ways.
  private func checkFraction(_ previous: NumeralPair, _ pair: NumeralPair) throws(NotAnimatable) {
    guard pair.source.start == previous.source.end + 1, source.unit(at: previous.source.end) == UInt8(ascii: "/"),
      !isConstant(previous),
      [previous.source, previous.target, pair.source, pair.target].allSatisfy({ $0.digitCount <= 2 })
    else { return }
    throw NotAnimatable(reason: "the numbers on both sides of “/” differ, as in a date or in a fraction")
  }

  /// Refuses texts that differ before the number at `index`: in what stands after the number before it, signs left out.
  private func checkLiteral(before index: Int) throws(NotAnimatable) {
    let start = index == 0 ? nil : pair(at: index - 1)
    let (left, right): (LiteralPositions, LiteralPositions)
    if index < count {
      let pair = pair(at: index)
      left = LiteralPositions(from: start?.sourceEnd, before: pair.source, isAccounting: pair.sourceIsAccounting)
      right = LiteralPositions(from: start?.targetEnd, before: pair.target, isAccounting: pair.targetIsAccounting)
    } else {
      left = LiteralPositions(from: start?.sourceEnd, to: source.characters.count)
      right = LiteralPositions(from: start?.targetEnd, to: target.characters.count)
    }
    for offset in 0..<max(left.count, right.count) {
      let (position, other) = (left[offset], right[offset])
      let isEqual =
        offset < left.count && offset < right.count
        && source.characters.isEqual(at: position, to: target.characters, at: other)
      guard isEqual else { throw difference(position, other) }
    }
  }

  /// Where the characters between two numbers stand: before the sign, and the currency symbol after it.
  private struct LiteralPositions {
    let first: Range<Int>
    let second: Range<Int>
    /// What follows: the sign or the digits.
    let end: Int

    init(from start: Int?, before numeral: Numeral, isAccounting: Bool) {
      first = (start ?? 0)..<(isAccounting ? numeral.signSlot - 1 : numeral.first)
      second = numeral.signSlot..<numeral.start
      end = numeral.first
    }

    init(from start: Int?, to end: Int) {
      (first, second, self.end) = ((start ?? 0)..<end, end..<end, end)
    }

    var count: Int { first.count + second.count }

    /// The position of a character, and ``end`` behind the last.
    subscript(offset: Int) -> Int {
      if offset < first.count { return first.lowerBound + offset }
      return offset < count ? second.lowerBound + offset - first.count : end
    }
  }

  /// Refuses pairs such as `-$5` and `$-7`, whose signs stand at different places.
  private func checkLead(_ pair: NumeralPair) throws(NotAnimatable) {
    let isSigned = (
      pair.source.sign != nil || pair.sourceIsAccounting, pair.target.sign != nil || pair.targetIsAccounting
    )
    let excess = pair.source.lead - pair.target.lead
    guard isSigned == (true, true), excess != 0 else { return }
    throw difference(pair.source.first - max(-excess, 0), pair.target.first - max(excess, 0))
  }

  private func checkLength(_ pair: NumeralPair) throws(NotAnimatable) {
    let wholeDigits = max(pair.source.wholeDigits, pair.target.wholeDigits)
    // So are nearly all, whatever zeros they have.
    if wholeDigits + pair.fractionDigits <= NumberLimits.digits { return }
    try pair.source.checkWrittenLength()
    try pair.target.checkWrittenLength()
    try Decimal.checkLength(source.magnitude(of: pair.source), target.magnitude(of: pair.target))
  }

  private func difference(_ position: Int, _ other: Int) -> NotAnimatable {
    let places = position == other ? "\(position + 1)" : "\(position + 1) of the source and \(other + 1) of the target"
    return NotAnimatable(
      reason: "the texts differ at character \(places): \(source.quoted(position)) and \(target.quoted(other))")
  }
}
