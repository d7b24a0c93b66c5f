package import Interpolation
package import TextBytes

/// Two texts that may differ only in their numbers, which pair in order.
struct NumberedTextPair: ~Copyable {
  var source: NumberedText
  var target: NumberedText
  /// Whether the word for a unit that both texts have takes the form that fits the number shown.
  let inflects: Bool
  /// Why the texts change at once, where they may be read in two ways.
  var refusal: NotAnimatable?

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
    for index in 0..<min(self.source.numerals.count, self.target.numerals.count) { readWeakSigns(at: index) }
  }

  /// The same text twice, as it is read by itself: with signs that may be text.
  init(_ text: String, symbols: NumberSymbols) {
    source = NumberedText(text, symbols: symbols, readsQuantities: true)
    target = NumberedText(text, symbols: symbols, readsQuantities: true)
    inflects = true
    var meter = Meter(limit: .max)
    readWhole(&meter)
    align(&meter)
  }

  fileprivate var count: Int { source.numerals.count }

  func pair(at index: Int) -> NumeralPair {
    NumeralPair(source: source.numerals[index], target: target.numerals[index])
  }

  func interpolation(
    rounding: Rounding, spending meter: inout Meter
  ) throws(NotAnimatable) -> NumbersInterpolation {
    try checkNumerals()
    try checkFields()
    var first = 0
    while first < count - 1, isConstant(pair(at: first)) { first += 1 }
    try checkLength(pair(at: first))
    var numbers: [AnimatedNumber] = []
    var last: (writing: NumberWriting, template: NumberTemplate)?
    // Behind the last number that counts.
    var end = 0
    var position = (0, 0)
    for index in 0..<count {
      let pair = pair(at: index)
      guard meter.spend(Self.unitsOfPair, .texts) else { throw .outOfUnits }
      let start = try bodies(before: pair, from: position)
      position = try bodies(behind: pair)
      guard !isConstant(pair) else { continue }
      try checkLength(pair)
      if index > 0 { try checkFraction(self.pair(at: index - 1), pair) }
      let literal = source.characters.literal(end..<max(start.0, end))
      end = position.0
      if pair.isPlain(from: start, to: position), source.symbols.writesHyphen {
        numbers.append(try animated(pair, after: literal, NumberWriting.wholeTemplate, rounding: rounding, index))
        continue
      }
      let asked = NumberWriting(pair, from: start, to: position, source, target)
      if let measure = try measure(pair) {
        numbers.append(try animated(measure, after: literal, asked, rounding: rounding, index))
        continue
      }
      // Most numbers of a text are written like the one before.
      if last?.writing != asked { last = (asked, asked.template) }
      numbers.append(
        try animated(pair, after: literal, last?.template ?? asked.template, rounding: rounding, index))
    }
    try checkEnd(from: position)
    let rest = source.characters.literal(end..<source.characters.count)
    guard numbers.isEmpty else { return NumbersInterpolation(numbers, rest: rest) }
    let constant = pair(at: first)
    let own = NumberWriting(constant.source, in: source)
    let shown =
      if let measure = try measure(constant) {
        try animated(measure, after: .empty, own, rounding: rounding, first)
      } else {
        try animated(constant, after: .empty, own.template, rounding: rounding, first)
      }
    return NumbersInterpolation(rest, showing: shown)
  }

  /// What writing a pair takes to prepare, in units of a meter.
  private static let unitsOfPair = 600

  private func animated(
    _ pair: NumeralPair, after literal: Literal, _ template: NumberTemplate, rounding: Rounding, _ index: Int
  ) throws(NotAnimatable) -> AnimatedNumber {
    guard let first = source.value(of: pair.source), let last = target.value(of: pair.target) else { throw .tooLong }
    let tween = try Tween(from: first, to: last, places: pair.fractionDigits, rounding: rounding)
    return AnimatedNumber(after: literal, tween, template, fractionDigits: pair.fractionDigits, ordinal: index)
  }

  private func animated(
    _ measure: Measure, after literal: Literal, _ writing: NumberWriting, rounding: Rounding, _ index: Int
  ) throws(NotAnimatable) -> AnimatedNumber {
    let template = writing.template(measure.form, fractionDigits: measure.fractionDigits)
    let places = template.places(showing: measure.target, fractionDigits: measure.fractionDigits)
    let tween = try Tween(from: measure.source, to: measure.target, places: places, rounding: rounding)
    return AnimatedNumber(after: literal, tween, template, fractionDigits: measure.fractionDigits, ordinal: index)
  }

  /// Whether a number is written the same in both texts: it stays as it is, `007`.
  func isConstant(_ pair: NumeralPair) -> Bool {
    source.writes(pair.source, as: target, pair.target)
  }

  // MARK: - Refusals

  private func checkNumerals() throws(NotAnimatable) {
    if let refusal { throw refusal }
    if source.numerals.isEmpty { throw NotAnimatable(reason: "no number was found in the source") }
    if target.numerals.isEmpty { throw NotAnimatable(reason: "no number was found in the target") }
    guard source.numerals.count == target.numerals.count else {
      let counted = source.numerals.count == 1 ? "1 number" : "\(source.numerals.count) numbers"
      throw NotAnimatable(reason: "the source has \(counted) and the target \(target.numerals.count)")
    }
  }

  /// Refuses `12/31` → `1/1`: a date and a fraction count in different ways.
  private func checkFraction(_ previous: NumeralPair, _ pair: NumeralPair) throws(NotAnimatable) {
    guard pair.source.start == previous.source.end + 1, source[previous.source.end] == "/",
      !isConstant(previous),
      [previous.source, previous.target, pair.source, pair.target].allSatisfy({ $0.digitCount <= 2 })
    else { return }
    throw NotAnimatable(reason: "the numbers on both sides of “/” differ, as in a date or in a fraction")
  }

  private func checkLength(_ pair: NumeralPair) throws(NotAnimatable) {
    let wholeDigits = max(pair.source.wholeDigits, pair.target.wholeDigits)
    // So are nearly all, whatever zeros they have.
    if wholeDigits + pair.fractionDigits <= NumberLimits.digits { return }
    try pair.source.checkWrittenLength()
    try pair.target.checkWrittenLength()
    guard let first = source.magnitude(of: pair.source), let second = target.magnitude(of: pair.target) else {
      throw .tooLong
    }
    try first.checkUnit(beside: second)
  }

  func difference(_ position: Int, _ other: Int) -> NotAnimatable {
    let places = position == other ? "\(position + 1)" : "\(position + 1) of the source and \(other + 1) of the target"
    return NotAnimatable(
      reason: "the texts differ at character \(places): \(source.quoted(position)) and \(target.quoted(other))")
  }

  // MARK: - What stands around a number

  /// Takes signs for text that may be so in both texts and are written alike: `(7)` → `(9)`.
  mutating func readWeakSigns(at index: Int) {
    let pair = pair(at: index)
    guard pair.source.isWeak, pair.target.isWeak, pair.source.sign == pair.target.sign,
      pair.source.closing.isEmpty == pair.target.closing.isEmpty,
      source.characters.text(pair.source.mark) == target.characters.text(pair.target.mark)
    else { return }
    source.numerals[index].unsign()
    target.numerals[index].unsign()
  }

  /// Where what is not the same in both texts begins before a number: what stands from there on belongs to it.
  ///
  /// Each text keeps its own: a sign that only one has, and the marks and blanks beside it, may stand anywhere there. All
  /// else has to be the same.
  func bodies(before pair: NumeralPair, from position: (Int, Int)) throws(NotAnimatable) -> (Int, Int) {
    let same = source.characters.equalCount(
      from: position.0, target.characters, from: position.1,
      limit: min(pair.source.first - position.0, pair.target.first - position.1))
    let (left, right) = (position.0 + same, position.1 + same)
    let end = (pair.source.start, pair.target.start)
    _ = try passing(pair, from: (left, right), to: end, within: end, (pair.source.mark, pair.target.mark))
    return (left, right)
  }

  /// Where what belongs to a number ends behind it.
  func bodies(behind pair: NumeralPair) throws(NotAnimatable) -> (Int, Int) {
    try passing(
      pair, from: (pair.source.end, pair.target.end), to: (pair.source.last, pair.target.last),
      within: (source.characters.count, target.characters.count), (pair.source.closing, pair.target.closing))
  }

  /// Passes all on one side of a number until both texts are at the end of it, beyond which one may have to go on.
  private func passing(
    _ pair: NumeralPair, from position: (Int, Int), to end: (Int, Int), within limit: (Int, Int),
    _ marks: (Range<Int>, Range<Int>)
  ) throws(NotAnimatable) -> (Int, Int) {
    var (left, right) = position
    while left < end.0 || right < end.1 {
      let isAtMark = (marks.0.contains(left), marks.1.contains(right))
      if isAtMark == (true, true), pair.isSignedAlike {
        guard pair.source.closing.isEmpty == pair.target.closing.isEmpty else { throw difference(left, right) }
        (left, right) = (marks.0.upperBound, marks.1.upperBound)
      } else if isAtMark.0, !pair.isSignedAlike {
        left = marks.0.upperBound
      } else if isAtMark.1, !pair.isSignedAlike {
        right = marks.1.upperBound
      } else if isAtMark == (false, false), left < limit.0, right < limit.1, isSame(left, right) {
        (left, right) = (left + 1, right + 1)
      } else if !pair.isSignedAlike, left < limit.0, source.isBeside(pair.source, left) {
        left += 1
      } else if !pair.isSignedAlike, right < limit.1, target.isBeside(pair.target, right) {
        right += 1
      } else {
        throw difference(left, right)
      }
    }
    return (left, right)
  }

  /// Refuses texts that differ behind their last numbers.
  func checkEnd(from position: (Int, Int)) throws(NotAnimatable) {
    let same = source.characters.equalCount(from: position.0, target.characters, from: position.1)
    let (left, right) = (position.0 + same, position.1 + same)
    guard left == source.characters.count, right == target.characters.count else { throw difference(left, right) }
  }

  private func isSame(_ left: Int, _ right: Int) -> Bool {
    left < source.characters.count && right < target.characters.count
      && source.characters.isEqual(at: left, to: target.characters, at: right)
  }
}

extension NumeralPair {
  /// Whether both have a sign or neither has: then all around them must be the same.
  var isSignedAlike: Bool { source.sign == target.sign }
}

extension NumberedText {
  /// Whether a mark of direction stands here, or a blank that depends on the sign: one beside it or the digits.
  fileprivate func isBeside(_ numeral: Numeral, _ position: Int) -> Bool {
    if isDirectionMark(at: position) { return true }
    guard isSpace(at: position) else { return false }
    return [numeral.start, numeral.mark.lowerBound, numeral.closing.lowerBound].contains(position + 1)
      || [numeral.end, numeral.mark.upperBound, numeral.closing.upperBound].contains(position)
  }
}

// MARK: - Digit by digit

/// Two texts whose numbers count, with each digit of these by itself.
package struct DigitTexts {
  package let numbers: NumbersInterpolation
  package let source: [Piece]
  package let target: [Piece]

  package enum Piece {
    case text(String)
    /// A digit of one of the numbers that count, by its place: 0 is the ones, −1 the tenths.
    case digit(Int, DigitSet, place: Int, number: Int)
  }

  package init(
    from source: String, to target: String, symbols: NumberSymbols, rounding: Rounding, spending meter: inout Meter
  ) throws(NotAnimatable) {
    let source = NumberedText(source, symbols: symbols, readsQuantities: true, spending: &meter)
    let target = NumberedText(target, symbols: symbols, readsQuantities: true, spending: &meter)
    let pair = NumberedTextPair(source, target, inflects: false, spending: &meter)
    numbers = try pair.interpolation(rounding: rounding, spending: &meter)
    var changing: [NumeralPair] = []
    for index in 0..<pair.count where !pair.isConstant(pair.pair(at: index)) { changing.append(pair.pair(at: index)) }
    self.source = pair.source.pieces(changing.map(\.source))
    self.target = pair.target.pieces(changing.map(\.target))
  }
}

extension NumberedText {
  fileprivate func pieces(_ numerals: [Numeral]) -> [DigitTexts.Piece] {
    var pieces: [DigitTexts.Piece] = []
    var position = 0
    for (number, numeral) in numerals.enumerated() {
      pieces.append(.text(characters.text(position..<numeral.start)))
      var place = numeral.wholeDigits
      for position in numeral.start..<numeral.end {
        if let digit = digit(at: position, in: numeral.digitSet) {
          place -= 1
          pieces.append(.digit(Int(digit), numeral.digitSet, place: place, number: number))
        } else {
          pieces.append(.text(String(characters[position])))
        }
      }
      position = numeral.end
    }
    pieces.append(.text(characters.text(position..<characters.count)))
    return pieces
  }
}
