import Testing
import TextBytes

@Suite struct `Decimal digits` {
  private static let edges: [UInt64] =
    [0, 9, 10, 99, 100, 12_345_678, 99_999_999, 100_000_000, 9_999_999_999_999_999, 10_000_000_000_000_000]
    + [10_000_000_000_000_001, UInt64(Int64.max), .max]

  @Test(arguments: edges)
  func `numbers are written as Swift writes them`(value: UInt64) {
    var text = UTF8Buffer()
    text.append(decimal: value)
    #expect(text.text() == String(value))
  }

  @Test func `every number of up to four digits and samples of all lengths are right`() {
    let samples = (1...63).map { UInt64.max >> UInt64($0) &- UInt64($0) &* 0x9E37 & 0xFFF }
    for value in Array(0...9_999) + samples {
      var text = UTF8Buffer()
      text.append(decimal: value)
      #expect(text.text() == String(value))
    }
  }

  @Test(arguments: [(5, 3, "005"), (1234, 3, "1234"), (0, 0, "0"), (7, 20, "00000000000000000007"), (5, -3, "5")])
  func `zeros are written in front`(value: UInt64, digits: Int, expected: String) {
    var text = UTF8Buffer()
    text.append(decimal: value, minimumDigits: digits)
    #expect(text.text() == expected)
  }

  @Test(arguments: [(-1, "-1"), (0, "0"), (Int.min, "-9223372036854775808")])
  func `negative numbers have a minus`(value: Int, expected: String) {
    var text = UTF8Buffer()
    text.append(decimal: value)
    #expect(text.text() == expected)
  }

  @Test(arguments: [0, 1, 3, 15, 16, 17, 40])
  func `what was written is copied behind itself and removed in front`(count: Int) {
    let letters = String((0..<count).map { Character(Unicode.Scalar(UInt8(0x41 + $0))) })
    var text = UTF8Buffer(capacity: 16)
    text.append(contentsOf: "<" + letters)
    text.append(copying: 1..<1 + count)
    text.append(">")
    let copied = text.text()
    #expect(copied == "<" + letters + letters + ">")
    text.remove(1..<1 + count)
    let removed = text.text()
    #expect(removed == "<" + letters + ">")
  }

  @Test func `padding is put in front of what was written`() {
    var text = UTF8Buffer(capacity: 16)
    text.append("Total: -42")
    text.insert(repeating: UInt8(ascii: "0"), count: 20, at: 8)
    text.insert(repeating: UInt8(ascii: " "), count: 0, at: 0)
    text.insert(repeating: UInt8(ascii: "!"), count: 1, at: text.count)
    #expect(text.text() == "Total: -0000000000000000000042!")
  }

  @Test func `the low bytes of a word are appended lowest first`() {
    var text = UTF8Buffer(capacity: 16)
    for count in 0...16 { text.append(lowBytesOf: DecimalWord(1_234_567_890_123_456).ascii, count: count) }
    #expect(text.text().hasSuffix("1234567890123451234567890123456"))
    #expect(text.count == 136)
  }
}
