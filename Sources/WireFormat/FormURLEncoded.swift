/// Name and value pairs of a query or form, in their order (WHATWG URL §5.1, `application/x-www-form-urlencoded`).
///
/// Stricter than a browser: an escape that is none and bytes that are not UTF-8 are refused and not passed on as they are.
public struct FormURLEncoded: Hashable, Sendable {
  /// A name with its value, both without escapes.
  public struct Pair: Hashable, Sendable {
    /// The name; a name may occur more than once.
    public var name: String
    /// The value, empty where there is no `=`.
    public var value: String

    /// Creates a pair.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Why a query cannot be read.
  public enum Failure: Error, Hashable, Sendable {
    /// More pairs than the limit.
    case tooManyPairs(limit: Int)
    /// A `%` without two hexadecimal digits, in the value of this parameter; in a name where there is none.
    case malformedEscape(parameter: String?)
    /// Bytes that are not UTF-8, in the value of this parameter; in a name where there is none.
    case notUTF8(parameter: String?)
  }

  /// The pairs in the order in which they were written.
  public var pairs: [Pair]
}

extension FormURLEncoded {
  /// Reads a query without its `?`, or the body of a form.
  ///
  /// - Parameters:
  ///   - bytes: The text as it was sent.
  ///   - pairLimit: The number of pairs that are read.
  /// - Throws: ``Failure`` with the first mistake.
  /// - Complexity: O(bytes).
  public init(parsing bytes: Span<UInt8>, pairLimit: Int = 64) throws(Failure) {
    pairs = []
    pairs.reserveCapacity(8)
    var start = 0
    while start < bytes.count {
      let end = Self.index(of: UInt8(ascii: "&"), in: start..<bytes.count, bytes)
      defer { start = end + 1 }
      guard start < end else { continue }
      guard pairs.count < pairLimit else { throw .tooManyPairs(limit: pairLimit) }
      let equals = Self.index(of: UInt8(ascii: "="), in: start..<end, bytes)
      let name = try Self.text(bytes.extracting(start..<equals), parameter: nil)
      pairs.append(Pair(name, try Self.text(bytes.extracting(min(equals + 1, end)..<end), parameter: name)))
    }
  }

  /// The same for bytes in an array.
  public init(parsing bytes: [UInt8], pairLimit: Int = 64) throws(Failure) {
    try self.init(parsing: bytes.span, pairLimit: pairLimit)
  }

  /// Where a byte stands first; the end of the range where it does not.
  private static func index(of byte: UInt8, in range: Range<Int>, _ bytes: Span<UInt8>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, bytes[index] != byte { index += 1 }
    return index
  }

  /// Copies what has no escape at once; most names and values have none.
  private static func text(_ bytes: Span<UInt8>, parameter: String?) throws(Failure) -> String {
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") || bytes[index] == UInt8(ascii: "+") {
      return try decode(bytes, parameter: parameter)
    }
    guard let text = try? UTF8Span(validating: bytes) else { throw .notUTF8(parameter: parameter) }
    return String(copying: text)
  }

  private static func decode(_ part: Span<UInt8>, parameter: String?) throws(Failure) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(part.count)
    var index = 0
    while index < part.count {
      switch part[index] {
      case UInt8(ascii: "+"):
        text.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard index + 2 < part.count, let high = part[index + 1].hexadecimalValue,
          let low = part[index + 2].hexadecimalValue
        else { throw .malformedEscape(parameter: parameter) }
        text.append(high << 4 | low)
        index += 2
      case let byte:
        text.append(byte)
      }
      index += 1
    }
    guard let span = try? UTF8Span(validating: text.span) else { throw .notUTF8(parameter: parameter) }
    return String(copying: span)
  }
}

extension FormURLEncoded.Failure: CustomStringConvertible {
  /// One sentence that names the parameter.
  public var description: String {
    switch self {
    case .tooManyPairs(let limit): "The query has more than \(limit) parameters."
    case .malformedEscape(let parameter): "A percent sign in \(Self.place(parameter)) lacks its two hexadecimal digits."
    case .notUTF8(let parameter): "The bytes of \(Self.place(parameter)) are not UTF-8."
    }
  }

  private static func place(_ parameter: String?) -> String {
    parameter.map { "the value of “\($0)”" } ?? "a parameter's name"
  }
}
