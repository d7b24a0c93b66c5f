/// The way of writing that two numbers at the same place in two texts ask for.
struct NumberWriting: Equatable {
  private var plus: String?
  private var plusOfZero: String?
  private var minus: String
  private let isAccounting: Bool
  /// What stands between sign and digits: a currency symbol.
  private let lead: String
  private let digitSet: DigitSet
  private let decimalSeparator: Character?
  private var groupingSeparator: Character?
  private let isIndian: Bool
  private let minimumIntegerDigits: Int
  private let fractionDigits: Int
  private let clock: ClockStyle?

  /// Takes what either text shows, of two ways the target's.
  init(_ pair: NumeralPair, _ source: borrowing NumberedText, _ target: borrowing NumberedText) {
    plus = target.plus(of: pair.target, isZero: false) ?? source.plus(of: pair.source, isZero: false)
    plusOfZero = target.plus(of: pair.target, isZero: true) ?? source.plus(of: pair.source, isZero: true)
    minus =
      target.minus(of: pair.target) ?? source.minus(of: pair.source) ?? source.symbols.minusSigns.first.map {
        String($0)
      } ?? "-"
    isAccounting = pair.sourceIsAccounting || pair.targetIsAccounting
    lead = source.characters.text((pair.source.start - pair.lead)..<pair.source.start)
    digitSet = pair.target.digitSet
    decimalSeparator =
      target.character(at: pair.target.decimalSeparator)
      ?? source.character(at: pair.source.decimalSeparator)
    groupingSeparator =
      source.character(at: pair.source.groupingSeparator)
      ?? target.character(at: pair.target.groupingSeparator)
    isIndian = pair.source.isIndian || pair.target.isIndian
    minimumIntegerDigits = pair.padding
    fractionDigits = pair.fractionDigits
    clock = pair.clock
  }

  /// The template for all numbers between the two.
  var template: NumberTemplate {
    self == Self.whole ? Self.wholeTemplate : template(clock.map { .units($0) } ?? .fixed)
  }

  /// `7`, as nearly all numbers are written.
  static let whole = NumberWriting()
  static let wholeTemplate = whole.template(.fixed)

  private init() {
    (minus, isAccounting, lead, digitSet) = ("-", false, "", .latin)
    (decimalSeparator, isIndian, minimumIntegerDigits, fractionDigits, clock) = (nil, false, 1, 0, nil)
  }

  /// The template for numbers that are written otherwise, of which the digits, the signs and the separators are the same.
  ///
  /// Where neither text shows a decimal separator, `decimalSeparator` is taken.
  func template(
    _ style: NumberTemplate.Style, fractionDigits: Int? = nil, decimalSeparator separator: String = "."
  ) -> NumberTemplate {
    let positive = NumberTemplate.Affixes(prefix: (plus ?? "") + lead)
    let zero = NumberTemplate.Affixes(prefix: (plusOfZero ?? "") + lead)
    var negative =
      isAccounting
      ? NumberTemplate.Affixes(prefix: "(" + lead, suffix: ")") : NumberTemplate.Affixes(prefix: minus + lead)
    if case .units(let style) = style, !style.isSigned { negative = positive }
    let layout = DigitLayout(
      digitSet: digitSet, decimalSeparator: decimalSeparator.map { String($0) } ?? separator,
      groupingSeparator: groupingSeparator.map { String($0) } ?? ",",
      grouping: groupingSeparator.map { _ in DigitLayout.Grouping(secondary: isIndian ? 2 : 3) })
    return NumberTemplate(
      style: style, affixes: Signed(positive: positive, negative: negative, zero: zero), layout: layout,
      minimumIntegerDigits: minimumIntegerDigits, fraction: .atLeast(fractionDigits ?? self.fractionDigits))
  }
}

extension NumberedText {
  fileprivate func character(at position: Int?) -> Character? { position.map { characters[$0] } }

  fileprivate func minus(of numeral: Numeral) -> String? {
    numeral.sign == .minus ? characters.text(numeral.first..<numeral.signSlot) : nil
  }

  /// The plus of a number, if it is zero or not as asked.
  fileprivate func plus(of numeral: Numeral, isZero: Bool) -> String? {
    guard numeral.sign == .plus, value(of: numeral).isZero == isZero else { return nil }
    return characters.text(numeral.first..<numeral.signSlot)
  }
}
