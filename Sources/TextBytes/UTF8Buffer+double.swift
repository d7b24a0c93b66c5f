extension UTF8Buffer {
  /// Appends the shortest decimal that reads back as the same double, without exponent and without a needless `.0`:
  /// `2`, `0.016666666666666666`, `-0.0000023148148148148148`.
  ///
  /// Zero of either sign is `0`, and what is not finite is `null`, since no decimal text means it.
  public mutating func append(shortest value: Double) {
    guard value.isFinite else { return append("null") }
    guard value != 0 else { return append(UInt8(ascii: "0")) }
    if value < 0 { append(UInt8(ascii: "-")) }
    var decimal = ShortestDecimal(unreduced: value.magnitude)
    var isWritten = false
    append(atMost: ShortestDecimal.fractionRoom) { isWritten = decimal.putFraction(to: &$0) }
    guard !isWritten else { return }
    decimal.reduce()
    append(decimal)
  }

  /// The plain way, for whole numbers and for very large and small ones.
  private mutating func append(_ decimal: ShortestDecimal) {
    let start = count
    append(decimal: decimal.digits)
    let point = count + decimal.exponent
    if point >= count {
      append(repeating: UInt8(ascii: "0"), count: decimal.exponent)
    } else if point > start {
      insert(repeating: UInt8(ascii: "."), count: 1, at: point)
    } else {
      insert(repeating: UInt8(ascii: "0"), count: 2 + start - point, at: start)
      self[start + 1] = UInt8(ascii: ".")
    }
  }
}
