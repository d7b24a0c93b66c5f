import Testing
import TextBytes

struct EscapeTests {
  @Test(arguments: 0..<20)
  func `a byte that JSON escapes is found wherever it stands`(position: Int) {
    for byte in 0...UInt8.max {
      var buffer = UTF8Buffer()
      buffer.append("\"")
      for place in 0..<20 { buffer.append(place == position ? byte : UInt8(ascii: "z")) }
      let isEscaped = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      let isFound = buffer.needsJSONEscape(from: 1)
      #expect(isFound == isEscaped, "\(byte)")
    }
  }

  @Test func `what stands before the start does not count, and nothing needs no escape`() {
    var buffer = UTF8Buffer()
    buffer.append("\"\\\n12345678")
    var found: [Bool] = []
    for start in [2, 3, buffer.count] { found.append(buffer.needsJSONEscape(from: start)) }
    #expect(found == [true, false, false])
  }

  @Test(arguments: [
    "", "a", "0123456789abcde", "0123456789abcdef", "0123456789abcdefg", "é\u{301} 👨‍👩‍👧 and so on, and on",
  ])
  func `a literal is the text it was made of`(text: String) {
    #expect(Literal(text).text == text)
    #expect(Literal(text.utf8Span.span) == Literal(text))
  }

  @Test func `a part of another buffer can be appended`() {
    var source = UTF8Buffer()
    source.append("0123456789")
    var buffer = UTF8Buffer()
    buffer.append(2..<5, of: source)
    buffer.append(0..<0, of: source)
    buffer.append(9..<10, of: source)
    let text = buffer.text()
    #expect(text == "2349")
  }
}
