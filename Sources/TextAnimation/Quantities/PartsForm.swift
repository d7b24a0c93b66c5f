internal import TextBytes

/// One of the numbers of `1h 59m`, with its unit.
struct QuantityPart: Sendable {
  let unit: MeasureUnit
  let value: Decimal
  /// Digits after the separator, of the last part only.
  let fractionDigits: Int
  /// Two where a zero stands in front.
  let minimumDigits: Int
  /// The unit as it is written, with the space before it.
  let word: String
  /// What stands before the next part; `nil` behind the last.
  let gap: String?

  fileprivate var number: NumberWithWord {
    NumberWithWord(value: value, fractionDigits: fractionDigits, word: word)
  }
}

extension [QuantityPart] {
  /// The same in minutes and seconds, where they are feet and inches by their marks beside others that are not.
  func primes(beside others: [QuantityPart]) -> [QuantityPart] {
    guard first?.unit.family == .feet, others.first?.unit.family == .primes else { return self }
    let units = map { part in MeasureUnit.symbolized(part.number.letters).first { $0.family == .primes } }
    guard units.allSatisfy({ $0 != nil }) else { return self }
    return zip(self, units).compactMap { part, unit in
      unit.map {
        QuantityPart(
          unit: $0, value: part.value, fractionDigits: part.fractionDigits, minimumDigits: part.minimumDigits,
          word: part.word, gap: part.gap)
      }
    }
  }
}

/// Numbers with falling units, the smallest of which the value is counted in: `1h 59m`, `5'10"`.
///
/// Parts in front that only one of the texts has are shown from their first unit on.
struct PartsForm: UnitsForm {
  private let parts: [Part]
  let unit: NumberUnit

  fileprivate struct Part {
    /// How many of the smallest unit it is.
    let size: UInt64
    let minimumDigits: Int
    let words: PluralWords
    let gap: Literal
    let isAlways: Bool
  }

  static func measure(
    _ source: [QuantityPart], _ target: [QuantityPart], fractionDigits: Int, _ symbols: NumberSymbols
  ) throws(NotAnimatable) -> Measure? {
    guard let family = source.first?.unit.family, family == target.first?.unit.family else { return nil }
    let sizes = Set((source + target).map(\.unit.size)).sorted(by: >)
    guard let smallest = sizes.last, sizes.allSatisfy({ $0.isMultiple(of: smallest) }) else { return nil }
    let gap = (source + target).lazy.compactMap(\.gap).first ?? " "
    var parts: [Part] = []
    for size in sizes {
      let known = [target, source].compactMap { $0.first { $0.unit.size == size } }
      let isAlways = known.count == 2 || parts.contains(where: \.isAlways)
      parts.append(Part(size: size / smallest, known, gap: size == smallest ? "" : gap, isAlways: isAlways, symbols))
    }
    return Measure(
      source: try value(of: source, in: smallest), target: try value(of: target, in: smallest),
      form: PartsForm(parts: parts, unit: .measure(family, size: smallest)), fractionDigits: fractionDigits)
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
    var rest = UInt64(units)
    var isFirst = true
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let (product, isBeyond) = part.size.multipliedReportingOverflow(by: unit)
      let size = isBeyond ? .max : product
      guard isLast || part.isAlways || !isFirst || rest >= size else { continue }
      let shown = isLast ? rest : rest / size
      let digits = isLast ? fractionDigits : 0
      layout.append(shown, fractionDigits: digits, minimumDigits: isFirst ? 1 : part.minimumDigits, to: &text)
      text.append(part.words.word(beside: UInt128(shown), fractionDigits: digits))
      text.append(part.gap)
      rest %= size
      isFirst = false
    }
  }
}

extension PartsForm.Part {
  /// Takes the words of a part from the texts that have it, the first rather than the others.
  fileprivate init(
    size: UInt64, _ known: [QuantityPart], gap: String, isAlways: Bool, _ symbols: NumberSymbols
  ) {
    let numbers = known.map(\.number)
    var words: [PluralCategory: String] = [:]
    for number in numbers.reversed() { words[number.category(symbols.plurals)] = number.word }
    // One word for all, as nearly always, needs no rules.
    if Set(words.values).count == 1 { words = [:] }
    let inflected = numbers.compactMap(symbols.inflecting)
    self.init(
      size: size, minimumDigits: known.map(\.minimumDigits).max() ?? 1,
      words: inflected.count == known.count
        ? inflected[0] : PluralWords(words, otherwise: known.first?.word ?? "", rules: symbols.plurals),
      gap: Literal(known.lazy.compactMap(\.gap).first ?? gap), isAlways: isAlways)
  }
}
