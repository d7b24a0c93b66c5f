internal import TextBytes

extension UTF8Buffer {
  /// Writes what stands from `start` on once more, by `write`, if it holds a byte that is `special`.
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
