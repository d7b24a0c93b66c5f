/// A text kept ready for being written often, in words of sixteen bytes.
///
/// A short text costs one store instead of a call that copies.
@frozen
public struct Literal: Equatable, Sendable {
  /// The first sixteen bytes, the first in the lowest; before the others, as it is aligned to sixteen bytes.
  @usableFromInline let head: UInt128
  /// The bytes of the text.
  public let count: Int
  /// All that follow, sixteen in each; the last is filled up with zeros.
  @usableFromInline let rest: [UInt128]

  /// No text.
  public static let empty = Literal()

  /// Encodes a text as UTF-8.
  public init(_ text: String = "") {
    self.init(text.utf8Span.span)
  }

  /// Takes text that is UTF-8 already.
  public init(_ bytes: Span<UInt8>) {
    count = bytes.count
    head = Self.word(of: bytes, from: 0)
    var rest: [UInt128] = []
    for start in stride(from: 16, to: bytes.count, by: 16) { rest.append(Self.word(of: bytes, from: start)) }
    self.rest = rest
  }

  private init(head: UInt128, count: Int) {
    (self.head, self.count, rest) = (head, count, [])
  }

  private static func word(of bytes: Span<UInt8>, from start: Int) -> UInt128 {
    var (low, high): (UInt64, UInt64) = (0, 0)
    let end = min(start + 16, bytes.count)
    for index in start..<min(start + 8, end) { low |= UInt64(bytes[index]) &<< UInt64((index - start) * 8) }
    for index in min(start + 8, end)..<end { high |= UInt64(bytes[index]) &<< UInt64((index - start - 8) * 8) }
    return UInt128(high) &<< 64 | UInt128(low)
  }
}

extension Literal {
  /// The bytes that it keeps beside itself.
  public var byteCount: Int { rest.isEmpty ? 0 : 32 + MemoryLayout<UInt128>.stride * rest.capacity }

  /// Whether there is no text.
  public var isEmpty: Bool { count == 0 }

  /// Its bytes in one word, the first in the lowest; `nil` where there are more than sixteen.
  @inlinable
  public var word: (bytes: UInt128, count: Int)? {
    count <= 16 ? (head, count) : nil
  }

  /// The text it was made of.
  public var text: String {
    UTF8Buffer.text { $0.append(self) }
  }

  /// The text with another behind it.
  public func followed(by other: Literal) -> Literal {
    if isEmpty { return other }
    if other.isEmpty { return self }
    if count + other.count <= 16 {
      return Literal(head: head | other.head &<< UInt128(8 * count), count: count + other.count)
    }
    var buffer = UTF8Buffer()
    buffer.append(self)
    buffer.append(other)
    return Literal(buffer.span)
  }
}

extension ByteSet {
  /// Creates a set of the bytes in a prepared text.
  public init(_ literal: borrowing Literal) {
    self.init(lowBytesOf: literal.head, count: min(literal.count, 16))
    for index in literal.rest.indices {
      let count = min(literal.count - 16 * (index + 1), 16)
      self = union(ByteSet(lowBytesOf: literal.rest[index], count: count))
    }
  }
}

extension UTF8Buffer {
  /// Appends a prepared text.
  @inlinable @inline(__always)
  public mutating func append(_ literal: borrowing Literal) {
    append(lowBytesOf: literal.head, count: min(literal.count, 16))
    if literal.count > 16 { appendRest(of: literal) }
  }

  @usableFromInline
  mutating func appendRest(of literal: borrowing Literal) {
    append(atMost: literal.count) { $0.putRest(of: literal) }
  }
}

extension UTF8Buffer.Cursor {
  /// Writes a prepared text.
  @inlinable @inline(__always)
  public mutating func put(_ literal: borrowing Literal) {
    put(literal.head, count: min(literal.count, 16))
    if literal.count > 16 { putRest(of: literal) }
  }

  @usableFromInline
  mutating func putRest(of literal: borrowing Literal) {
    for index in literal.rest.indices {
      put(literal.rest[index], count: min(literal.count &- 16 &* (index &+ 1), 16))
    }
  }
}

/// Which bytes occur in some text: exact for printable ASCII, one member for all controls and one for all bytes from 0x80.
public struct ByteSet: Equatable, Sendable {
  /// Bit 0 stands for the controls, bit 1 for the bytes from 0x80, each other for the byte of its number.
  @usableFromInline var bits: UInt128

  /// Creates a set of the bytes in a text.
  public init(_ text: String = "") {
    bits = 0
    for byte in text.utf8 { bits |= 1 &<< UInt128(truncatingIfNeeded: Self.bit(of: byte)) }
  }

  /// Creates a set of the lowest `count` bytes of a word.
  public init(lowBytesOf word: UInt128, count: Int) {
    bits = 0
    var rest = word
    for _ in 0..<count {
      bits |= 1 &<< UInt128(truncatingIfNeeded: Self.bit(of: UInt8(truncatingIfNeeded: rest)))
      rest = rest &>> 8
    }
  }

  @usableFromInline static func bit(of byte: UInt8) -> UInt8 {
    byte >= 0x80 ? 1 : byte < 0x20 ? 0 : byte
  }

  /// Whether a byte is a member; controls stand for each other, and so do the bytes from 0x80.
  @inlinable
  public func contains(_ byte: UInt8) -> Bool {
    bits &>> UInt128(truncatingIfNeeded: Self.bit(of: byte)) & 1 != 0
  }

  /// The bytes of both sets.
  @inlinable
  public func union(_ other: ByteSet) -> ByteSet {
    var all = self
    all.bits |= other.bits
    return all
  }

  /// Whether no byte is in both sets.
  @inlinable
  public func isDisjoint(with other: ByteSet) -> Bool {
    bits & other.bits == 0
  }
}
