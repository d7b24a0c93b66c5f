internal import TextBytes

/// Two numbers at the same place in two texts, and the way of writing that both ask for.
struct NumeralPair {
  let source: Numeral
  let target: Numeral

  /// Whether only the source is in parentheses, where they mean a negative number: `(7)` → `5`.
  var sourceIsAccounting: Bool { source.isParenthesized && !target.isParenthesized && target.sign?.isMinus != true }
  /// Whether only the target is in parentheses, where they mean a negative number: `5` → `(7)`.
  var targetIsAccounting: Bool { target.isParenthesized && !source.isParenthesized && source.sign?.isMinus != true }

  /// How many characters stand between the sign and the digits: the currency symbol of `-$5`, none in `$-5`.
  var lead: Int {
    source.sign == nil && !sourceIsAccounting && (target.sign != nil || targetIsAccounting) ? target.lead : source.lead
  }

  /// Both values and all between them.
  func tween(rounding: Rounding) -> DecimalTween {
    DecimalTween(
      from: source.value(isNegative: sourceIsAccounting), to: target.value(isNegative: targetIsAccounting),
      places: fractionDigits, rounding: rounding)
  }

  /// Makes the pair ready; `lead` are the characters between sign and digits.
  func animated(after literal: String, lead: String, _ templates: inout Templates, before rest: Literal = .empty)
    -> AnimatedNumber
  {
    AnimatedNumber(
      after: Literal(literal), tween(rounding: templates.rounding), templates.template(of: self, lead: lead),
      fractionDigits: fractionDigits, before: rest)
  }
}

extension NumeralPair {
  /// Appends the source moved by a distance, written as both ask for.
  func write(movedBy distance: Double, symbols: NumberSymbols, to text: inout UTF8Buffer) {
    let places = source.fraction.count
    let units = (source.value() + Decimal(distance)).units(places: places, .nearest)
    template(lead: "", symbols: symbols).write(units, fractionDigits: places...places, to: &text)
  }
}

// MARK: - The way both are written

extension NumeralPair {
  /// How both are written; `lead` are the characters between sign and digits.
  func template(lead: String, symbols: NumberSymbols) -> NumberTemplate {
    let isUnsigned = source.sign == nil && target.sign == nil && lead.isEmpty
    return NumberTemplate(
      style: source.isClock ? .clock(clockStyle) : .fixed,
      affixes: Signed(
        positive: isUnsigned ? .init() : positive(lead: lead), negative: negative(lead: lead, symbols: symbols),
        zero: isUnsigned ? .init() : positive(lead: lead, isZero: true)),
      layout: layout, minimumIntegerDigits: padding, fraction: .atLeast(fractionDigits))
  }

  private var clockStyle: ClockStyle {
    let hours = [source, target].filter { $0.fieldCount == 3 }
    let minutes = [source, target].filter { $0.fieldCount == 2 }
    return ClockStyle(
      hours: hours.isEmpty ? .never : minutes.isEmpty ? .always : .whenReached,
      hourDigits: hours.compactMap(\.padding).max() ?? 1, minuteDigits: minutes.compactMap(\.padding).max() ?? 1)
  }

  /// Digits after the separator: the larger count of both.
  private var fractionDigits: Int { max(source.fraction.count, target.fraction.count) }

  private var padding: Int {
    guard let padding = source.padding else { return target.padding ?? 1 }
    return max(padding, target.padding ?? padding)
  }

  private var layout: DigitLayout {
    guard let grouping = source.grouping ?? target.grouping else { return ungroupedLayout }
    let isIndian = source.grouping?.isIndian == true || target.grouping?.isIndian == true
    return DigitLayout(
      digitSet: target.digitSet,
      decimalSeparator: (target.decimalSeparator ?? source.decimalSeparator).map { String($0) } ?? ".",
      groupingSeparator: String(grouping.separator), grouping: DigitLayout.Grouping(secondary: isIndian ? 2 : 3))
  }

  private var ungroupedLayout: DigitLayout {
    guard let separator = target.decimalSeparator ?? source.decimalSeparator else {
      return target.digitSet == .latin ? .whole : DigitLayout(digitSet: target.digitSet)
    }
    return DigitLayout(digitSet: target.digitSet, decimalSeparator: String(separator))
  }

  /// Everything that decides how the pair is written.
  fileprivate func writing(lead: String) -> Templates.Writing {
    Templates.Writing(
      source: Templates.Part(source, isAccounting: sourceIsAccounting),
      target: Templates.Part(target, isAccounting: targetIsAccounting),
      decimalSeparator: target.decimalSeparator ?? source.decimalSeparator, digitSet: target.digitSet,
      padding: padding, fractionDigits: fractionDigits, lead: lead,
      isClock: source.isClock)
  }

  /// The templates of one text's numbers, most of which are written like the one before.
  struct Templates {
    let symbols: NumberSymbols
    let rounding: Rounding
    private var last: (writing: Writing, template: NumberTemplate)?

    fileprivate struct Writing: Equatable {
      let source: Part
      let target: Part
      let decimalSeparator: Character?
      let digitSet: DigitSet
      let padding: Int
      let fractionDigits: Int
      let lead: String
      /// Times are written as the two ask for.
      let isClock: Bool
    }

    fileprivate struct Part: Equatable {
      let sign: Numeral.Sign?
      /// Whether it is a zero with a plus.
      let isPositiveZero: Bool
      let isAccounting: Bool
      let grouping: Numeral.Grouping?

      init(_ numeral: Numeral, isAccounting: Bool) {
        sign = numeral.sign
        isPositiveZero = sign?.isMinus == false && numeral.units.isZero
        self.isAccounting = isAccounting
        grouping = numeral.grouping
      }
    }

    init(symbols: NumberSymbols, rounding: Rounding) {
      self.symbols = symbols
      self.rounding = rounding
    }

    fileprivate mutating func template(of pair: NumeralPair, lead: String) -> NumberTemplate {
      let writing = pair.writing(lead: lead)
      if let last, !writing.isClock, last.writing == writing { return last.template }
      let template = pair.template(lead: lead, symbols: symbols)
      last = (writing, template)
      return template
    }
  }

  /// A plus stays where either text shows one.
  private func positive(lead: String, isZero: Bool = false) -> NumberTemplate.Affixes {
    let plus = target.plus(isZero: isZero) ?? source.plus(isZero: isZero)
    return NumberTemplate.Affixes(prefix: (plus.map { String($0) } ?? "") + lead)
  }

  private func negative(lead: String, symbols: NumberSymbols) -> NumberTemplate.Affixes {
    if sourceIsAccounting || targetIsAccounting {
      return NumberTemplate.Affixes(prefix: "(" + lead, suffix: ")")
    }
    let minus = target.minus ?? source.minus ?? symbols.minusSigns.first ?? "-"
    if minus == "-", lead.isEmpty { return .minus }
    return NumberTemplate.Affixes(prefix: String(minus) + lead)
  }
}

extension Numeral {
  /// How many characters stand between the sign, or where it would stand, and the digits.
  var lead: Int { start - signSlot }

  fileprivate var minus: Character? { sign.flatMap { $0.isMinus ? $0.character : nil } }

  /// Its plus, if it is zero or not as asked.
  fileprivate func plus(isZero: Bool) -> Character? {
    sign.flatMap { !$0.isMinus && units.isZero == isZero ? $0.character : nil }
  }
}
