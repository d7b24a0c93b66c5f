import TextBytes

/// Lines waiting to be written, bounded: where they are not taken, the newest are dropped and counted.
struct LineBacklog: ~Copyable {
  private let limit: Int
  private var lines = UTF8Buffer(capacity: 16_384)
  private var start = 0

  /// The lines that were dropped since the last notice of it.
  private(set) var droppedCount = 0

  /// Creates an empty backlog.
  ///
  /// - Parameter limit: Bytes that may wait; the line that goes beyond them is the last taken.
  init(limit: Int = 262_144) {
    self.limit = limit
  }

  /// Whether no line waits, and no notice.
  var isEmpty: Bool { start == lines.count && droppedCount == 0 }

  /// Takes what `write` writes, a whole line or several.
  mutating func append(_ write: (inout UTF8Buffer) -> Void) {
    guard lines.count - start < limit else {
      droppedCount += 1
      return
    }
    write(&lines)
  }

  /// Writes everything to `sink`, which returns how many bytes it took; once nothing waits, `notice` writes a line about
  /// those that were dropped.
  mutating func flush(to sink: (Span<UInt8>) -> Int, notice: (_ dropped: Int, inout UTF8Buffer) -> Void) {
    offer(to: sink)
    guard start == lines.count, droppedCount > 0 else { return }
    notice(droppedCount, &lines)
    droppedCount = 0
    offer(to: sink)
  }

  private mutating func offer(to sink: (Span<UInt8>) -> Int) {
    if start < lines.count { start += sink(lines.span.extracting(start...)) }
    if start == lines.count {
      lines.truncate()
      start = 0
    } else if start > limit {
      let rest = lines.bytes(from: start)
      lines.truncate()
      lines.append(contentsOf: rest)
      start = 0
    }
  }
}
