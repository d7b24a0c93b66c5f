extension UTF8Buffer {
  /// A place in a buffer with room behind it, for a few words in a row.
  ///
  /// Each of them costs a store and an addition: the buffer's own count and memory are touched once for all, where an
  /// `append` for each makes one wait for the other.
  @safe @frozen
  public struct Cursor: ~Copyable {
    @usableFromInline let base: UnsafeMutablePointer<UInt8>
    @usableFromInline var position: UnsafeMutablePointer<UInt8>
    /// The last place where sixteen bytes have room.
    @usableFromInline let last: UnsafeMutablePointer<UInt8>

    /// The bytes in the buffer so far.
    @inlinable public var count: Int { unsafe position - base }

    @inlinable
    init(base: UnsafeMutablePointer<UInt8>, count: Int, capacity: Int) {
      unsafe self.base = base
      unsafe position = base + count
      unsafe last = base + (capacity &- 16)
    }

    /// Writes the lowest `count` bytes of `word`, lowest first.
    @inlinable @inline(__always)
    public mutating func put(_ word: UInt128, count: Int) {
      precondition(unsafe UInt(bitPattern: count) <= 16 && position <= last, "there is no room")
      unsafe UnsafeMutableRawPointer(position).storeBytes(of: word.littleEndian, as: UInt128.self)
      unsafe position += count
    }

    /// Writes the lowest `count` bytes of a word of eight, lowest first.
    @inlinable @inline(__always)
    public mutating func put(_ word: UInt64, count: Int) {
      precondition(unsafe UInt(bitPattern: count) <= 8 && position <= last, "there is no room")
      unsafe UnsafeMutableRawPointer(position).storeBytes(of: word.littleEndian, as: UInt64.self)
      unsafe position += count
    }

    /// Copies some bytes of another buffer, sixteen at a time.
    ///
    /// The last word may reach behind them in both buffers, so that one of up to sixteen is a load and a store; the other
    /// buffer needs ``UTF8Buffer/reserveSlack()``.
    @inlinable @inline(__always)
    public mutating func put(_ range: Range<Int>, of other: borrowing UTF8Buffer) {
      precondition(
        unsafe range.lowerBound >= 0 && range.upperBound <= other.length && range.upperBound &+ 16 <= other.capacity
          && range.count <= last - position, "there is no room")
      let source = unsafe UnsafeRawPointer(other.base + range.lowerBound)
      let target = unsafe UnsafeMutableRawPointer(position)
      var offset = 0
      repeat {
        unsafe (target + offset).storeBytes(of: (source + offset).loadUnaligned(as: UInt128.self), as: UInt128.self)
        offset &+= 16
      } while offset < range.count
      unsafe position += range.count
    }

    /// Drops what was put from `count` bytes of the buffer on.
    @inlinable
    public mutating func drop(to count: Int) {
      precondition(count >= 0 && count <= self.count, "cannot drop to more than was put")
      unsafe position = base + count
    }
  }
}

extension UTF8Buffer {
  /// Appends what `write` puts, at most `count` bytes.
  @inlinable @inline(__always)
  public mutating func append(atMost count: Int, _ write: (inout Cursor) -> Void) {
    reserve(count &+ 16)
    var cursor = unsafe Cursor(base: base, count: length, capacity: capacity)
    write(&cursor)
    length = cursor.count
  }

  /// Makes room behind the last byte for a word that is read as a whole.
  @inlinable
  public mutating func reserveSlack() {
    reserve(16)
  }
}
