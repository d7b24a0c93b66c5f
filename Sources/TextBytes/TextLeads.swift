/// What stands before each of many texts, one behind another and ready to be copied.
public final class TextLeads {
  @usableFromInline let bytes: UTF8Buffer
  /// Where each begins, and where the last ends.
  @usableFromInline let bounds: [Int]

  /// Has each lead written.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - size: About the bytes of one.
  ///   - write: Appends the lead of an index.
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

extension TextLeads {
  /// The number of leads.
  @inlinable public var count: Int { bounds.count &- 1 }

  /// The bytes of all leads.
  @inlinable public var byteCount: Int { bytes.count }

  /// The bytes of some leads together.
  @inlinable
  func byteCount(of indices: Range<Int>) -> Int { bounds[indices.upperBound] &- bounds[indices.lowerBound] }

  /// Where a lead stands in the bytes.
  @inlinable @inline(__always)
  func range(of index: Int) -> Range<Int> { bounds[index]..<bounds[index &+ 1] }
}

extension UTF8Buffer {
  /// Appends one lead.
  @inlinable @inline(__always)
  public mutating func append(_ index: Int, of leads: TextLeads) {
    append(leads.range(of: index), of: leads.bytes)
  }
}
