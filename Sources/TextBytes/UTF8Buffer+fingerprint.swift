extension UTF8Buffer {
  /// A hash of all bytes with a fixed key, the same in every process; not safe against chosen collisions.
  ///
  /// Eight bytes for a multiplication, whose two halves are folded: FNV-1a, with one for each byte, took five times as long.
  public var fingerprint: UInt64 {
    var hash = Self.folded(UInt64(count))
    var position = 0
    while position &+ 8 <= count {
      hash = Self.folded(hash ^ word(at: position))
      position &+= 8
    }
    return Self.folded(hash ^ lastBytes(count &- position))
  }

  private static func folded(_ value: UInt64) -> UInt64 {
    let (high, low) = (value ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    return high ^ low
  }
}
