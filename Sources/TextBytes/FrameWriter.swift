/// Writes frames one after another: what stands before each text, the text, and what follows it.
///
/// The one way by which every form writes its frames, as many at once or one at a time. What is the same for all frames
/// is decided once: whether a text can have a byte that must be escaped, and whether anything but ``end`` follows it.
public struct FrameWriter: ~Copyable {
  /// Everything written so far.
  public var bytes: UTF8Buffer
  /// What is spent from for all that follows the texts; without limit at first.
  public var meter = Meter(limit: .max)
  @usableFromInline let prefixes: FramePrefixes?
  /// The number of the frame that is written next.
  @usableFromInline var next: Int
  @usableFromInline let escape: TextEscape
  @usableFromInline let end: (bytes: UInt128, count: Int)
  @usableFromInline let details: Details?

  /// Appends what stands between the text of a frame and its end, at the expense of a meter.
  public typealias Details = (_ frame: Int, inout UTF8Buffer, inout Meter) -> Void

  /// Continues a document.
  ///
  /// - Parameters:
  ///   - bytes: The document so far.
  ///   - prefixes: What stands before the texts; `nil` where the caller writes it before each frame.
  ///   - first: The number of the first frame.
  ///   - escape: How the texts are escaped.
  ///   - end: What ends each frame, at most sixteen bytes.
  ///   - details: Appends what stands between the text of a frame and its end; `nil` for nothing.
  @inlinable
  public init(
    _ bytes: consuming UTF8Buffer, prefixes: FramePrefixes? = nil, from first: Int = 0,
    escaping escape: TextEscape = .none, end: borrowing Literal = .empty,
    details: Details? = nil
  ) {
    guard let end = end.word else { preconditionFailure("a frame ends with at most sixteen bytes") }
    self.bytes = bytes
    self.prefixes = prefixes
    next = first
    self.escape = escape
    self.end = end
    self.details = details
  }

  /// The document with its frames.
  @inlinable
  public consuming func finish() -> UTF8Buffer { bytes }
}

extension FrameWriter {
  /// Writes one frame, whose text `write` appends.
  @inlinable @inline(__always)
  public mutating func append(_ write: (inout UTF8Buffer) -> Void) {
    if let prefixes { bytes.append(next, of: prefixes) }
    let start = bytes.count
    write(&bytes)
    endText(from: start)
  }

  @inlinable
  mutating func endText(from start: Int) {
    bytes.escape(from: start, by: escape)
    details?(next, &bytes, &meter)
    bytes.append(lowBytesOf: end.bytes, count: end.count)
    next &+= 1
  }

  /// Writes a frame for each progress, until a text cannot be written this way.
  ///
  /// Room is made once for all of them, and where nothing has to be escaped and all prefixes are ready, a frame is a few
  /// stores.
  ///
  /// - Parameters:
  ///   - progresses: One for each frame.
  ///   - room: The most bytes of one text.
  ///   - occurring: Every byte that can occur in a text.
  ///   - write: Puts the text, or answers `false` and puts nothing.
  /// - Returns: How many frames were written.
  @inlinable @inline(__always)
  public mutating func append(
    _ progresses: Span<Double>, atMost room: Int, of occurring: ByteSet,
    _ write: (Double, inout UTF8Buffer.Cursor) -> Bool
  ) -> Int {
    guard let prefixes, details == nil, occurring.isDisjoint(with: escape.special) else {
      return appendEach(progresses, atMost: room, write)
    }
    let count = bytes.append(progresses, behind: prefixes, from: next, before: end, atMost: room, write)
    next &+= count
    return count
  }

  @inlinable
  mutating func appendEach(
    _ progresses: Span<Double>, atMost room: Int, _ write: (Double, inout UTF8Buffer.Cursor) -> Bool
  ) -> Int {
    for index in progresses.indices {
      let frameStart = bytes.count
      if let prefixes { bytes.append(next, of: prefixes) }
      let start = bytes.count
      var isWritten = false
      bytes.append(atMost: room) { isWritten = write(progresses[index], &$0) }
      guard isWritten else {
        bytes.truncate(to: frameStart)
        return index
      }
      endText(from: start)
    }
    return progresses.count
  }
}

extension UTF8Buffer {
  @inlinable @inline(__always)
  mutating func append(
    _ progresses: Span<Double>, behind prefixes: FramePrefixes, from first: Int,
    before end: (bytes: UInt128, count: Int), atMost room: Int, _ write: (Double, inout Cursor) -> Bool
  ) -> Int {
    let bounds = prefixes.bounds
    let prefixBytes = bounds[first &+ progresses.count] &- bounds[first]
    var written = 0
    append(atMost: prefixBytes &+ (room &+ end.count) &* progresses.count) { cursor in
      var lower = bounds[first]
      while written < progresses.count {
        let start = cursor.count
        let upper = bounds[first &+ written &+ 1]
        cursor.put(lower..<upper, of: prefixes.bytes)
        guard write(progresses[written], &cursor) else { return cursor.drop(to: start) }
        cursor.put(end.bytes, count: end.count)
        lower = upper
        written &+= 1
      }
    }
    return written
  }
}

/// What stands before the text of each frame of a sequence, ready to be copied: in JSON its index, time and progress.
public final class FramePrefixes: Sendable {
  @usableFromInline let bytes: UTF8Buffer
  /// Where each begins, and where the last ends.
  @usableFromInline let bounds: [Int]

  /// Writes each prefix once.
  ///
  /// - Parameters:
  ///   - count: The number of frames.
  ///   - size: About the bytes of one.
  ///   - write: Appends the prefix of a frame.
  public init(count: Int, ofAbout size: Int, _ write: (Int, inout UTF8Buffer) -> Void) {
    var bytes = UTF8Buffer(capacity: size * count)
    var bounds = [0]
    bounds.reserveCapacity(count + 1)
    for index in 0..<count {
      write(index, &bytes)
      bounds.append(bytes.count)
    }
    bytes.reserveSlack()
    self.bytes = bytes
    self.bounds = bounds
  }
}

extension FramePrefixes {
  /// The bytes of all prefixes.
  @inlinable public var byteCount: Int { bytes.count }
}

extension UTF8Buffer {
  /// Appends the prefix of a frame without its first bytes.
  @inlinable @inline(__always)
  public mutating func append(_ index: Int, of prefixes: FramePrefixes, dropping dropped: Int = 0) {
    append(prefixes.bounds[index] &+ dropped..<prefixes.bounds[index &+ 1], of: prefixes.bytes)
  }
}
