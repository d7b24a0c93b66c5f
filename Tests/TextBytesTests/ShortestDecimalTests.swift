import Testing

@testable import TextBytes

@Suite struct ShortestDecimalTests {
  @Test(
    arguments: [
      (2, "2"), (0, "0"), (-0.0, "0"), (0.5, "0.5"), (1 / 60.0, "0.016666666666666666"), (100, "100"),
      (1e15, "1000000000000000"),
      (0.0000023148148148148148, "0.0000023148148148148148"), (-1.5, "-1.5"), (0.1, "0.1"),
      (0.1 + 0.2, "0.30000000000000004"),
      (1e21, "1000000000000000000000"), (123_456_789.125, "123456789.125"), (1e-7, "0.0000001"),
      (2e-44, "0.00000000000000000000000000000000000000000002"),
      (9_007_199_254_740_994, "9007199254740994"),
      (.leastNonzeroMagnitude, "0." + String(repeating: "0", count: 323) + "5"),
      (1.7976931348623157e308, "17976931348623157" + String(repeating: "0", count: 292)),
      (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
    ] as [(Double, String)])
  func `a double becomes its shortest decimal`(value: Double, text: String) {
    var buffer = UTF8Buffer()
    buffer.append(shortest: value)
    #expect(buffer.text() == text)
  }

  @Test func `the digits are those of the standard library, in every binade and at its edges`() {
    for exponent in UInt(0)..<2_047 {
      for fraction: UInt64 in [0, 1, 2, 0x8_0000_0000_0000, 0xf_ffff_ffff_ffff, 0xa_5a5a_5a5a_5a5a &+ UInt64(exponent)]
      {
        check(Double(sign: .plus, exponentBitPattern: exponent, significandBitPattern: fraction))
      }
    }
  }

  @Test func `the digits are those of the standard library for random numbers`() {
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      check(Double(bitPattern: (state >> 12) | 0x3ff0_0000_0000_0000) - 1)
      check(Double(bitPattern: state).magnitude)
      check(Double(state >> 40) / 1_000)
    }
  }

  @Test func `the time of every frame of a minute reads back`() {
    for fps in [24, 29.97, 60, 239.5] {
      for index in 0...Int(fps * 60) { check(Double(index) / fps) }
    }
  }

  @Test func `numbers of every size with few digits and with many are written in full`() {
    for power in -20...20 {
      for digits in [1.0, 1.5, 2.25, 7.0 / 3, 9.999999999999998, 1.0 / 3, 4.35, 1.000000000000001, 1.1] {
        check(digits * Double("1e\(power)")!)
      }
    }
  }

  private func check(_ value: Double) {
    guard value.isFinite, value > 0 else { return }
    let decimal = ShortestDecimal(value)
    let text = "\(decimal.digits)e\(decimal.exponent)"
    #expect(Double(text) == value)
    #expect(decimal.digits % 10 != 0 || decimal.exponent == 0)
    #expect(text == expected(value))
    checkText(of: value, decimal)
  }

  /// What is written is those digits with zeros and a separator, put in on paper.
  private func checkText(of value: Double, _ decimal: ShortestDecimal) {
    let digits = String(decimal.digits)
    let zeros = String(repeating: "0", count: max(-decimal.exponent - digits.count + 1, decimal.exponent, 0))
    var plain = decimal.exponent < 0 ? zeros + digits : digits + zeros
    if decimal.exponent < 0 { plain.insert(".", at: plain.index(plain.endIndex, offsetBy: decimal.exponent)) }
    for (value, expected) in [(value, plain), (-value, "-" + plain)] {
      var buffer = UTF8Buffer(capacity: 16)
      buffer.append(shortest: value)
      let written = buffer.text()
      #expect(written == expected)
    }
  }

  /// The standard library's digits in the form of ``ShortestDecimal``.
  private func expected(_ value: Double) -> String {
    let parts = value.description.split(separator: "e")
    var exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = halves.count == 2 ? halves[1] : ""
    var digits = String((halves[0] + fraction).drop { $0 == "0" })
    exponent -= fraction.count
    let isWhole = value.rounded() == value && value < 9_007_199_254_740_992
    while digits.hasSuffix("0"), exponent < 0 || !isWhole {
      digits.removeLast()
      exponent += 1
    }
    return "\(digits)e\(exponent)"
  }
}
