extension UTF8Buffer {
  /// Whether a byte from `start` on is one that JSON escapes: a control character, a quotation mark or a backslash.
  ///
  /// Eight bytes at a time, since every text is looked through.
  public func needsJSONEscape(from start: Int) -> Bool {
    precondition(start >= 0 && start <= count, "start lies outside the buffer")
    var position = start
    while position + 8 <= count {
      let word = unsafe UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      if Self.needsJSONEscape(word) { return true }
      position += 8
    }
    var rest: UInt64 = 0x2020_2020_2020_2020
    while position < count {
      rest = unsafe rest << 8 | UInt64(base[position])
      position += 1
    }
    return Self.needsJSONEscape(rest)
  }

  /// Whether one of the eight bytes is below 0x20, or 0x22, or 0x5C: a byte borrows from its highest bit exactly where it
  /// is less than what is taken off.
  private static func needsJSONEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quotes, backslashes) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & (ones &* 0x80) != 0
  }
}
