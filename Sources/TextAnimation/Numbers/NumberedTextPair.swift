internal import TextBytes

/// Two texts that may differ only in their numbers.
struct NumberedTextPair {
  let source: NumberedText
  let target: NumberedText

  /// Pairs the numbers in order.
  ///
  /// - Throws: ``NotAnimatable`` if there are none, not the same count, or not of the same kind.
  init(_ source: NumberedText, _ target: NumberedText) throws(NotAnimatable) {
    self.source = source
    self.target = target
    if source.numerals.isEmpty { throw NotAnimatable(reason: "no number was found in the source") }
    if target.numerals.isEmpty { throw NotAnimatable(reason: "no number was found in the target") }
    guard source.numerals.count == target.numerals.count else {
      throw NotAnimatable(
        reason: "the source has \(source.numerals.count) numbers and the target \(target.numerals.count)")
    }
    for index in source.numerals.indices where source.numerals[index].isClock != target.numerals[index].isClock {
      let (first, second) = (source.written(source.numerals[index]), target.written(target.numerals[index]))
      throw NotAnimatable(reason: "“\(first)” and “\(second)” are not both times")
    }
  }

  private var count: Int { source.numerals.count }

  /// The source's and the target's number at an index.
  private func pair(at index: Int) -> NumeralPair {
    NumeralPair(source: source.numerals[index], target: target.numerals[index])
  }

  /// The values from one number to the other.
  private func tween(of pair: NumeralPair, rounding: Rounding) -> DecimalTween {
    DecimalTween(
      from: source.value(of: pair.source, isNegative: pair.sourceIsAccounting),
      to: target.value(of: pair.target, isNegative: pair.targetIsAccounting), places: pair.fractionDigits,
      rounding: rounding)
  }

  /// Prepares everything that a frame needs.
  ///
  /// - Throws: ``NotAnimatable`` naming the first character that differs, or a number that is too long.
  func interpolation(symbols: NumberSymbols, rounding: Rounding) throws(NotAnimatable) -> NumbersInterpolation {
    let shown = pair(at: (0..<count).first { !isConstant(pair(at: $0)) } ?? 0)
    try checkLength(shown)
    var numbers: [AnimatedNumber] = []
    var writing: NumberWriting?
    var template = NumberWriting.wholeTemplate
    var unwritten = ""
    for index in 0..<count {
      let pair = pair(at: index)
      unwritten += source.text(try literal(before: index).dropLast(pair.lead))
      guard !isConstant(pair) else {
        unwritten += source.written(pair.source)
        continue
      }
      try checkLength(pair)
      try checkLead(pair)
      let asked = NumberWriting(pair, source, target, lead: source.lead(pair.lead, of: pair.source), symbols)
      // Most numbers of a text are written like the one before.
      if asked != writing { (writing, template) = (asked, asked.template) }
      numbers.append(
        AnimatedNumber(
          after: Literal(unwritten), tween(of: pair, rounding: rounding), template, fractionDigits: pair.fractionDigits)
      )
      unwritten = ""
    }
    let rest = Literal(unwritten + source.text(try literal(before: count)))
    return NumbersInterpolation(
      numbers, rest: rest, first: numbers.first?.tween ?? tween(of: shown, rounding: rounding))
  }

  /// The numbers that are not written the same in both texts, in order.
  var changing: [NumeralPair] { (0..<count).map(pair).filter { !isConstant($0) } }

  /// Whether a number is written the same in both texts: it stays as it is, `007`.
  private func isConstant(_ pair: NumeralPair) -> Bool {
    !pair.sourceIsAccounting && !pair.targetIsAccounting
      && source.writes(pair.source, as: target, pair.target)
  }
}

// MARK: - Reading

extension NumberedTextPair {
  /// Two texts and their interpolation.
  typealias Reading = (pair: NumberedTextPair, interpolation: NumbersInterpolation)

  /// Reads times as seconds and, where that fails, as separate numbers: `16:10` → `16:99`.
  static func reading(
    from source: String, to target: String, symbols: NumberSymbols, rounding: Rounding
  ) throws(NotAnimatable) -> Reading {
    try reading(
      NumberedText(source, symbols: symbols, readsClocks: true, limit: .max),
      NumberedText(target, symbols: symbols, readsClocks: true, limit: .max), symbols: symbols, rounding: rounding)
  }

  /// The same for texts that have been scanned.
  static func reading(
    _ source: NumberedText, _ target: NumberedText, symbols: NumberSymbols, rounding: Rounding
  ) throws(NotAnimatable) -> Reading {
    do throws(NotAnimatable) {
      let pair = try NumberedTextPair(source, target)
      return (pair, try pair.interpolation(symbols: symbols, rounding: rounding))
    } catch {
      guard source.hasClocks || target.hasClocks else { throw error }
      let pair = try NumberedTextPair(source.withoutClocks, target.withoutClocks)
      return (pair, try pair.interpolation(symbols: symbols, rounding: rounding))
    }
  }
}

// MARK: - Refusals

extension NumberedTextPair {
  /// The text that both have before the number at `index`, without signs.
  private func literal(before index: Int) throws(NotAnimatable) -> NumberedText.Positions {
    let left = source.literal(before: index) { pair(at: $0).sourceIsAccounting }
    let right = target.literal(before: index) { pair(at: $0).targetIsAccounting }
    for offset in 0..<max(left.count, right.count) {
      let position = offset < left.count ? left[offset] : left.end
      let other = offset < right.count ? right[offset] : right.end
      let isEqual =
        offset < left.count && offset < right.count
        && source.characters.isEqual(at: position, to: target.characters, at: other)
      guard isEqual else { throw difference(position, other) }
    }
    return left
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
    guard max(pair.source.digits.count, pair.target.digits.count) > NumberLimits.digits else { return }
    throw NotAnimatable(reason: "a number has more than \(NumberLimits.digits) digits")
  }

  private func difference(_ position: Int, _ other: Int) -> NotAnimatable {
    let places = position == other ? "\(position + 1)" : "\(position + 1) of the source and \(other + 1) of the target"
    return NotAnimatable(
      reason: "the texts differ at character \(places): \(source.quoted(position)) and \(target.quoted(other))")
  }
}
