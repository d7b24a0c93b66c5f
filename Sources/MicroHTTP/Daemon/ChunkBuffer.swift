/// A loop's buffer for one chunk with its head and end, so that it leaves by one write.
///
/// Copying a frame of some hundred bytes is cheaper than a second system call or a vector of three.
@safe
struct ChunkBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0

  init(capacity: Int = 4096) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity)
  }

  deinit { unsafe base.deallocate() }

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let span = unsafe Span(_unsafeStart: UnsafePointer(base + start), count: end - start)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Writes `bytes`, which must not be empty since an empty chunk is the last, as one chunk (RFC 9112 section 7.1).
  mutating func fill(with bytes: Span<UInt8>) {
    let headRoom = 18  // 16 hexadecimal digits and CRLF
    reserve(headRoom + bytes.count + 2)
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe (base + headRoom).update(from: source.baseAddress ?? UnsafePointer(base), count: source.count)
    }
    end = headRoom + bytes.count
    putLineEnd(at: end)
    end += 2
    start = headRoom - 2
    putLineEnd(at: start)
    putHexadecimal(bytes.count)
  }

  private mutating func putHexadecimal(_ number: Int) {
    var number = number
    repeat {
      start -= 1
      let digit = UInt8(truncatingIfNeeded: number & 15)
      unsafe base[start] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
      number >>= 4
    } while number > 0
  }

  private mutating func putLineEnd(at position: Int) {
    unsafe base[position] = UInt8(ascii: "\r")
    unsafe base[position + 1] = UInt8(ascii: "\n")
  }

  private mutating func reserve(_ needed: Int) {
    guard needed > capacity else { return }
    unsafe base.deallocate()
    capacity = max(needed, capacity * 2)
    unsafe base = .allocate(capacity: capacity)
  }
}
