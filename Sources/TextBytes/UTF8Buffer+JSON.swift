// MARK: - Values, arrays and objects

extension UTF8Buffer {
  /// Appends a value, after a comma where it follows another element.
  ///
  /// Commas need no state: a value follows another exactly where the last byte ends one. White space, a bracket that
  /// opens and a colon therefore begin a sequence afresh, as a line of NDJSON or the data of an event does.
  public mutating func appendJSON(_ value: some JSONWritable) {
    separateJSON()
    value.writeJSON(to: &self)
  }

  /// Appends an array, after a comma where it follows another element.
  public mutating func appendJSONArray(_ elements: (inout UTF8Buffer) -> Void) {
    separateJSON()
    append(UInt8(ascii: "["))
    elements(&self)
    append(UInt8(ascii: "]"))
  }

  /// Appends an object, after a comma where it follows another element.
  public mutating func appendJSONObject(_ members: (inout UTF8Buffer) -> Void) {
    separateJSON()
    append(UInt8(ascii: "{"))
    members(&self)
    append(UInt8(ascii: "}"))
  }

  /// Appends a member of an object.
  ///
  /// - Parameters:
  ///   - name: Written as it stands, so without a character that needs an escape.
  ///   - value: The member's value.
  public mutating func appendJSONMember(_ name: StaticString, _ value: some JSONWritable) {
    appendJSONName(name)
    value.writeJSON(to: &self)
  }

  /// Appends the name of a member and its colon; the value is to follow.
  ///
  /// - Parameter name: Written as it stands, so without a character that needs an escape.
  public mutating func appendJSONName(_ name: StaticString) {
    separateJSON()
    append(UInt8(ascii: "\""))
    append(name)
    append("\":")
  }

  mutating func appendJSONName(_ name: String) {
    separateJSON()
    appendJSONString(name.utf8Span.span)
    append(UInt8(ascii: ":"))
  }

  private mutating func separateJSON() {
    guard count > 0 else { return }
    switch self[count - 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "e"), UInt8(ascii: "l"):
      append(UInt8(ascii: ","))
    default:
      break
    }
  }
}

// MARK: - Strings

extension UTF8Buffer {
  /// Appends UTF-8 in quotation marks, escaped.
  public mutating func appendJSONString(_ text: Span<UInt8>) {
    appendJSONString { $0.append(contentsOf: text) }
  }

  /// Appends what `write` appends, in quotation marks and escaped.
  ///
  /// The text is written in place and looked through afterwards, so one that needs no escape is never copied.
  public mutating func appendJSONString(writtenBy write: (inout UTF8Buffer) -> Void) {
    append(UInt8(ascii: "\""))
    let start = count
    write(&self)
    escapeJSON(from: start)
    append(UInt8(ascii: "\""))
  }

  /// Escapes what was written from `start` on, which is to stand in a string.
  @inlinable @inline(__always)
  public mutating func escapeJSON(from start: Int) {
    if needsJSONEscape(from: start) { rewriteEscaped(from: start) }
  }

  @usableFromInline @inline(never)
  mutating func rewriteEscaped(from start: Int) {
    rewrite(from: start, where: \.needsEscape) { $0.appendEscaped($1) }
  }

  /// Copies runs that need no escape at once.
  ///
  /// U+2028 and U+2029 need none (RFC 8259 §7).
  private mutating func appendEscaped(_ text: Span<UInt8>) {
    var start = 0
    for index in text.indices where text[index].needsEscape {
      append(contentsOf: text.extracting(start..<index))
      appendEscape(of: text[index])
      start = index + 1
    }
    append(contentsOf: text.extracting(start..<text.count))
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0a: append("\\n")
    case 0x0c: append("\\f")
    case 0x0d: append("\\r")
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    default:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      append(byte & 0xf < 10 ? UInt8(ascii: "0") + byte & 0xf : UInt8(ascii: "a") + byte & 0xf - 10)
    }
  }
}

extension TextEscape {
  /// Escapes a text that is to stand in a string of JSON (RFC 8259 §7).
  public static let json = TextEscape(special: ByteSet("\u{0}\"\\")) { buffer, start in buffer.escapeJSON(from: start) }
}

extension UInt8 {
  fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}
