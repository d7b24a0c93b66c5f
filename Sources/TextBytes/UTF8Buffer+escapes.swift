extension UTF8Buffer {
  /// Whether a byte from `start` on is one that JSON escapes: a control character, a quotation mark or a backslash.
  ///
  /// Eight bytes at a time, since every text is looked through; one byte after another for the last few cost 30 instructions
  /// more for ten bytes of text.
  @inlinable @inline(__always)
  public func needsJSONEscape(from start: Int) -> Bool {
    precondition(start >= 0 && start <= count, "start lies outside the buffer")
    var position = start
    while position &+ 8 <= count {
      if Self.needsJSONEscape(word(at: position)) { return true }
      position &+= 8
    }
    return Self.needsJSONEscape(lastBytes(count &- position))
  }

  /// The last bytes, fewer than eight, behind spaces that make a word of them.
  @inlinable
  func lastBytes(_ length: Int) -> UInt64 {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    guard count >= 8 else {
      return (count &- length..<count).reduce(spaces) { $0 &<< 8 | UInt64(self[$1]) }
    }
    let shift = UInt64(64 &- length &<< 3)
    return (word(at: count &- 8) >> shift) << shift | spaces >> UInt64(length &<< 3)
  }

  @inlinable
  func word(at position: Int) -> UInt64 {
    unsafe UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self).littleEndian
  }

  /// Whether one of the eight bytes is below 0x20, or 0x22, or 0x5C: a byte borrows from its highest bit exactly where it
  /// is less than what is taken off.
  @inlinable
  static func needsJSONEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quotes, backslashes) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & (ones &* 0x80) != 0
  }
}
