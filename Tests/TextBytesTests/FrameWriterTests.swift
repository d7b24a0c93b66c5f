import Testing
import TextBytes

struct FrameWriterTests {
  private static let prefixes = FramePrefixes(count: 40, ofAbout: 4) { index, bytes in
    bytes.append(contentsOf: String(repeating: "-", count: index) + "\(index):")
  }

  /// Doubles every `!`.
  private static let escape = TextEscape(special: ByteSet("!")) { bytes, start in
    let text = bytes.text(from: start)
    bytes.truncate(to: start)
    bytes.append(contentsOf: text.replacing("!", with: "!!"))
  }

  private func writer(
    from first: Int = 0, prefixes: FramePrefixes? = prefixes, escaping escape: TextEscape = .none,
    details: FrameWriter.Details? = nil
  ) -> FrameWriter {
    var bytes = UTF8Buffer(capacity: 16)
    bytes.append("[")
    return FrameWriter(bytes, prefixes: prefixes, from: first, escaping: escape, end: Literal(";\n"), details: details)
  }

  private func expected(_ indices: Range<Int>, _ text: (Int) -> String) -> String {
    "[" + indices.map { String(repeating: "-", count: $0) + "\($0):" + text($0) + ";\n" }.joined()
  }

  /// Writes as many letters as the number says, as long as it is not negative.
  private func append(
    _ numbers: [Double], _ letter: Character, to writer: inout FrameWriter, occurring: String? = nil
  ) -> Int {
    let word = UInt64(letter.asciiValue ?? 0) * 0x0101_0101_0101_0101
    return writer.append(numbers.span, atMost: 8, of: ByteSet(occurring ?? String(letter))) { number, cursor in
      guard number >= 0 else { return false }
      cursor.put(word, count: Int(number))
      return true
    }
  }

  @Test func `each text stands between its prefix and the end`() {
    var writer = writer(from: 3)
    for index in 3..<40 { writer.append { $0.append(contentsOf: String(repeating: "é", count: index)) } }
    let text = writer.finish().text()
    #expect(text == expected(3..<40) { String(repeating: "é", count: $0) })
  }

  @Test(arguments: [true, false], [true, false])
  func `texts put all at once are those written one by one`(isReady: Bool, hasDetails: Bool) {
    let numbers = (3..<40).map { Double($0 % 9) }
    let details: FrameWriter.Details = { frame, bytes, _ in bytes.append(contentsOf: "(\(frame))") }
    var writer = writer(from: 3, prefixes: isReady ? Self.prefixes : nil, details: hasDetails ? details : nil)
    let count = append(numbers, "z", to: &writer)
    #expect(count == 37)
    let text = writer.finish().text()
    let texts = expected(3..<40) { String(repeating: "z", count: $0 % 9) + (hasDetails ? "(\($0))" : "") }
    #expect(text == (isReady ? texts : texts.replacing(/-*\d+:/, with: "")))
  }

  @Test(arguments: [true, false])
  func `writing stops at a text that cannot be put, and goes on with the same frame`(isReady: Bool) {
    var writer = writer(prefixes: isReady ? Self.prefixes : nil)
    let numbers: [Double] = [1, 2, -1, 3]
    let count = append(numbers, "z", to: &writer)
    #expect(count == 2)
    writer.append { $0.append("other") }
    let none = append([], "z", to: &writer)
    let last = append([3], "z", to: &writer)
    #expect((none, last) == (0, 1))
    let text = writer.finish().text()
    let texts = expected(0..<4) { ["z", "zz", "other", "zzz"][$0] }
    #expect(text == (isReady ? texts : texts.replacing(/-*\d+:/, with: "")))
  }

  @Test func `texts are escaped, and what can have nothing to escape is not looked at`() {
    var writer = writer(escaping: Self.escape)
    writer.append { $0.append("a!b") }
    _ = append([2], "!", to: &writer)
    _ = append([2], "!", to: &writer, occurring: "x")
    let text = writer.finish().text()
    #expect(text == expected(0..<3) { ["a!!b", "!!!!", "!!"][$0] })
  }

  @Test func `what follows a text is told its frame and is not escaped`() {
    var writer = writer(from: 5, escaping: Self.escape) { frame, bytes, _ in bytes.append(contentsOf: "!\(frame)") }
    writer.append { $0.append("!") }
    writer.append { $0.append("") }
    let text = writer.finish().text()
    #expect(text == expected(5..<7) { ["!!!5", "!6"][$0 - 5] })
  }
}

struct ByteSetTests {
  @Test(arguments: [
    ("", "", true), ("abc", "def", true), ("abc", "cde", false), ("\n", "\t", false), ("é", "🙂", false),
    ("é", "abc\u{7F}", true), ("A", "a", true), ("\"", "b", true), ("\u{1F}", " ", true),
  ])
  func `two sets are disjoint where they share no byte, and controls and bytes from 0x80 count as one each`(
    left: String, right: String, isDisjoint: Bool
  ) {
    #expect(ByteSet(left).isDisjoint(with: ByteSet(right)) == isDisjoint)
    #expect(ByteSet(right).isDisjoint(with: ByteSet(left)) == isDisjoint)
    #expect(ByteSet(left).union(ByteSet("x")).isDisjoint(with: ByteSet(right + "x")) == false)
  }

  @Test(arguments: [("a", true), ("b", false), ("z", true), ("é", true), ("~", false), ("\n", false)])
  func `a set has the bytes of its text`(text: String, isMember: Bool) {
    let set = ByteSet("azé")
    for byte in text.utf8 { #expect(set.contains(byte) == isMember) }
  }

  @Test func `a set of a word's lowest bytes is that of its text`() {
    for text in ["", "a", "sixteen bytes..."] {
      let word = text.utf8.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
      #expect(ByteSet(lowBytesOf: word, count: text.utf8.count) == ByteSet(text))
    }
  }
}
