/// Any JSON value, as a client sent it.
public enum JSONValue: Hashable, Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number in the characters it was written in, so that none of its digits is lost.
  case number(String)
  /// A string without its escapes.
  case string(String)
  /// The elements of an array.
  case array([JSONValue])
  /// The members of an object in the order in which they were written; no name occurs twice.
  case object([Member])

  /// A name in an object with its value.
  public struct Member: Hashable, Sendable {
    /// The name without its escapes.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Creates a member.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue {
  /// The value of the member with this name; `nil` where there is none and for everything but objects.
  ///
  /// - Complexity: O(members).
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

// A document is written as Swift's literals.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object with the members in their order.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}

extension JSONValue: JSONWritable {
  /// Appends the value; a number in the characters it holds.
  public func writeJSON(to buffer: inout UTF8Buffer) {
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
public protocol JSONWritable {
  /// Appends the value's JSON text, without white space.
  func writeJSON(to buffer: inout UTF8Buffer)
}

extension String: JSONWritable {
  /// Appends the text in quotation marks, escaped.
  public func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONString(utf8Span.span)
  }
}

extension Int: JSONWritable {
  /// Appends the number in decimal digits.
  public func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.append(decimal: self)
  }
}

extension Double: JSONWritable {
  /// Appends the shortest decimal that reads back as the same double, without exponent; what is not finite is `null`.
  public func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.append(shortest: self)
  }
}

extension Bool: JSONWritable {
  /// Appends `true` or `false`.
  public func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.append(self ? "true" : "false")
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  /// Appends the value, or `null` where there is none.
  public func writeJSON(to buffer: inout UTF8Buffer) {
    if let self { self.writeJSON(to: &buffer) } else { buffer.append("null") }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Appends the elements in brackets.
  public func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONArray { array in
      for element in self { array.appendJSON(element) }
    }
  }
}
