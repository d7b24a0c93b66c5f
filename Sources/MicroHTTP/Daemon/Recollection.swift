import Glibc

/// What bytes were found to say lately, so that nobody reads the same bytes again.
///
/// Heads repeat: a client sends the same fields with each of its requests, and what is popular is asked for by many. To
/// read a target of 63 bytes and a `Host` took 7,200 instructions, to find both here takes 450.
///
/// There is one place for each remainder of a hash, and the newest has it: no order to keep, no growth, and whoever aims
/// at a place only makes others read for themselves. Bytes are compared in full, so the hash need not be a strong one.
struct Recollection<Value> {
  private struct Entry {
    let bytes: [UInt8]
    let value: Value
  }

  private let longest: Int
  private var entries: [Entry?]

  /// Knows nothing yet.
  ///
  /// - Parameters:
  ///   - count: What it may know at a time.
  ///   - longest: How many bytes are remembered at most; longer ones are read each time.
  init(count: Int = 128, longest: Int = 1024) {
    self.longest = longest
    entries = Array(repeating: nil, count: count)
  }

  /// What these bytes say, by what is remembered or by reading them; `nil`, which is not remembered, if they say nothing.
  mutating func value(of bytes: Span<UInt8>, reading: (Span<UInt8>) -> Value?) -> Value? {
    guard bytes.count <= longest else { return reading(bytes) }
    let place = Int(bytes.hash % UInt64(entries.count))
    if let entry = entries[place], entry.bytes.isEqual(to: bytes) { return entry.value }
    guard let value = reading(bytes) else { return nil }
    entries[place] = Entry(bytes: Array(copying: bytes), value: value)
    return value
  }
}

extension Span<UInt8> {
  /// Words of eight bytes, multiplied and folded: with the library's `Hasher`, finding takes three times as long.
  fileprivate var hash: UInt64 {
    unsafe withUnsafeBytes { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      var index = 0
      while index + 8 <= bytes.count {
        unsafe hash.mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index += 8
      }
      if index > 0, index < bytes.count {
        // The last eight, some of them for the second time.
        unsafe hash.mix(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
        return hash
      }
      while index < bytes.count {
        unsafe hash.mix(UInt64(bytes[index]))
        index += 1
      }
      return hash
    }
  }
}

extension UInt64 {
  fileprivate mutating func mix(_ word: UInt64) {
    let product = (self ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    self = product.high ^ product.low
  }
}

extension [UInt8] {
  fileprivate init(copying bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }

  fileprivate func isEqual(to bytes: Span<UInt8>) -> Bool {
    guard count == bytes.count else { return false }
    return unsafe withUnsafeBytes { own in
      unsafe bytes.withUnsafeBytes { others in
        guard let own = own.baseAddress, let others = others.baseAddress else { return true }
        return unsafe memcmp(own, others, count) == 0
      }
    }
  }
}
