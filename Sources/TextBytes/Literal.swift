/// A text kept ready for being written often.
///
/// Its first sixteen bytes stand in one word, so that a short text costs one store instead of a call that copies.
@frozen
public struct Literal: Equatable, Sendable {
  @usableFromInline let head: UInt128
  @usableFromInline let headCount: Int
  @usableFromInline let rest: [UInt8]

  /// Encodes a text as UTF-8.
  public init(_ text: String = "") {
    self.init(text.utf8Span.span)
  }

  /// No text.
  public static let empty = Literal()

  /// Takes text that is UTF-8 already.
  public init(_ bytes: Span<UInt8>) {
    headCount = min(bytes.count, 16)
    var word: UInt128 = 0
    for index in 0..<headCount { word |= UInt128(bytes[index]) &<< (UInt128(index) &<< 3) }
    head = word
    var rest: [UInt8] = []
    for index in headCount..<bytes.count { rest.append(bytes[index]) }
    self.rest = rest
  }

  /// Its bytes in one word, the first in the lowest; `nil` where there are more than sixteen.
  @inlinable
  public var word: (bytes: UInt128, count: Int)? {
    rest.isEmpty ? (head, headCount) : nil
  }

  /// The text it was made of.
  public var text: String {
    var buffer = UTF8Buffer()
    buffer.append(self)
    return buffer.text()
  }
}

extension UTF8Buffer {
  /// Appends a prepared text.
  @inlinable @inline(__always)
  public mutating func append(_ literal: borrowing Literal) {
    append(lowBytesOf: literal.head, count: literal.headCount)
    if !literal.rest.isEmpty { append(contentsOf: literal.rest) }
  }
}
