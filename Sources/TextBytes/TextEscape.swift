/// How a text is written where some bytes have a meaning of their own: in a JSON string, a CSV field, XML, a terminal.
public struct TextEscape: Sendable {
  /// The bytes that cannot stand for themselves; a text without any of them is written as it is.
  public let special: ByteSet
  @usableFromInline let apply: @Sendable (inout UTF8Buffer, _ start: Int) -> Void

  /// Creates an escape.
  ///
  /// - Parameters:
  ///   - special: The bytes that cannot stand for themselves.
  ///   - apply: Escapes the text that begins at `start`.
  public init(special: ByteSet, _ apply: @escaping @Sendable (inout UTF8Buffer, _ start: Int) -> Void) {
    self.special = special
    self.apply = apply
  }

  /// Writes every text as it is.
  public static let none = TextEscape(special: ByteSet()) { _, _ in }
}

extension UTF8Buffer {
  /// Escapes the text that was written from `start` on.
  @inlinable
  public mutating func escape(from start: Int, by escape: TextEscape) {
    escape.apply(&self, start)
  }
}
