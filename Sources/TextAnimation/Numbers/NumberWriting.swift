/// The way of writing that two numbers at the same place in two texts ask for.
struct NumberWriting: Equatable {
  /// What stands around numbers above zero, below zero and at zero.
  private let bodies: Signed<Body>
  private let digitSet: DigitSet
  private let decimalSeparator: Character?
  private let groupingSeparator: Character?
  private let secondaryGroup: Int
  private let minimumIntegerDigits: Int
  private let fractionDigits: Int
  private let clock: ClockForm?

  /// What stands before the digits and behind them.
  struct Body: Equatable {
    var before = ""
    var behind = ""
  }

  /// Takes what either text shows, of two ways the target's.
  ///
  /// - Parameters:
  ///   - pair: The numbers.
  ///   - start: Where what belongs to them begins in both texts.
  ///   - end: Where it ends.
  ///   - source: The text of one.
  ///   - target: The text of the other.
  init(
    _ pair: NumeralPair, from start: (Int, Int), to end: (Int, Int), _ source: borrowing NumberedText,
    _ target: borrowing NumberedText
  ) {
    bodies = Self.bodies(pair, start, end, source, target)
    digitSet = pair.target.digitSet
    decimalSeparator =
      target.character(at: pair.target.decimalSeparator)
      ?? source.character(at: pair.source.decimalSeparator)
    groupingSeparator =
      source.character(at: pair.source.groupingSeparator)
      ?? target.character(at: pair.target.groupingSeparator)
    secondaryGroup =
      pair.source.isIndian || pair.target.isIndian
      ? 2 : pair.source.showsGroups || pair.target.showsGroups ? 3 : source.symbols.secondaryGroup
    minimumIntegerDigits = pair.padding
    fractionDigits = pair.fractionDigits
    clock = pair.clock
  }

  /// Takes what one text shows.
  init(_ numeral: Numeral, in text: borrowing NumberedText) {
    self.init(
      NumeralPair(source: numeral, target: numeral), from: (numeral.first, numeral.first),
      to: (numeral.last, numeral.last), text, text)
  }

  /// The template for all numbers between the two.
  var template: NumberTemplate {
    self == Self.whole ? Self.wholeTemplate : template(clock)
  }

  /// `7`, as nearly all numbers are written.
  static let whole = NumberWriting()
  static let wholeTemplate = whole.template(nil)

  private init() {
    bodies = Self.bare
    (digitSet, decimalSeparator, groupingSeparator, secondaryGroup) = (.latin, nil, nil, 3)
    (minimumIntegerDigits, fractionDigits, clock) = (1, 0, nil)
  }

  private static let bare = Signed(positive: Body(), negative: Body(before: "-"), zero: Body())

  /// The template for numbers that are written otherwise, of which the digits, the signs and the separators are the same.
  ///
  /// Where neither text shows a decimal separator, `decimalSeparator` is taken.
  func template(
    _ form: (any Form)?, fractionDigits: Int? = nil, decimalSeparator separator: String = "."
  ) -> NumberTemplate {
    let positive = bodies.positive.affixes
    var negative = bodies.negative.affixes
    if let form, !form.isSigned { negative = positive }
    let layout = DigitLayout(
      digitSet: digitSet, decimalSeparator: decimalSeparator.map { String($0) } ?? separator,
      groupingSeparator: groupingSeparator.map { String($0) } ?? ",",
      grouping: groupingSeparator.map { _ in DigitLayout.Grouping(secondary: secondaryGroup) })
    let zero = bodies.zero == bodies.positive ? positive : bodies.zero.affixes
    return NumberTemplate(
      form: form, affixes: Signed(positive: positive, negative: negative, zero: zero), layout: layout,
      minimumIntegerDigits: minimumIntegerDigits, fraction: .atLeast(fractionDigits ?? self.fractionDigits))
  }
}

extension NumberWriting.Body {
  fileprivate var affixes: NumberTemplate.Affixes { NumberTemplate.Affixes(prefix: before, suffix: behind) }
}

// MARK: - Around the digits

extension NumberWriting {
  /// Each text's own; what neither shows follows from the one that they have.
  private static func bodies(
    _ pair: NumeralPair, _ start: (Int, Int), _ end: (Int, Int), _ source: borrowing NumberedText,
    _ target: borrowing NumberedText
  ) -> Signed<Body> {
    let (first, second) = (pair.source, pair.target)
    let isBare = start == (first.start, second.start) && end == (first.end, second.end)
    if isBare, source.symbols.minusSigns.first == "-" { return bare }
    let (own, other) = (target.body(second, start.1, end.1), source.body(first, start.0, end.0))
    let isNegative = (first.sign == .minus, second.sign == .minus)
    let negative =
      isNegative.1 ? own : isNegative.0 ? other : target.negativeBody(second, start.1, end.1)
    let unsigned =
      !isNegative.1
      ? target.unsignedBody(second, start.1, end.1)
      : isNegative.0 ? target.positiveBody(second, start.1, end.1) : source.unsignedBody(first, start.0, end.0)
    func positive(isZero: Bool) -> Body {
      if second.sign == .plus, target.isZero(second) == isZero { return own }
      if first.sign == .plus, source.isZero(first) == isZero { return other }
      return unsigned
    }
    return Signed(positive: positive(isZero: false), negative: negative, zero: positive(isZero: true))
  }
}

extension NumberedText {
  fileprivate func isZero(_ numeral: Numeral) -> Bool { magnitude(of: numeral)?.isZero ?? false }

  fileprivate func character(at position: Int?) -> Character? { position.map { characters[$0] } }

  /// What stands around a number, as it is.
  fileprivate func body(_ numeral: Numeral, _ start: Int, _ end: Int) -> NumberWriting.Body {
    NumberWriting.Body(
      before: characters.text(start..<max(start, numeral.start)),
      behind: characters.text(numeral.end..<max(end, numeral.end)))
  }

  /// The same without its sign.
  fileprivate func unsignedBody(_ numeral: Numeral, _ start: Int, _ end: Int) -> NumberWriting.Body {
    guard numeral.sign != nil else { return body(numeral, start, end) }
    let (mark, closing) = (numeral.mark, numeral.closing)
    let behind =
      closing.isEmpty
      ? characters.text(numeral.end..<max(end, numeral.end))
      : characters.text(numeral.end..<closing.lowerBound)
        + characters.text(closing.upperBound..<max(end, closing.upperBound))
    guard !mark.isEmpty else { return NumberWriting.Body(before: body(numeral, start, end).before, behind: behind) }
    return NumberWriting.Body(
      before: characters.text(start..<max(start, mark.lowerBound)) + characters.text(mark.upperBound..<numeral.start),
      behind: behind)
  }

  /// What stands around a number above zero, where only one below zero is known: letters get a blank that the minus had
  /// the place of.
  fileprivate func positiveBody(_ numeral: Numeral, _ start: Int, _ end: Int) -> NumberWriting.Body {
    var body = unsignedBody(numeral, start, end)
    if numeral.mark.upperBound == numeral.start, body.before.last?.isLetter ?? false { body.before += "\u{A0}" }
    return body
  }

  /// What stands around a number below zero, where only one above is known: the minus stands where the locale has it.
  fileprivate func negativeBody(_ numeral: Numeral, _ start: Int, _ end: Int) -> NumberWriting.Body {
    var body = unsignedBody(numeral, start, end)
    let minus = symbols.minusSigns.first.map { String($0) } ?? "-"
    guard numeral.first < numeral.start, !body.before.isEmpty else {
      body.before += minus
      return body
    }
    switch symbols.moneyMinus {
    case .first: body.before = minus + body.before
    case .afterBlank: body.before += minus
    case .atDigits:
      if body.before.last?.isWhitespace ?? false { body.before.removeLast() }
      body.before += minus
    }
    return body
  }
}
