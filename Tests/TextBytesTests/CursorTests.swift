import Testing
import TextBytes

struct CursorTests {
  @Test func `words are put lowest byte first, and count what was put`() {
    var text = UTF8Buffer(capacity: 16)
    text.append("<")
    text.append(atMost: 48) { cursor in
      for count in 0...8 { cursor.put(0x3837_3635_3433_3231 as UInt64, count: count) }
      #expect(cursor.count == 37)
    }
    let written = text.text()
    #expect(written == "<1" + "12" + "123" + "1234" + "12345" + "123456" + "1234567" + "12345678")
  }

  @Test func `what was put can be dropped again`() {
    var text = UTF8Buffer()
    text.append(atMost: 48) { cursor in
      cursor.put(0x3231 as UInt64, count: 2)
      cursor.put(0x3837_3635_3433_3231 as UInt64, count: 8)
      cursor.drop(to: 2)
      cursor.put(0x3F as UInt64, count: 1)
    }
    let written = text.text()
    #expect(written == "12?")
  }

  @Test func `eight digits are the second half of a word`() {
    for value: UInt64 in [0, 1, 9, 10, 99, 1_234, 9_999, 10_000, 123_456, 9_999_999, 10_000_000, 99_999_999] {
      let (short, long) = (DecimalWord.half(value), DecimalWord(value))
      #expect(short.ascii == UInt64(truncatingIfNeeded: long.ascii >> 64))
      #expect(short.leadingZeros == long.leadingZeros - 8)
      let zeros = String(value).reversed().prefix { $0 == "0" }.count
      #expect(long.trailingZeros == (value == 0 ? 16 : zeros))
    }
  }
}
