extension Double {
  /// A decimal number as people write it; never hexadecimal, infinite or not a number.
  package init?(decimal text: String) {
    if let value = Self.short(text.utf8Span.span) {
      self = value
    } else {
      guard text.utf8.count <= 64, text.utf8.allSatisfy({ $0 < 0x80 && "+-.0123456789eE".utf8.contains($0) }),
        let value = Double(text), value.isFinite
      else { return nil }
      self = value
    }
  }

  /// Digits with at most one point between them, no more than fifteen in all; `nil` for anything else.
  ///
  /// The digits and the power of ten are exact, so that their quotient is rounded once, to what `Double` reads, in a
  /// tenth of its instructions.
  private static func short(_ text: Span<UInt8>) -> Double? {
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

  /// The shortest text of the number: 2 and not 2.0.
  package var plain: String { Int(exactly: self).map(String.init) ?? description }
}

extension Int {
  /// A whole number as people write it, which may have a point and an exponent.
  package init?(decimal text: String) {
    guard let value = Int(text) ?? Double(decimal: text).flatMap(Int.init(exactly:)) else { return nil }
    self = value
  }
}
