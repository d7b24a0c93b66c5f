public import TextBytes

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
