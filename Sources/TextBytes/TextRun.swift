/// Texts one behind another, and where each ends: what many frames show, made in one go.
///
/// One call for all makes of their writing one loop, and lets the whole run be looked through for escapes at once.
public struct TextRun: ~Copyable {
  @usableFromInline var bytes = UTF8Buffer(capacity: 4_096)
  @usableFromInline var ends: [Int] = []

  /// Creates an empty run.
  public init() {}

  /// The number of texts.
  @inlinable public var count: Int { ends.count }

  /// The bytes of all texts.
  @inlinable public var byteCount: Int { bytes.count }

  /// Whether a byte of any text is one that JSON escapes.
  public var needsJSONEscape: Bool { bytes.needsJSONEscape(from: 0) }

  /// Where a text stands in the bytes.
  @inlinable @inline(__always)
  func range(of index: Int) -> Range<Int> {
    (index > 0 ? ends[index &- 1] : 0)..<ends[index]
  }

  /// Forgets all texts and keeps the memory.
  public mutating func removeAll() {
    bytes.truncate()
    ends.removeAll(keepingCapacity: true)
  }
}

// MARK: - Writing

extension TextRun {
  /// Adds what `write` appends as one text.
  @inlinable @inline(__always)
  public mutating func append(_ write: (inout UTF8Buffer) -> Void) {
    write(&bytes)
    bytes.reserveSlack()
    ends.append(bytes.count)
  }

  /// Adds a text for each of some numbers, until one cannot be written.
  ///
  /// Room is made once for all of them.
  ///
  /// - Parameters:
  ///   - numbers: One for each text.
  ///   - room: The most bytes of one text.
  ///   - write: Puts a text, or answers `false` and puts nothing.
  /// - Returns: How many texts were added.
  @inlinable @inline(__always)
  public mutating func append(
    _ numbers: Span<Double>, atMost room: Int, _ write: (Double, inout UTF8Buffer.Cursor) -> Bool
  ) -> Int {
    let first = ends.count
    ends.append(contentsOf: repeatElement(0, count: numbers.count))
    let written = bytes.append(numbers, atMost: room, endsFrom: first, in: &ends, write)
    ends.removeLast(numbers.count &- written)
    return written
  }
}

extension UTF8Buffer {
  @inlinable @inline(__always)
  mutating func append(
    _ numbers: Span<Double>, atMost room: Int, endsFrom first: Int, in ends: inout [Int],
    _ write: (Double, inout Cursor) -> Bool
  ) -> Int {
    var written = 0
    var places = ends.mutableSpan
    append(atMost: room &* numbers.count) { cursor in
      while written < numbers.count, write(numbers[written], &cursor) {
        places[first &+ written] = cursor.count
        written &+= 1
      }
    }
    return written
  }
}

// MARK: - Reading

extension UTF8Buffer {
  /// Appends one text of a run.
  @inlinable @inline(__always)
  public mutating func append(_ index: Int, of run: borrowing TextRun) {
    append(run.range(of: index), of: run.bytes)
  }
}

extension UTF8Buffer.Cursor {
  /// Copies one text of a run.
  @inlinable @inline(__always)
  public mutating func put(_ index: Int, of run: borrowing TextRun) {
    put(run.range(of: index), of: run.bytes)
  }
}
