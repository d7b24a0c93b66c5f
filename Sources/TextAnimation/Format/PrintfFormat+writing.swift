internal import TextBytes

extension PrintfFormat {
  /// Appends the number without prefix and suffix; equal to C's printf wherever C has a number that wide.
  func write(_ value: ExactDecimal, rounding: Rounding, to text: inout UTF8Buffer) {
    switch conversion {
    case .decimal, .fixed:
      decimalFormat(rounding: rounding).write(value, to: &text)
    case .hexadecimal(let isUppercase):
      writeInteger(value, rounding, bitsPerDigit: 4, mark: isUppercase ? "0X" : "0x", isUppercase, to: &text)
    case .octal:
      writeInteger(value, rounding, bitsPerDigit: 3, mark: "", false, to: &text)
    case .exponent(let isUppercase):
      writeScientific(value, rounding, digits: (precision ?? 6) + 1, isGeneral: false, isUppercase, to: &text)
    case .general(let isUppercase):
      writeScientific(value, rounding, digits: max(precision ?? 6, 1), isGeneral: true, isUppercase, to: &text)
    }
  }

  /// Brings what was written from `start` on to the width: spaces in front or behind, or zeros after the sign.
  func pad(from start: Int, in text: inout UTF8Buffer) {
    let missing = width - (text.count - start)
    guard missing > 0 else { return }
    if flags.contains(.leftAligned) {
      text.append(repeating: UInt8(ascii: " "), count: missing)
    } else if flags.contains(.zero) && !(isInteger && precision != nil) {
      text.insert(repeating: UInt8(ascii: "0"), count: missing, at: firstDigit(from: start, in: text))
    } else {
      text.insert(repeating: UInt8(ascii: " "), count: missing, at: start)
    }
  }

  /// The position after the sign and the mark `0x`.
  private func firstDigit(from start: Int, in text: borrowing UTF8Buffer) -> Int {
    var position = start
    if "+- ".utf8.contains(text[position]) { position += 1 }
    let isMarked = position + 1 < text.count && "xX".utf8.contains(text[position + 1])
    return isMarked ? position + 2 : position
  }

  private func writeSign(isNegative: Bool, to text: inout UTF8Buffer) {
    if isNegative {
      text.append("-")
    } else if flags.contains(.plus) {
      text.append("+")
    } else if flags.contains(.space) {
      text.append(" ")
    }
  }
}

// MARK: - %x %X %o

extension PrintfFormat {
  private func writeInteger(
    _ value: ExactDecimal, _ rounding: Rounding, bitsPerDigit: Int, mark: StaticString, _ isUppercase: Bool,
    to text: inout UTF8Buffer
  ) {
    let integer = value.rounded(toFractionDigits: 0, rounding)
    var digits = integer.magnitude.digits(bits: bitsPerDigit)
    let missing = (precision ?? 1) - digits.count
    if missing > 0 { digits.insert(contentsOf: repeatElement(0, count: missing), at: 0) }
    writeSign(isNegative: integer.isNegative, to: &text)
    if flags.contains(.alternate) {
      if bitsPerDigit == 3, digits.first != 0 { digits.insert(0, at: 0) }
      if !integer.isZero { text.append(mark) }
    }
    let letters = UInt8(ascii: isUppercase ? "A" : "a") - 10
    for digit in digits { text.append(digit + (digit < 10 ? UInt8(ascii: "0") : letters)) }
  }
}

// MARK: - %e %E %g %G

extension PrintfFormat {
  private func writeScientific(
    _ value: ExactDecimal, _ rounding: Rounding, digits count: Int, isGeneral: Bool, _ isUppercase: Bool,
    to text: inout UTF8Buffer
  ) {
    var number = WideDigits(value)
    let exponent = number.round(toSignificantDigits: count, rounding)
    let isFixed = isGeneral && exponent >= -4 && exponent < count
    var digits = isFixed && exponent < 0 ? Array(repeating: 0, count: -exponent) + number.digits : number.digits
    let point = isFixed ? max(exponent, 0) + 1 : 1
    if isGeneral && !flags.contains(.alternate) {
      while digits.count > point, digits.last == 0 { digits.removeLast() }
    }
    writeSign(isNegative: value.isNegative, to: &text)
    for (position, digit) in digits.enumerated() {
      if position == point { text.append(".") }
      text.append(UInt8(ascii: "0") + digit)
    }
    if digits.count == point, flags.contains(.alternate) { text.append(".") }
    guard !isFixed else { return }
    text.append(isUppercase ? "E" : "e")
    text.append(exponent < 0 ? "-" : "+")
    text.append(decimal: UInt64(exponent.magnitude), minimumDigits: 2)
  }
}
