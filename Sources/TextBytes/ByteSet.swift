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
