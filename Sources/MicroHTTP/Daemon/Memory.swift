import CMicrohttpd
import Glibc

/// Gives memory back to the system.
enum Memory {
  /// Gives back the whole pages of a buffer whose bytes are of no more use; it can be written as before.
  ///
  /// libmicrohttpd zeroes half of a connection's memory before it answers, and a stream that is written past it never
  /// needs any of that: a stream took 19.3 KiB and takes 7.4 so. A smaller memory would take as little only below the 16 KiB
  /// that a head may have, and one above 32 KiB, which the library maps by itself, two pages more and two calls.
  static func release(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let base = buffer.baseAddress else { return }
    let page = Int(getpagesize())
    let start = (UInt(bitPattern: base) + UInt(page - 1)) & ~UInt(page - 1)
    let end = (UInt(bitPattern: base) + UInt(buffer.count)) & ~UInt(page - 1)
    guard start < end else { return }
    _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
  }

  /// Gives back what has been freed.
  static func trim() {
    _ = malloc_trim(0)
  }
}
