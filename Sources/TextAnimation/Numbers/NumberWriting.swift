/// The way of writing that two numbers at the same place in two texts ask for.
struct NumberWriting: Equatable {
  private var plus: Character?
  private var plusOfZero: Character?
  private var minus: Character
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
    minus = target.minus(of: pair.target) ?? source.minus(of: pair.source) ?? source.symbols.minusSigns.first ?? "-"
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
  var template: NumberTemplate { self == Self.whole ? Self.wholeTemplate : compiled }

  /// `7`, as nearly all numbers are written.
  static let whole = NumberWriting()
  static let wholeTemplate = whole.compiled

  private init() {
    (minus, isAccounting, lead, digitSet) = ("-", false, "", .latin)
    (decimalSeparator, isIndian, minimumIntegerDigits, fractionDigits, clock) = (nil, false, 1, 0, nil)
  }

  private var compiled: NumberTemplate {
    let positive = NumberTemplate.Affixes(prefix: (plus.map { String($0) } ?? "") + lead)
    let zero = NumberTemplate.Affixes(prefix: (plusOfZero.map { String($0) } ?? "") + lead)
    let negative =
      isAccounting
      ? NumberTemplate.Affixes(prefix: "(" + lead, suffix: ")") : NumberTemplate.Affixes(prefix: String(minus) + lead)
    let layout = DigitLayout(
      digitSet: digitSet, decimalSeparator: decimalSeparator.map { String($0) } ?? ".",
      groupingSeparator: groupingSeparator.map { String($0) } ?? ",",
      grouping: groupingSeparator.map { _ in DigitLayout.Grouping(secondary: isIndian ? 2 : 3) })
    return NumberTemplate(
      style: clock.map { .clock($0) } ?? .fixed, affixes: Signed(positive: positive, negative: negative, zero: zero),
      layout: layout, minimumIntegerDigits: minimumIntegerDigits, fraction: .atLeast(fractionDigits))
  }
}

extension NumberedText {
  fileprivate func character(at position: Int?) -> Character? { position.map { characters[$0] } }

  fileprivate func minus(of numeral: Numeral) -> Character? {
    numeral.sign == .minus ? characters[numeral.signSlot - 1] : nil
  }

  /// The plus of a number, if it is zero or not as asked.
  fileprivate func plus(of numeral: Numeral, isZero: Bool) -> Character? {
    numeral.sign == .plus && value(of: numeral).isZero == isZero ? characters[numeral.signSlot - 1] : nil
  }
}
