extension [UInt8] {
  /// The bytes that `write` appends, written where they stay: of what fits into the capacity nothing is copied.
  ///
  /// Added to an empty array, since one that is created with a capacity takes 500 instructions to find its own type.
  ///
  /// - Parameters:
  ///   - capacity: The bytes that there is room for at once.
  ///   - write: Appends the bytes.
  public init(capacity: Int, writtenBy write: (inout UTF8Buffer) -> Void) {
    self = []
    var moved: [UInt8]?
    append(addingCapacity: capacity) { span in
      unsafe span.withUnsafeMutableBufferPointer { memory, count in
        guard let start = memory.baseAddress else { return }
        var buffer = unsafe UTF8Buffer(borrowing: start, capacity: memory.count)
        write(&buffer)
        if buffer.isOwner { moved = buffer.bytes() } else { count = buffer.count }
      }
    }
    if let moved { self = moved }
  }
}
