import Testing
import TextBytes

struct TextRunTests {
  private func texts(_ run: borrowing TextRun) -> [String] {
    var texts: [String] = []
    for index in 0..<run.count {
      var text = UTF8Buffer(capacity: 16)
      text.append(index, of: run)
      var copy = UTF8Buffer(capacity: 16)
      copy.append(atMost: text.count) { $0.put(index, of: run) }
      texts.append(text.text())
      let same = copy.text()
      #expect(same == texts.last)
    }
    return texts
  }

  @Test func `a run gives back its texts, of any length, one by one`() {
    var run = TextRun()
    #expect(texts(run).isEmpty)
    let expected = (0..<200).map { String(repeating: "ab🙂", count: $0) + "\($0)" } + ["", "", "z"]
    for text in expected { run.append { $0.append(contentsOf: text) } }
    #expect(texts(run) == expected)
    #expect(run.count == expected.count)
    #expect(run.byteCount == expected.map(\.utf8.count).reduce(0, +))
    run.removeAll()
    #expect(texts(run).isEmpty)
    run.append { $0.append("new") }
    #expect(texts(run) == ["new"])
  }

  @Test func `texts are added until one cannot be written`() {
    var run = TextRun()
    run.append { $0.append("first") }
    let numbers: [Double] = [1, 2, 3, -1, 4]
    let written = run.append(numbers.span, atMost: 16) { number, cursor in
      guard number > 0 else { return false }
      cursor.put(0x7A7A_7A7A as UInt64, count: Int(number))
      return true
    }
    #expect(written == 3)
    #expect(texts(run) == ["first", "z", "zz", "zzz"])
    let none = run.append(numbers.span.extracting(0..<0), atMost: 16) { _, _ in false }
    #expect(none == 0)
    #expect(run.count == 4)
  }

  @Test func `one byte to escape anywhere is found`() {
    for position in 0..<20 {
      var run = TextRun()
      for index in 0..<20 { run.append { $0.append(contentsOf: index == position ? "a\"b" : "a'b") } }
      let isFound = run.needsJSONEscape
      #expect(isFound)
    }
    var run = TextRun()
    run.append { $0.append("é 12") }
    let isFound = run.needsJSONEscape
    #expect(!isFound)
  }

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

  @Test func `eight digits stand in one machine word`() {
    for value: UInt64 in [0, 1, 9, 10, 99, 1_234, 9_999, 10_000, 123_456, 9_999_999, 10_000_000, 99_999_999] {
      let (short, long) = (ShortDecimalWord(value), DecimalWord(value))
      #expect(short.ascii == UInt64(truncatingIfNeeded: long.ascii >> 64))
      #expect(short.leadingZeros == long.leadingZeros - 8)
      let zeros = String(value).reversed().prefix { $0 == "0" }.count
      #expect(long.trailingZeros == (value == 0 ? 16 : zeros))
    }
  }
}
