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

/// Follows a body in chunks byte by byte, and finds what libmicrohttpd 0.9.75 lets through against RFC 9112 section 7.1:
/// it takes CR or LF alone for the end of a chunk's first line, and trailers that begin with `:` or NUL for none.
///
/// What is refused here is where another program on the way could see another end of the request.
struct ChunkSyntax {
  private enum Place {
    /// The first digit of a chunk's size, or any other.
    case sizeStart, size
    /// An extension, up to the end of its line.
    case `extension`
    /// LF behind a chunk's first line.
    case sizeEnd
    /// The bytes of a chunk, CR behind them, and LF.
    case data, dataEnd, dataLineEnd
    /// The first byte of a trailer or CR of the empty line, more of its name, its value, and LF behind it.
    case trailerStart, trailerName, trailerValue, trailerEnd
    /// LF of the empty line.
    case lastEnd
    /// What follows is another request.
    case over
  }

  private var place = Place.sizeStart
  /// The bytes of the chunk that have not come.
  private var remaining: UInt64 = 0

  /// Returns whether the next bytes may stand where they do.
  mutating func take(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count, place != .over {
      if place == .data {
        let count = Int(clamping: min(remaining, UInt64(bytes.count - index)))
        (index, remaining) = (index + count, remaining - UInt64(count))
        if remaining == 0 { place = .dataEnd }
      } else {
        guard let next = place(after: bytes[index]) else { return false }
        (place, index) = (next, index + 1)
      }
    }
    return true
  }

  /// What comes behind a byte; `nil` where it may not stand.
  private mutating func place(after byte: UInt8) -> Place? {
    let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    switch place {
    case .sizeStart, .size:
      if let digit = Self.digit(byte) {
        // libmicrohttpd refuses it, as more than any body may have.
        guard remaining >> 60 == 0 else { return .over }
        remaining = remaining << 4 | digit
        return .size
      }
      guard place == .size else { return nil }
      return byte == cr ? .sizeEnd : [UInt8(ascii: ";"), 0x20, 0x09].contains(byte) ? .extension : nil
    case .extension: return byte == cr ? .sizeEnd : HeaderFields.isValueByte(byte) ? .extension : nil
    case .sizeEnd: return byte == lf ? (remaining > 0 ? .data : .trailerStart) : nil
    case .data, .over: return place
    case .dataEnd: return byte == cr ? .dataLineEnd : nil
    case .dataLineEnd: return byte == lf ? .sizeStart : nil
    case .trailerStart: return byte == cr ? .lastEnd : HeaderFields.isNameByte(byte) ? .trailerName : nil
    case .trailerName: return byte == UInt8(ascii: ":") ? .trailerValue : HeaderFields.isNameByte(byte) ? place : nil
    case .trailerValue: return byte == cr ? .trailerEnd : HeaderFields.isValueByte(byte) ? place : nil
    case .trailerEnd: return byte == lf ? .trailerStart : nil
    case .lastEnd: return byte == lf ? .over : nil
    }
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}
