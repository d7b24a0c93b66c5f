/// Any JSON value, as a client sent it.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number in the characters it was written in, so that none of its digits is lost.
  case number(String)
  /// A string without its escapes.
  case string(String)
  case array([JSONValue])
  /// The members of an object in the order in which they were written; no name occurs twice.
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue {
  /// `nil` where there is none and for everything but objects.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

// A document is written as Swift's literals.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral text: String) { self = .string(text) }

  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}

extension JSONValue: JSONWritable {
  package func writeJSON(to buffer: inout UTF8Buffer) {
    switch self {
    case .null: buffer.append("null")
    case .bool(let value): value.writeJSON(to: &buffer)
    case .number(let text): buffer.append(contentsOf: text)
    case .string(let text): text.writeJSON(to: &buffer)
    case .array(let elements): elements.writeJSON(to: &buffer)
    case .object(let members):
      buffer.appendJSONObject { object in
        for member in members {
          object.appendJSONName(member.name)
          member.value.writeJSON(to: &object)
        }
      }
    }
  }
}

/// A value with a JSON text (RFC 8259).
package protocol JSONWritable {
  /// Appends the value's JSON text, without white space.
  func writeJSON(to buffer: inout UTF8Buffer)
}

extension String: JSONWritable {
  package func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONString(utf8Span.span)
  }
}

extension Int: JSONWritable {
  package func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.append(decimal: self)
  }
}

extension Double: JSONWritable {
  package func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.append(shortest: self)
  }
}

extension Bool: JSONWritable {
  package func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.append(self ? "true" : "false")
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  package func writeJSON(to buffer: inout UTF8Buffer) {
    if let self { self.writeJSON(to: &buffer) } else { buffer.append("null") }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  package func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONArray { array in
      for element in self { array.appendJSON(element) }
    }
  }
}

// MARK: - Values, arrays and objects

extension UTF8Buffer {
  /// Appends a value, after a comma where it follows another element.
  ///
  /// Commas need no state: a value follows another exactly where the last byte ends one. White space, a bracket that
  /// opens and a colon therefore begin a sequence afresh, as a line of NDJSON or the data of an event does.
  package mutating func appendJSON(_ value: some JSONWritable) {
    separateJSON()
    value.writeJSON(to: &self)
  }

  package mutating func appendJSONArray(_ elements: (inout UTF8Buffer) -> Void) {
    separateJSON()
    append(UInt8(ascii: "["))
    elements(&self)
    append(UInt8(ascii: "]"))
  }

  package mutating func appendJSONObject(_ members: (inout UTF8Buffer) -> Void) {
    separateJSON()
    append(UInt8(ascii: "{"))
    members(&self)
    append(UInt8(ascii: "}"))
  }

  /// `name` is written as it stands, so without a character that needs an escape.
  package mutating func appendJSONMember(_ name: StaticString, _ value: some JSONWritable) {
    appendJSONName(name)
    value.writeJSON(to: &self)
  }

  /// `name` is written as it stands, so without a character that needs an escape; the value is to follow.
  package mutating func appendJSONName(_ name: StaticString) {
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
  package mutating func appendJSONString(_ text: Span<UInt8>) {
    appendJSONString { $0.append(contentsOf: text) }
  }

  /// Appends what `write` appends, in quotation marks and escaped.
  ///
  /// The text is written in place and looked through afterwards, so one that needs no escape is never copied.
  package mutating func appendJSONString(writtenBy write: (inout UTF8Buffer) -> Void) {
    append(UInt8(ascii: "\""))
    let start = count
    write(&self)
    escapeJSON(from: start)
    append(UInt8(ascii: "\""))
  }

  /// Escapes what was written from `start` on, which is to stand in a string.
  @inlinable @inline(__always)
  package mutating func escapeJSON(from start: Int) {
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
  package static let json = TextEscape(special: ByteSet("\u{0}\"\\")) { buffer, start in buffer.escapeJSON(from: start)
  }
}

extension UInt8 {
  fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}
