internal import TextBytes

extension UTF8Buffer {
  /// Replaces the bytes from `start` on by what `write` makes of them, if one of them `isSpecial`.
  mutating func rewrite(
    from start: Int, where isSpecial: (UInt8) -> Bool, by write: (inout UTF8Buffer, Span<UInt8>) -> Void
  ) {
    var position = start
    while position < count, !isSpecial(self[position]) { position += 1 }
    guard position < count else { return }
    let written = bytes(from: start)
    truncate(to: start)
    write(&self, written.span)
  }
}
