internal import TextBytes

extension PrintfFormat {
  /// Appends the number without prefix and suffix; equal to C's printf wherever C has a number that wide.
  func write(_ value: ExactDecimal, rounding: Rounding, to text: inout UTF8Buffer) {
    switch conversion {
    case .decimal, .fixed:
      decimalFormat(rounding: rounding).write(value, to: &text)
    case .hexadecimal, .octal:
      writeInteger(value, rounding, to: &text)
    case .exponent, .general:
      scientificFormat(rounding: rounding).write(value, to: &text)
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
}

// MARK: - %x %X %o

extension PrintfFormat {
  private func writeInteger(_ value: ExactDecimal, _ rounding: Rounding, to text: inout UTF8Buffer) {
    let integer = value.rounded(toFractionDigits: 0, rounding)
    let (bits, mark, isUppercase) = integerStyle
    var digits = integer.magnitude.digits(bits: bits)
    let missing = (precision ?? 1) - digits.count
    if missing > 0 { digits.insert(contentsOf: repeatElement(0, count: missing), at: 0) }
    sign.write(isNegative: integer.isNegative, to: &text)
    if flags.contains(.alternate) {
      if bits == 3, digits.first != 0 { digits.insert(0, at: 0) }
      if !integer.isZero { text.append(mark) }
    }
    for digit in digits { text.append(digit.hexadecimal(isUppercase: isUppercase)) }
  }

  /// Appends a whole number as `%x`, `%X` and `%o` write it.
  func write(integer: Int64, to text: inout UTF8Buffer) {
    let (bits, mark, isUppercase) = integerStyle
    let magnitude = integer.magnitude
    let significant = (UInt64.bitWidth - magnitude.leadingZeroBitCount + bits - 1) / bits
    let count = max(significant, precision ?? 1)
    sign.write(isNegative: integer < 0, to: &text)
    if flags.contains(.alternate) {
      if bits == 3, count == significant { text.append("0") }
      if magnitude > 0 { text.append(mark) }
    }
    for position in (0..<count).reversed() {
      let digit = UInt8(truncatingIfNeeded: magnitude >> UInt64(position * bits)) & (1 << UInt8(bits) - 1)
      text.append(digit.hexadecimal(isUppercase: isUppercase))
    }
  }

  /// Bits of a digit, what `#` puts in front, and the case of letters.
  private var integerStyle: (bits: Int, mark: StaticString, isUppercase: Bool) {
    switch conversion {
    case .hexadecimal(let isUppercase): (4, isUppercase ? "0X" : "0x", isUppercase)
    default: (3, "", false)
    }
  }
}

extension UInt8 {
  fileprivate func hexadecimal(isUppercase: Bool) -> UInt8 {
    self + (self < 10 ? UInt8(ascii: "0") : UInt8(ascii: isUppercase ? "A" : "a") - 10)
  }
}
