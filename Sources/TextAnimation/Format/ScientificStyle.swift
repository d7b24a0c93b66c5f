internal import TextBytes

/// How `%e` and `%g` write a number: so many significant digits, and a power of ten where it is needed.
struct ScientificStyle: Sendable {
  let significantDigits: Int
  /// `%g`: without a power of ten where the number is short enough, and without zeros at the end.
  let isGeneral: Bool
  let isUppercase: Bool
  /// `#`: the point always stands, and zeros at the end too.
  let isAlternate: Bool
}

extension ScientificStyle {
  /// The digits after the separator of a number whose first digit stands for 10^`exponent`.
  func places(at exponent: Int) -> Int { significantDigits - 1 - exponent }

  /// The power of ten from which on the texts between two numbers can be counted, or `nil` where they are too many.
  ///
  /// Smaller numbers than a millionth of the larger end are passed over: their powers of ten come and go without end
  /// near zero.
  func lowestExponent(from source: Decimal, to target: Decimal) -> Int? {
    guard significantDigits < 15 else { return nil }
    let largest = [source, target].filter { !$0.isZero }.map(\.exponent).max() ?? 0
    return largest - 6
  }

  /// Appends the digits of a number without its sign.
  func write(_ number: SizedNumber, to text: inout UTF8Buffer) {
    let digits = number.units.digits(minimum: significantDigits)
    let exponent = number.exponent ?? 0
    guard isGeneral, exponent >= -4, exponent < digits.count else {
      write(digits, integerDigits: 1, to: &text)
      return writeExponent(exponent, to: &text)
    }
    guard exponent < 0 else { return write(digits, integerDigits: exponent + 1, to: &text) }
    text.append("0.")
    text.append(repeating: UInt8(ascii: "0"), count: -exponent - 1)
    text.append(contentsOf: digits.span.extracting(first: shownCount(of: digits, atLeast: 0)))
  }

  private func write(_ digits: [UInt8], integerDigits: Int, to text: inout UTF8Buffer) {
    let count = shownCount(of: digits, atLeast: integerDigits)
    text.append(contentsOf: digits.span.extracting(first: integerDigits))
    if count > integerDigits || isAlternate { text.append(".") }
    text.append(contentsOf: digits.span.extracting(integerDigits..<count))
  }

  /// The count of digits without the zeros at the end that `%g` leaves out.
  private func shownCount(of digits: [UInt8], atLeast minimum: Int) -> Int {
    guard isGeneral, !isAlternate else { return digits.count }
    return max(digits.count - digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count, minimum)
  }

  private func writeExponent(_ exponent: Int, to text: inout UTF8Buffer) {
    text.append(isUppercase ? "E" : "e")
    text.append(exponent < 0 ? "-" : "+")
    text.append(decimal: UInt64(exponent.magnitude), minimumDigits: 2)
  }
}
