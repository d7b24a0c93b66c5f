import Glibc

/// Remembers what came lately: heads, so that the same bytes are not parsed again, and which answer a byte-identical repeat
/// of a request may have without its handler.
///
/// Heads repeat: a client sends the same fields with each of its requests. To parse a target of 63 bytes and a `Host` took
/// 7,200 instructions, to find both here takes 450; to route and search anew takes 5,900 more.
struct RequestMemo {
  private var heads: MemoTable<SharedHead>
  private var targets: MemoTable<RequestTarget>

  /// Remembers up to `count` heads, and as many targets.
  init(count: Int = 256) {
    heads = MemoTable(count: count)
    targets = MemoTable(count: count)
  }

  /// The target that these bytes of a request line are; `nil` where they are none.
  func target(of bytes: Span<UInt8>) -> RequestTarget? {
    targets.value(of: bytes) ?? RequestTarget(bytes)
  }

  mutating func head(of bytes: Span<UInt8>, parse: () -> SharedHead) -> SharedHead {
    if let head = heads.value(of: bytes) { return head }
    let head = parse()
    heads.insert(head, for: bytes)
    return head
  }

  /// From now on this answer is that of every GET with these bytes and this head.
  mutating func remember(
    _ answer: any RepeatableAnswer, to target: RequestTarget, bytes: Span<UInt8>, _ head: SharedHead
  ) {
    target.lastAnswer = (head, answer)
    targets.insert(target, for: bytes)
  }
}

/// Values by the bytes that they were made from.
///
/// There is one place for each remainder of a hash, and the newest takes it: no order to keep, no growth, and an attacker
/// who aims at a place only makes others parse again. Bytes are compared in full, so the hash need not be a strong one.
private struct MemoTable<Value> {
  /// Longer ones are parsed each time.
  private static var longest: Int { 1024 }

  private var entries: [(bytes: [UInt8], value: Value)?]

  init(count: Int) {
    entries = Array(repeating: nil, count: count)
  }

  private func place(of bytes: Span<UInt8>) -> Int {
    Int(bytes.hash % UInt64(entries.count))
  }

  func value(of bytes: Span<UInt8>) -> Value? {
    guard bytes.count <= Self.longest, let entry = entries[place(of: bytes)], entry.bytes.isEqual(to: bytes) else {
      return nil
    }
    return entry.value
  }

  mutating func insert(_ value: Value, for bytes: Span<UInt8>) {
    guard bytes.count <= Self.longest else { return }
    entries[place(of: bytes)] = (Array(copying: bytes), value)
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
