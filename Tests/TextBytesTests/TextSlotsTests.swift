import Testing
import TextBytes

struct TextSlotsTests {
  private let leads = TextLeads(count: 40, ofAbout: 4) { index, bytes in
    bytes.append(contentsOf: String(repeating: "-", count: index) + "\(index):")
  }

  private func slots(_ indices: Range<Int>, end: String = ";\n") throws -> TextSlots {
    try #require(TextSlots(behind: indices, of: leads, before: Literal(end)))
  }

  private func expected(_ indices: Range<Int>, _ text: (Int) -> String) -> String {
    indices.map { String(repeating: "-", count: $0) + "\($0):" + text($0) + ";\n" }.joined()
  }

  @Test func `each text stands between its lead and the end`() throws {
    let numbers = (3..<40).map { Double($0 % 8) }
    var bytes = UTF8Buffer(capacity: 16)
    bytes.append("[")
    let slots = try slots(3..<40)
    let isWritten = bytes.append(slots, with: numbers.span, atMost: 16) { number, cursor in
      cursor.put(0x7A7A_7A7A_7A7A_7A7A as UInt64, count: Int(number))
      cursor.put(slots.end.bytes, count: slots.end.count)
      return true
    }
    #expect(isWritten)
    #expect(bytes.text() == "[" + expected(3..<40) { String(repeating: "z", count: $0 % 8) })
  }

  @Test func `nothing is appended where one text cannot be written`() throws {
    var bytes = UTF8Buffer()
    bytes.append("[")
    let numbers: [Double] = [1, -1]
    let isWritten = bytes.append(try slots(0..<2), with: numbers.span, atMost: 16) { number, _ in number > 0 }
    #expect(!isWritten)
    #expect(bytes.text() == "[")
  }

  @Test func `a run's texts are copied between`() throws {
    var run = TextRun()
    for index in 5..<30 { run.append { $0.append(contentsOf: String(repeating: "é", count: index)) } }
    var bytes = UTF8Buffer(capacity: 16)
    bytes.append(try slots(5..<30), with: run)
    #expect(bytes.text() == expected(5..<30) { String(repeating: "é", count: $0) })
  }

  @Test(arguments: ["", "plain", "é 🙂", "more than sixteen bytes of text"])
  func `a single text is appended where JSON escapes nothing in it`(text: String) throws {
    var bytes = UTF8Buffer()
    let isPlain = bytes.append(try slots(0..<9).extracting(2..<3), with: text)
    #expect(isPlain)
    let hasQuote = bytes.append(try slots(0..<9), with: text + "\"")
    #expect(!hasQuote)
    #expect(bytes.text() == expected(2..<3) { _ in text })
  }

  @Test func `an end of more than a word has no slots`() {
    #expect(TextSlots(behind: 0..<1, of: leads, before: Literal("seventeen bytes..")) == nil)
  }
}
