internal import TextBytes

/// Up to sixteen bytes in one word.
struct ShortPiece {
  let word: UInt128
  let count: Int

  /// Takes a text, or two behind each other; `nil` for more.
  init?(_ first: borrowing Literal, _ second: borrowing Literal = .empty) {
    guard let first = first.word, let second = second.word else { return nil }
    self.init(first, second)
  }

  private init?(_ first: (bytes: UInt128, count: Int), _ second: (bytes: UInt128, count: Int)) {
    guard first.count + second.count <= 16 else { return nil }
    word = first.bytes | second.bytes << UInt128(8 * first.count)
    count = first.count + second.count
  }

  var occurring: ByteSet { ByteSet(lowBytesOf: word, count: count) }

  /// The first eight bytes.
  var low: UInt64 { UInt64(truncatingIfNeeded: word) }
}
