/// Reads queries and forms (WHATWG URL §5.1, `application/x-www-form-urlencoded`).
///
/// Stricter than a browser: an escape that is none and bytes that are not UTF-8 are refused and not passed on as they are.
package enum FormURLEncoded {
  package enum Failure: Error, Hashable, Sendable {
    case tooManyPairs(limit: Int)
    /// A `%` without two hexadecimal digits, in the value of this parameter; in a name where there is none.
    case malformedEscape(parameter: String?)
    /// Bytes that are not UTF-8, in the value of this parameter; in a name where there is none.
    case notUTF8(parameter: String?)
  }
}

extension FormURLEncoded {
  /// Reads a query without its `?`, or the body of a form, in the order in which it was written and without escapes.
  ///
  /// Each value is a string, empty where there is no `=`; a name may occur more than once. Throws the first mistake.
  package static func read(_ bytes: Span<UInt8>, pairLimit: Int = 64) throws(Failure) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    members.reserveCapacity(8)
    var start = 0
    while start < bytes.count {
      let layout = layout(of: bytes, from: start)
      defer { start = layout.end + 1 }
      guard start < layout.end else { continue }
      guard members.count < pairLimit else { throw .tooManyPairs(limit: pairLimit) }
      let name = try text(bytes.extracting(start..<layout.nameEnd), isEscaped: layout.isNameEscaped, parameter: nil)
      let value = bytes.extracting(min(layout.nameEnd + 1, layout.end)..<layout.end)
      let text = try text(value, isEscaped: layout.isValueEscaped, parameter: name)
      members.append(JSONValue.Member(name, .string(text)))
    }
    return members
  }

  /// Where name and value of a pair end, at the `=` and the `&` or where the text does, and which has escapes: found by one
  /// look at each byte.
  private static func layout(
    of bytes: Span<UInt8>, from start: Int
  ) -> (nameEnd: Int, end: Int, isNameEscaped: Bool, isValueEscaped: Bool) {
    var equals: Int?
    var (isNameEscaped, isValueEscaped) = (false, false)
    var index = start
    scan: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "&"): break scan
      case UInt8(ascii: "=") where equals == nil: equals = index
      case UInt8(ascii: "%"), UInt8(ascii: "+"):
        if equals == nil { isNameEscaped = true } else { isValueEscaped = true }
      default: break
      }
      index += 1
    }
    return (equals ?? index, index, isNameEscaped, isValueEscaped)
  }

  /// Copies what has no escape at once; most names and values have none.
  private static func text(
    _ bytes: Span<UInt8>, isEscaped: Bool, parameter: String?
  ) throws(Failure) -> String {
    if isEscaped { return try decode(bytes, parameter: parameter) }
    guard let text = try? UTF8Span(validating: bytes) else { throw .notUTF8(parameter: parameter) }
    return String(copying: text)
  }

  private static func decode(_ part: Span<UInt8>, parameter: String?) throws(Failure) -> String {
    // Most values are short, and need no memory of their own.
    if part.count <= 128 {
      var bytes = InlineArray<128, UInt8>(repeating: 0)
      let count = try unescape(part, into: bytes.mutableSpan, parameter: parameter)
      return try text(bytes.span.extracting(0..<count), isEscaped: false, parameter: parameter)
    }
    var bytes = [UInt8](repeating: 0, count: part.count)
    let count = try unescape(part, into: bytes.mutableSpan, parameter: parameter)
    return try text(bytes.span.extracting(0..<count), isEscaped: false, parameter: parameter)
  }

  /// Returns how many bytes a text with escapes stands for, no more than before.
  private static func unescape(
    _ part: Span<UInt8>, into bytes: consuming MutableSpan<UInt8>, parameter: String?
  ) throws(Failure) -> Int {
    var (index, count) = (0, 0)
    while index < part.count {
      switch part[index] {
      case UInt8(ascii: "+"): bytes[count] = UInt8(ascii: " ")
      case UInt8(ascii: "%"):
        guard index + 2 < part.count, let high = part[index + 1].hexadecimalValue,
          let low = part[index + 2].hexadecimalValue
        else { throw .malformedEscape(parameter: parameter) }
        bytes[count] = high << 4 | low
        index += 2
      case let byte: bytes[count] = byte
      }
      index += 1
      count += 1
    }
    return count
  }
}

extension FormURLEncoded.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooManyPairs(let limit): "There are more than \(limit) parameters."
    case .malformedEscape(let parameter):
      "A percent sign in \(Self.place(parameter)) lacks its two hexadecimal digits; one that is meant as such is `%25`."
    case .notUTF8(let parameter): "The bytes of \(Self.place(parameter)) are not UTF-8."
    }
  }

  private static func place(_ parameter: String?) -> String {
    parameter.map { "the value of “\($0)”" } ?? "a parameter's name"
  }
}
