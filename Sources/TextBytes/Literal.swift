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
    let bytes = Array(text.utf8)
    head = bytes.prefix(16).reversed().reduce(0) { $0 << 8 | UInt128($1) }
    headCount = min(bytes.count, 16)
    rest = Array(bytes.dropFirst(16))
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
