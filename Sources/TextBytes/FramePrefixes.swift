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
  /// The number of frames.
  @inlinable public var count: Int { bounds.count &- 1 }

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
