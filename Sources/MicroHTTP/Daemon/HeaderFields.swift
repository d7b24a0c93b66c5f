import Glibc
package import HTTPTypes

/// Header fields as they stand on the wire, one behind another: name, colon, space, value, CR LF.
///
/// One array of bytes: fields that never change are a constant that is copied as one piece, and a request's are looked up
/// where somebody asks for them. A lookup takes time in proportion to all of them.
package struct HeaderFields: Sendable, Equatable {
  /// What stands in a head between its first line and its empty one.
  package private(set) var bytes: [UInt8] = []

  package init() {}
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
    for (name, value) in elements { append(name, value) }
  }
}

// MARK: - Reading

extension HeaderFields {
  package var isEmpty: Bool { bytes.isEmpty }

  /// The value of a field, or the values of several with this name, a comma and a space between (RFC 9110 section 5.3).
  ///
  /// Setting it replaces all of them.
  package subscript(name: HTTPField.Name) -> String? {
    get {
      guard let first = value(of: name, from: 0) else { return nil }
      let text = text(first)
      guard value(of: name, from: first.upperBound) != nil else { return text }
      return self[values: name].joined(separator: ", ")
    }
    set {
      while let range = value(of: name, from: 0) {
        bytes.removeSubrange(range.lowerBound - name.rawName.utf8.count - 2..<range.upperBound + 2)
      }
      if let newValue { append(name, newValue) }
    }
  }

  package subscript(values name: HTTPField.Name) -> [String] {
    var values: [String] = []
    var start = 0
    while let range = value(of: name, from: start) {
      values.append(text(range))
      start = range.upperBound
    }
    return values
  }

  package func contains(_ name: HTTPField.Name) -> Bool { value(of: name, from: 0) != nil }

  /// Whether the first field with a name has a value that ends like this; `nil` where there is none.
  package func ends(_ name: HTTPField.Name, with end: String) -> Bool? {
    guard let range = value(of: name, from: 0) else { return nil }
    let end = end.utf8Span.span
    let start = range.upperBound - end.count
    guard start >= range.lowerBound else { return false }
    for index in end.indices where bytes[start + index] != end[index] { return false }
    return true
  }

  /// The same of how it begins.
  package func begins(_ name: HTTPField.Name, with beginning: String) -> Bool? {
    guard let range = value(of: name, from: 0) else { return nil }
    let beginning = beginning.utf8Span.span
    guard beginning.count <= range.count else { return false }
    for index in beginning.indices where bytes[range.lowerBound + index] != beginning[index] { return false }
    return true
  }

  /// Obsolete bytes are ISO 8859-1, as far as they are anything; the bytes of UTF-8 are taken for what they mean.
  func text(_ range: Range<Int>) -> String {
    if let text = try? UTF8Span(validating: bytes.span.extracting(range)) { return String(copying: text) }
    return String(String.UnicodeScalarView(bytes[range].map { Unicode.Scalar($0) }))
  }

  /// Where the value of the next field with this name stands that begins at `start` or behind it.
  private func value(of name: HTTPField.Name, from start: Int) -> Range<Int>? {
    let name = name.canonicalName.utf8Span.span
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      // A search that goes on begins at the line's end of the field before.
      var line = start > 0 ? start + 2 : 0
      while line < bytes.count {
        guard let end = unsafe memchr(base + line, 0x0D, bytes.count - line) else { return nil }
        let lineEnd = unsafe end - UnsafeMutableRawPointer(mutating: base)
        let value = line + name.count + 2
        if value <= lineEnd, unsafe bytes[value - 2] == UInt8(ascii: ":") {
          let field = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[line..<value - 2]))
          if Self.isEqual(field, lowercase: name) { return value..<lineEnd }
        }
        line = lineEnd + 2
      }
      return nil
    }
  }

  private static func isEqual(_ name: Span<UInt8>, lowercase: Span<UInt8>) -> Bool {
    for index in name.indices where !name[index].isEqualIgnoringCase(lowercase[index]) { return false }
    return true
  }
}

extension HeaderFields: Sequence {
  package func makeIterator() -> some IteratorProtocol<(name: String, value: String)> {
    var start = 0
    return AnyIterator {
      guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")),
        let end = bytes[colon...].firstIndex(of: 0x0D)
      else { return nil }
      defer { start = end + 2 }
      return (String(decoding: bytes[start..<colon], as: UTF8.self), text(colon + 2..<end))
    }
  }
}

// MARK: - Writing

extension HeaderFields {
  /// White space around the value is left out, and what no value may have becomes a space, so that no value can end its
  /// line.
  package mutating func append(_ name: HTTPField.Name, _ value: String) {
    append(name: name.rawName.utf8Span.span, value: value.utf8Span.span)
  }

  package mutating func append(contentsOf other: HeaderFields) {
    bytes += other.bytes
  }

  /// The name has to be one; returns where the value stands.
  @discardableResult
  mutating func append(name: Span<UInt8>, value: Span<UInt8>) -> Range<Int> {
    var (start, end) = (0, value.count)
    while start < end, Self.isSpace(value[start]) { start += 1 }
    while start < end, Self.isSpace(value[end - 1]) { end -= 1 }
    let size = bytes.count + name.count + value.count + 4
    if size > bytes.capacity { bytes.reserveCapacity(Swift.max(size, 2 * bytes.count)) }
    bytes.append(name)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
    let valueStart = bytes.count
    bytes.append(value.extracting(start..<end))
    for index in valueStart..<bytes.count where !Self.isValueByte(bytes[index]) { bytes[index] = UInt8(ascii: " ") }
    let valueEnd = bytes.count
    bytes.append(0x0D)
    bytes.append(0x0A)
    return valueStart..<valueEnd
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// RFC 9110 section 5.5: visible characters, space, tab and obsolete bytes.
  static func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  /// A field by a name that swift-http-types has no constant for.
  package subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set { if let name = HTTPField.Name(name) { self[name] = newValue } }
  }

  /// RFC 9110 section 5.6.2: what a name has.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension UInt8 {
  /// Whether the character is `lowercase`, or the capital of it in ASCII.
  @inlinable
  package func isEqualIgnoringCase(_ lowercase: UInt8) -> Bool {
    self == lowercase || (0x41...0x5A).contains(self) && self | 0x20 == lowercase
  }
}

extension [UInt8] {
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension String {
  /// The text of some bytes, repaired where they are none.
  init(copying bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
