extension UTF8Buffer {
  /// A place in a buffer with room behind it, for a few words in a row.
  ///
  /// Each of them costs a store and an addition: the buffer's own count and memory are touched once for all, where an
  /// `append` for each makes one wait for the other.
  @safe @frozen
  public struct Cursor: ~Copyable {
    @usableFromInline var position: UnsafeMutablePointer<UInt8>
    @usableFromInline let end: UnsafeMutablePointer<UInt8>

    @inlinable
    init(position: UnsafeMutablePointer<UInt8>, end: UnsafeMutablePointer<UInt8>) {
      unsafe self.position = position
      unsafe self.end = end
    }

    /// Writes the lowest `count` bytes of `word`, lowest first.
    @inlinable @inline(__always)
    public mutating func put(_ word: UInt128, count: Int) {
      precondition(unsafe count >= 0 && count <= 16 && end - position >= 16, "there is no room")
      unsafe UnsafeMutableRawPointer(position).storeBytes(of: word.littleEndian, as: UInt128.self)
      unsafe position += count
    }
  }
}

extension UTF8Buffer {
  /// Appends what `write` puts, at most `count` bytes.
  @inlinable @inline(__always)
  public mutating func append(atMost count: Int, _ write: (inout Cursor) -> Void) {
    reserve(count &+ 16)
    var cursor = unsafe Cursor(position: base + length, end: base + capacity)
    write(&cursor)
    length = unsafe cursor.position - base
  }
}
