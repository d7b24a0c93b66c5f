internal import TextBytes

/// How `%x`, `%X` and `%o` write a whole number.
struct RadixStyle: Sendable {
  /// The bits of a digit.
  let bits: Int
  let isUppercase: Bool
  /// `#`: with `0x` or `0` in front.
  let isAlternate: Bool
  let minimumDigits: Int
}

extension RadixStyle {
  /// Appends a magnitude.
  func write(_ magnitude: Limbs, to text: inout UTF8Buffer) {
    let significant = (magnitude.bitCount + bits - 1) / bits
    let count = max(significant, minimumDigits)
    if isAlternate {
      if bits == 3, count == significant { text.append("0") }
      if bits == 4, significant > 0 { text.append(isUppercase ? "0X" : "0x") }
    }
    for position in (0..<count).reversed() {
      let digit = magnitude.bits(at: position * bits, count: bits)
      text.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: isUppercase ? "A" : "a") - 10))
    }
  }
}
