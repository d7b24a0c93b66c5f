extension ParameterReader {
  /// A decimal number as people write it; never hexadecimal, infinite or not a number.
  static func number(_ text: String) -> Double? {
    if let value = shortNumber(text.utf8Span.span) { return value }
    guard text.utf8.count <= 64, text.utf8.allSatisfy({ $0 < 0x80 && "+-.0123456789eE".utf8.contains($0) }),
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// The same for digits with at most one point between them, no more than fifteen in all; `nil` for anything else.
  ///
  /// The digits and the power of ten are exact, so that their quotient is rounded once, to what `Double` reads, in a
  /// tenth of its instructions.
  private static func shortNumber(_ text: Span<UInt8>) -> Double? {
    var (digits, count, fractionStart) = (0, 0, Int?.none)
    guard text.count <= 16 else { return nil }
    for index in text.indices {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        (digits, count) = (digits &* 10 &+ Int(digit), count &+ 1)
      } else if text[index] == UInt8(ascii: "."), fractionStart == nil, count > 0 {
        fractionStart = count
      } else {
        return nil
      }
    }
    guard count > 0, count <= 15, fractionStart != count else { return nil }
    return fractionStart.map { Double(digits) / powersOfTen[count - $0] } ?? Double(digits)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
  ]

  /// A JSON number in digits alone, since a number in a text has no exponent: `1e+16` is how some languages write 10¹⁶.
  ///
  /// Beyond what a double reaches it stays as it is.
  static func withoutExponent(_ number: String) -> String {
    guard let mark = number.firstIndex(where: { $0 == "e" || $0 == "E" }),
      let exponent = Int(number[number.index(after: mark)...]), (-324...324).contains(exponent)
    else { return number }
    let sign = number.hasPrefix("-") ? "-" : ""
    let parts = number[..<mark].dropFirst(sign.count).split(separator: ".", maxSplits: 1)
    let digits = Array(parts.joined().utf8)
    let point = parts[0].count + exponent
    let padded =
      point <= 0
      ? Array(repeating: UInt8(ascii: "0"), count: 1 - point) + digits
      : digits + Array(repeating: UInt8(ascii: "0"), count: max(point - digits.count, 0))
    let integer = padded.prefix(max(point, 1)).drop { $0 == UInt8(ascii: "0") }
    let fraction = padded.dropFirst(max(point, 1))
    return sign + (integer.isEmpty ? "0" : String(decoding: integer, as: UTF8.self))
      + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
  }
}
