import Interpolation
import TextBytes

/// The way of writing that two numbers at the same place in two texts ask for.
struct NumberWriting: Equatable {
  private let affixes: Signed<NumberTemplate.Affixes>
  private let digitSet: DigitSet
  private let decimalSeparator: Character?
  private let groupingSeparator: Character?
  private let groups: DigitLayout.Grouping
  private let minimumIntegerDigits: Int
  private let fractionDigits: Int
  private let clock: ClockForm?

  /// Takes what either text shows, of two ways the target's; what belongs to the numbers stands from `start` to `end`.
  init(
    _ pair: NumeralPair, from start: (Int, Int), to end: (Int, Int), _ source: borrowing NumberedText,
    _ target: borrowing NumberedText
  ) {
    affixes = Self.affixes(pair, start, end, source, target)
    digitSet = pair.target.digitSet
    decimalSeparator =
      target.character(at: pair.target.decimalSeparator)
      ?? source.character(at: pair.source.decimalSeparator)
    groupingSeparator =
      source.character(at: pair.source.groupingSeparator)
      ?? target.character(at: pair.target.groupingSeparator)
    groups = groupingSeparator == nil ? .init() : pair.groups(source.symbols.groups)
    minimumIntegerDigits = pair.padding
    fractionDigits = pair.fractionDigits
    clock = pair.clock(target[pair.target.start + pair.target.integerDigits])
  }

  /// Takes what one text shows.
  init(_ numeral: Numeral, in text: borrowing NumberedText) {
    self.init(
      NumeralPair(source: numeral, target: numeral), from: (numeral.first, numeral.first),
      to: (numeral.last, numeral.last), text, text)
  }

  var template: NumberTemplate {
    self == Self.whole ? Self.wholeTemplate : template(clock)
  }

  /// `7`, as nearly all numbers are written.
  static let whole = NumberWriting()
  static let wholeTemplate = whole.template(nil)

  private init() {
    affixes = Self.bare
    (digitSet, decimalSeparator, groupingSeparator, groups) = (.latin, nil, nil, .init())
    (minimumIntegerDigits, fractionDigits, clock) = (1, 0, nil)
  }

  private static let bare = Signed(positive: NumberTemplate.Affixes(), negative: .minus, zero: NumberTemplate.Affixes())

  /// The template for numbers that are written otherwise, of which the digits, the signs and the separators are the same.
  ///
  /// Where neither text shows a decimal separator, `decimalSeparator` is taken.
  func template(
    _ form: (any Form)?, fractionDigits: Int? = nil, decimalSeparator separator: String = "."
  ) -> NumberTemplate {
    let fractionDigits = fractionDigits ?? self.fractionDigits
    let layout = DigitLayout(
      digitSet: digitSet, decimalSeparator: decimalSeparator.map { String($0) } ?? separator,
      groupingSeparator: groupingSeparator.map { String($0) } ?? ",",
      grouping: groupingSeparator.map { _ in groups })
    let negative = form?.isSigned ?? true ? affixes.negative : affixes.positive
    return NumberTemplate(
      form: form, affixes: Signed(positive: affixes.positive, negative: negative, zero: affixes.zero), layout: layout,
      minimumIntegerDigits: minimumIntegerDigits, fraction: fractionDigits...fractionDigits, growsWithFactor: true)
  }
}

extension NumeralPair {
  /// Where digits are parted that at least one of both parts: as they show it, else as the language has it.
  ///
  /// A thousand with a separator shows that all are parted, and one without, `9950` beside `10 250`, that it is not.
  fileprivate func groups(_ own: DigitLayout.Grouping) -> DigitLayout.Grouping {
    let thousands = [source, target].filter { $0.wholeDigits == 4 && !$0.startsWithZero }
    let isParted = thousands.contains { $0.groupingSeparator != nil }
    return DigitLayout.Grouping(
      secondary: source.isIndian || target.isIndian ? 2 : source.showsGroups || target.showsGroups ? 3 : own.secondary,
      minimum: isParted ? 1 : thousands.isEmpty ? own.minimum : 2)
  }
}

// MARK: - Around the digits

extension NumberWriting {
  private typealias Affixes = NumberTemplate.Affixes

  /// Each text's own; what neither shows follows from the one that they have.
  private static func affixes(
    _ pair: NumeralPair, _ start: (Int, Int), _ end: (Int, Int), _ source: borrowing NumberedText,
    _ target: borrowing NumberedText
  ) -> Signed<Affixes> {
    let (first, second) = (pair.source, pair.target)
    let isBare = start == (first.start, second.start) && end == (first.end, second.end)
    if isBare, source.symbols.writesHyphen { return bare }
    let (own, other) = (target.affixes(second, start.1, end.1), source.affixes(first, start.0, end.0))
    let isNegative = (first.sign == .minus, second.sign == .minus)
    let negative =
      isNegative.1 ? own : isNegative.0 ? other : target.negativeAffixes(second, start.1, end.1)
    let unsigned =
      !isNegative.1
      ? target.unsignedAffixes(second, start.1, end.1)
      : isNegative.0 ? target.positiveAffixes(second, start.1, end.1) : source.unsignedAffixes(first, start.0, end.0)
    func positive(isZero: Bool) -> Affixes {
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

  fileprivate func affixes(_ numeral: Numeral, _ start: Int, _ end: Int) -> NumberTemplate.Affixes {
    NumberTemplate.Affixes(
      characters.literal(start..<max(start, numeral.start)), characters.literal(numeral.end..<max(end, numeral.end)))
  }

  fileprivate func unsignedAffixes(_ numeral: Numeral, _ start: Int, _ end: Int) -> NumberTemplate.Affixes {
    var affixes = affixes(numeral, start, end)
    guard numeral.sign != nil else { return affixes }
    let (mark, closing) = (numeral.mark, numeral.closing)
    if !mark.isEmpty {
      affixes.prefix = characters.literal(start..<max(start, mark.lowerBound))
        .followed(by: characters.literal(mark.upperBound..<numeral.start))
    }
    if !closing.isEmpty {
      affixes.suffix = characters.literal(numeral.end..<closing.lowerBound)
        .followed(by: characters.literal(closing.upperBound..<max(end, closing.upperBound)))
    }
    return affixes
  }

  /// What stands around a number above zero, where only one below zero is known: letters get a blank that the minus had
  /// the place of.
  fileprivate func positiveAffixes(_ numeral: Numeral, _ start: Int, _ end: Int) -> NumberTemplate.Affixes {
    var affixes = unsignedAffixes(numeral, start, end)
    if numeral.mark.upperBound == numeral.start, affixes.prefix.text.last?.isLetter ?? false {
      affixes.prefix = affixes.prefix.followed(by: Literal("\u{A0}"))
    }
    return affixes
  }

  /// What stands around a number below zero, where only one above is known: the minus stands where the locale has it.
  fileprivate func negativeAffixes(_ numeral: Numeral, _ start: Int, _ end: Int) -> NumberTemplate.Affixes {
    var affixes = unsignedAffixes(numeral, start, end)
    let minus = Literal(symbols.minusSigns.first.map { String($0) } ?? "-")
    guard numeral.first < numeral.start, !affixes.prefix.isEmpty else {
      affixes.prefix = affixes.prefix.followed(by: minus)
      return affixes
    }
    switch symbols.moneyMinus {
    case .first: affixes.prefix = minus.followed(by: affixes.prefix)
    case .afterBlank: affixes.prefix = affixes.prefix.followed(by: minus)
    case .atDigits:
      let money = affixes.prefix.text
      affixes.prefix = Literal(money.last?.isWhitespace ?? false ? String(money.dropLast()) : money)
        .followed(by: minus)
    }
    return affixes
  }
}
