internal import TextBytes

/// How `%e` and `%g` write a number: so many significant digits, and a power of ten where it is needed.
struct ScientificFormat: Sendable {
  let significantDigits: Int
  /// `%g`: without a power of ten where the number is short enough, and without zeros at the end.
  let isGeneral: Bool
  let isUppercase: Bool
  /// `#`: the point always stands, and zeros at the end too.
  let isAlternate: Bool
  let sign: PrintfFormat.Sign
  let rounding: Rounding
}

extension ScientificFormat: SizedFormat {
  func fractionDigits(at exponent: Int) -> Int { significantDigits &- 1 &- exponent }

  /// Smaller numbers than a millionth of the larger end are passed over: their powers of ten come and go without end
  /// near zero.
  func lowestExponent(from source: ExactDecimal, to target: ExactDecimal) -> Int? {
    guard significantDigits < 15 else { return nil }
    let largest = [source, target].filter { !$0.isZero }.map(\.exponent).max() ?? 0
    return largest - 6
  }

  func write(_ value: ExactDecimal, to text: inout UTF8Buffer) {
    var digits = WideDigits(value)
    let exponent = digits.round(toSignificantDigits: significantDigits, rounding)
    write(digits, exponent: exponent, isNegative: value.isNegative, to: &text)
  }

  func write(_ value: NarrowValue, to text: inout UTF8Buffer) -> Bool {
    guard significantDigits < 16, let sized = value.sized(rounding, places: fractionDigits) else { return false }
    write(
      NarrowDigits(sized.digits, minimum: significantDigits), exponent: sized.exponent, isNegative: value.isNegative,
      to: &text)
    return true
  }
}

// MARK: - Writing

extension ScientificFormat {
  /// `exponent` is the power of ten of the first digit.
  @inline(__always)
  private func write(_ digits: some DigitRun, exponent: Int, isNegative: Bool, to text: inout UTF8Buffer) {
    sign.write(isNegative: isNegative, to: &text)
    guard isGeneral, exponent >= -4, exponent < digits.count else {
      write(digits, integerDigits: 1, to: &text)
      return writeExponent(exponent, to: &text)
    }
    guard exponent < 0 else { return write(digits, integerDigits: exponent + 1, to: &text) }
    text.append("0.")
    text.append(repeating: UInt8(ascii: "0"), count: -exponent - 1)
    digits.append(0..<shownCount(of: digits, atLeast: 0), to: &text)
  }

  @inline(__always)
  private func write(_ digits: some DigitRun, integerDigits: Int, to text: inout UTF8Buffer) {
    let count = shownCount(of: digits, atLeast: integerDigits)
    digits.append(0..<integerDigits, to: &text)
    if count > integerDigits || isAlternate { text.append(".") }
    digits.append(integerDigits..<count, to: &text)
  }

  /// The count of digits without the zeros at the end that `%g` leaves out.
  @inline(__always)
  private func shownCount(of digits: some DigitRun, atLeast minimum: Int) -> Int {
    var count = digits.count
    guard isGeneral, !isAlternate else { return count }
    while count > minimum, digits[count - 1] == 0 { count -= 1 }
    return count
  }

  private func writeExponent(_ exponent: Int, to text: inout UTF8Buffer) {
    text.append(isUppercase ? "E" : "e")
    text.append(exponent < 0 ? "-" : "+")
    text.append(decimal: UInt64(exponent.magnitude), minimumDigits: 2)
  }
}
