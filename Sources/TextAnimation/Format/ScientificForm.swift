internal import TextBytes

/// How `%e` and `%g` write a number: so many significant digits, and a power of ten where it is needed.
struct ScientificForm: SizedForm {
  let significantDigits: Int
  /// `%g`: without a power of ten where the number is short enough, and without zeros at the end.
  let isGeneral: Bool
  /// `#`: the point always stands, and zeros at the end too.
  let isAlternate: Bool
  let exponent: Exponent

  struct Exponent: Sendable {
    let isUppercase: Bool
    let hasPlus: Bool
    let minimumDigits: Int
  }
}

extension ScientificForm {
  var positionCount: Int { 4 }

  func places(showing target: Decimal) -> Int? { places(at: target.exponent) }

  func places(at exponent: Int) -> Int { significantDigits - 1 - exponent }

  /// Smaller numbers than a millionth of the larger end are passed over: their powers of ten come and go without end
  /// near zero.
  func lowestExponent(from source: Decimal, to target: Decimal) -> Int? {
    guard significantDigits < 15 else { return nil }
    let largest = [source, target].filter { !$0.isZero }.map(\.exponent).max() ?? 0
    return largest - 6
  }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let shown = number.tween.sized(at: progress, places: places)
    number.template.write(sign: shown.units, to: &text) { write(shown, to: &$0) }
  }

  private func write(_ number: SizedNumber, to text: inout UTF8Buffer) {
    let start = text.count
    number.units.magnitude.appendDigits(minimum: significantDigits, zeros: number.zeros, to: &text)
    let exponent = number.exponent ?? 0
    let isPlain = isGeneral && exponent >= -4 && exponent < text.count - start
    guard !isPlain || exponent >= 0 else {
      dropZeros(to: start, in: &text)
      text.insert(repeating: UInt8(ascii: "0"), count: 1 - exponent, at: start)
      text[start + 1] = UInt8(ascii: ".")
      return
    }
    let point = start + 1 + (isPlain ? exponent : 0)
    dropZeros(to: point, in: &text)
    if text.count > point || isAlternate { text.insert(repeating: UInt8(ascii: "."), count: 1, at: point) }
    if !isPlain { writeExponent(exponent, to: &text) }
  }

  /// Leaves out the zeros at the end where `%g` does, those before `start` excepted.
  private func dropZeros(to start: Int, in text: inout UTF8Buffer) {
    guard isGeneral, !isAlternate else { return }
    while text.count > start, text[text.count - 1] == UInt8(ascii: "0") { text.truncate(to: text.count - 1) }
  }

  private func writeExponent(_ exponent: Int, to text: inout UTF8Buffer) {
    text.append(self.exponent.isUppercase ? "E" : "e")
    if exponent < 0 { text.append("-") } else if self.exponent.hasPlus { text.append("+") }
    text.append(decimal: UInt64(exponent.magnitude), minimumDigits: self.exponent.minimumDigits)
  }
}

// MARK: - In a text

/// `2e6`, as a text has it: a number with one digit before the separator, and a power of ten.
struct PowerOfTen: Sendable {
  /// `nil` where it has too many digits.
  let value: Decimal?
  let significantDigits: Int
  let exponent: ScientificForm.Exponent
}

extension PowerOfTen {
  static func measure(_ source: PowerOfTen, _ target: PowerOfTen) throws(NotAnimatable) -> Measure {
    guard let first = source.value, let second = target.value else { throw .tooLong }
    let form = ScientificForm(
      significantDigits: max(source.significantDigits, target.significantDigits), isGeneral: false, isAlternate: false,
      exponent: target.exponent)
    return Measure(
      source: first, target: second, form: form,
      fractionDigits: form.significantDigits - 1)
  }
}
