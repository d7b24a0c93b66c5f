import System
import CMicrohttpd

extension ResponseStream {
  /// Answers libmicrohttpd's call for the next bytes of a response that passes through it.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let opener {
      self.opener = nil
      connection.beginStream()
      opener(self)
    }
    while true {
      switch outbox.next() {
      case .flush:
        return unsafe copyRemainder(into: buffer)
      case .notify:
        delegate?.streamBecameWritable(self)
      case .wait:
        suspend()
        return 0
      case .end:
        closeReason = .finished
        return MHD_CONTENT_READER_END_OF_STREAM
      case .abort:
        return MHD_CONTENT_READER_END_WITH_ERROR
      }
    }
  }

  private func copyRemainder(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = unsafe Self.copy(outbox.remainder, into: buffer)
    _ = outbox.recordFlush(.accepted(count), at: connection.loop.tick)
    outbox.handOver(at: connection.loop.tick)
    handedOver = Clock.monotonic
    return count
  }

  private static func copy(_ bytes: Span<UInt8>, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      let count = min(bytes.count, buffer.count)
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      return count
    }
  }

  private func suspend() {
    isSuspended = true
    connection.suspend()
  }
}
