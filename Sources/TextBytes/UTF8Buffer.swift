/// A growable run of UTF-8 bytes, the one thing every frame is written into.
///
/// It is memory with a cursor: appending never traps and, once the buffer has grown to its working size, never
/// allocates. Pointers stay inside this file; everybody else sees bytes in and a `Span` out.
///
/// `[UInt8].append` costs six times as much a frame and `OutputSpan` three times (66 and 31 ns against 11).
@safe
public struct UTF8Buffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// Whether the buffer frees the memory; not where it is borrowed.
  private(set) var isOwner = true

  /// The number of bytes written so far.
  @inlinable public var count: Int { length }
  @usableFromInline var length = 0

  /// Creates an empty buffer with room for `capacity` bytes; it grows when more are written.
  public init(capacity: Int = 256) {
    self.capacity = max(capacity, 16)
    unsafe base = .allocate(capacity: self.capacity)
  }

  /// Writes into memory that is somebody else's until more is needed.
  init(borrowing memory: UnsafeMutablePointer<UInt8>, capacity: Int) {
    unsafe base = memory
    self.capacity = capacity
    isOwner = false
  }

  deinit { if isOwner { unsafe base.deallocate() } }
}

/// A buffer is the only one with its memory, and is never used by two threads at once.
extension UTF8Buffer: @unchecked Sendable {}

// MARK: - Reading

extension UTF8Buffer {
  /// The bytes written so far.
  @inlinable public var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let span = unsafe Span(_unsafeStart: UnsafePointer(base), count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// A copy of the bytes written from `start` on.
  public func bytes(from start: Int = 0) -> [UInt8] {
    precondition(start >= 0 && start <= count, "start lies outside the buffer")
    return unsafe Array(UnsafeBufferPointer(start: base + start, count: count - start))
  }

  /// The bytes written from `start` on, as text; what is not UTF-8 becomes U+FFFD.
  public func text(from start: Int = 0) -> String {
    precondition(start >= 0 && start <= count, "start lies outside the buffer")
    return unsafe String(decoding: UnsafeBufferPointer(start: base + start, count: count - start), as: UTF8.self)
  }

  /// The text that `write` appends.
  package static func text(_ write: (inout UTF8Buffer) -> Void) -> String {
    var buffer = UTF8Buffer()
    write(&buffer)
    return buffer.text()
  }

  /// One byte already written.
  @inlinable
  public subscript(position: Int) -> UInt8 {
    get {
      precondition(position >= 0 && position < count, "position lies outside the buffer")
      return unsafe base[position]
    }
    set {
      precondition(position >= 0 && position < count, "position lies outside the buffer")
      unsafe base[position] = newValue
    }
  }
}

// MARK: - Writing

extension UTF8Buffer {
  /// Appends one byte.
  @inlinable
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[count] = byte
    length &+= 1
  }

  /// Appends a literal; one of up to 16 bytes is a store or two.
  @inlinable
  @inline(__always)
  public mutating func append(_ literal: StaticString) {
    guard literal.hasPointerRepresentation else {
      append(contentsOf: String(literal.unicodeScalar))
      return
    }
    unsafe append(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  /// Appends the bytes of a span.
  @inlinable
  public mutating func append(contentsOf bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe append(start: start, count: source.count)
    }
  }

  /// Appends the bytes of an array.
  @inlinable
  public mutating func append(contentsOf bytes: [UInt8]) {
    append(contentsOf: bytes.span)
  }

  /// Appends some bytes of another buffer, word by word: a run of a frame's length is there before `memmove` begins.
  ///
  /// The last word of sixteen bytes overlaps the one before, so that neither buffer needs room behind its end.
  @inlinable @inline(__always)
  public mutating func append(_ range: Range<Int>, of other: borrowing UTF8Buffer) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count, "the range lies outside the buffer")
    let source = unsafe UnsafeRawPointer(other.base + range.lowerBound)
    guard range.count >= 16 else { return unsafe append(start: other.base + range.lowerBound, count: range.count) }
    reserve(range.count)
    let target = unsafe UnsafeMutableRawPointer(base + count)
    let last = range.count &- 16
    var offset = 0
    while offset < last {
      unsafe (target + offset).storeBytes(of: (source + offset).loadUnaligned(as: UInt128.self), as: UInt128.self)
      offset &+= 16
    }
    unsafe (target + last).storeBytes(of: (source + last).loadUnaligned(as: UInt128.self), as: UInt128.self)
    length &+= range.count
  }

  /// Appends a text as UTF-8.
  public mutating func append(contentsOf text: String) {
    append(contentsOf: text.utf8Span.span)
  }

  /// Appends `byte` `repetitions` times; nothing when that is zero or less.
  public mutating func append(repeating byte: UInt8, count repetitions: Int) {
    guard repetitions > 0 else { return }
    reserve(repetitions)
    unsafe (base + count).update(repeating: byte, count: repetitions)
    length &+= repetitions
  }

  /// Appends the lowest `count` bytes of `word`, lowest first: one store, however many of the sixteen count.
  @inlinable
  public mutating func append(lowBytesOf word: UInt128, count added: Int) {
    precondition(added >= 0 && added <= 16, "a word has sixteen bytes")
    reserve(16)
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt128.self)
    length &+= added
  }

  /// Puts `byte` `repetitions` times in front of what was written from `position` on, as padding needs it.
  public mutating func insert(repeating byte: UInt8, count repetitions: Int, at position: Int) {
    precondition(position >= 0 && position <= count, "position lies outside the buffer")
    guard repetitions > 0 else { return }
    reserve(repetitions)
    unsafe (base + position + repetitions).update(from: base + position, count: count - position)
    unsafe (base + position).update(repeating: byte, count: repetitions)
    length &+= repetitions
  }

  /// Appends some of the bytes written already once more.
  public mutating func append(copying range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range lies outside the buffer")
    reserve(range.count &+ 16)
    // Words of sixteen bytes, the last of which may reach behind the range: groups of digits are short.
    let source = unsafe UnsafeRawPointer(base + range.lowerBound)
    let target = unsafe UnsafeMutableRawPointer(base + count)
    var offset = 0
    while offset < range.count {
      unsafe (target + offset).storeBytes(of: (source + offset).loadUnaligned(as: UInt128.self), as: UInt128.self)
      offset &+= 16
    }
    length &+= range.count
  }

  /// Removes some of the bytes written; those behind them move up.
  public mutating func remove(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range lies outside the buffer")
    unsafe (base + range.lowerBound).update(from: base + range.upperBound, count: count - range.upperBound)
    length &-= range.count
  }

  /// Makes room for `additional` more bytes at once.
  public mutating func reserveCapacity(_ additional: Int) {
    reserve(max(additional, 0))
  }

  /// Forgets what was written from `length` on and keeps the memory.
  @inlinable
  public mutating func truncate(to length: Int = 0) {
    precondition(length >= 0 && length <= count, "cannot truncate to more than was written")
    self.length = length
  }
}

// MARK: - Memory

extension UTF8Buffer {
  @inlinable
  mutating func append(start: UnsafePointer<UInt8>, count added: Int) {
    guard added > 0 else { return }
    reserve(added)
    unsafe (base + count).update(from: start, count: added)
    length &+= added
  }

  @inlinable
  mutating func reserve(_ additional: Int) {
    if count &+ additional > capacity { grow(by: additional) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(by additional: Int) {
    let enlarged = max(capacity * 2, count + additional)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: enlarged)
    unsafe memory.update(from: base, count: count)
    if isOwner { unsafe base.deallocate() }
    isOwner = true
    unsafe base = memory
    capacity = enlarged
  }
}

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
    // To append to no room would be to write the count that all empty arrays of all threads share.
    append(addingCapacity: Swift.max(capacity, 1)) { span in
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

extension UTF8Buffer {
  /// Appends a number in Latin digits, with zeros in front until there are `minimumDigits`.
  public mutating func append(decimal value: UInt64, minimumDigits: Int = 1) {
    if value < DecimalWord.halfLimit, minimumDigits <= 8 {
      let digits = DecimalWord.half(value)
      let shown = max(8 - digits.leadingZeros, minimumDigits, 1)
      append(lowBytesOf: UInt128(digits.ascii >> (UInt64(8 - shown) << 3)), count: shown)
      return
    }
    guard value < DecimalWord.limit else {
      let (high, low) = value.quotientAndRemainder(dividingBy: DecimalWord.limit)
      append(decimal: high, minimumDigits: minimumDigits - 16)
      append(lowBytesOf: DecimalWord(low).ascii, count: 16)
      return
    }
    append(repeating: UInt8(ascii: "0"), count: minimumDigits - 16)
    let digits = DecimalWord(value)
    let shown = max(16 - digits.leadingZeros, min(max(minimumDigits, 1), 16))
    append(lowBytesOf: digits.ascii >> (UInt128(16 - shown) << 3), count: shown)
  }

  /// Appends a number in Latin digits, with a hyphen-minus in front if it is below zero.
  public mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: UInt64(value.magnitude))
  }
}

extension UTF8Buffer {
  /// Appends the shortest decimal that reads back as the same double, without exponent and without a needless `.0`:
  /// `2`, `0.016666666666666666`, `-0.0000023148148148148148`.
  ///
  /// Zero of either sign is `0`, and what is not finite is `null`, since no decimal text means it.
  public mutating func append(shortest value: Double) {
    guard value.isFinite else { return append("null") }
    guard value != 0 else { return append(UInt8(ascii: "0")) }
    if value < 0 { append(UInt8(ascii: "-")) }
    var decimal = ShortestDecimal(unreduced: value.magnitude)
    var isWritten = false
    append(atMost: ShortestDecimal.fractionRoom) { isWritten = decimal.putFraction(to: &$0) }
    guard !isWritten else { return }
    decimal.reduce()
    append(decimal)
  }

  /// The plain way, for whole numbers and for very large and small ones.
  private mutating func append(_ decimal: ShortestDecimal) {
    let start = count
    append(decimal: decimal.digits)
    let point = count + decimal.exponent
    if point >= count {
      append(repeating: UInt8(ascii: "0"), count: decimal.exponent)
    } else if point > start {
      insert(repeating: UInt8(ascii: "."), count: 1, at: point)
    } else {
      insert(repeating: UInt8(ascii: "0"), count: 2 + start - point, at: start)
      self[start + 1] = UInt8(ascii: ".")
    }
  }
}

extension UTF8Buffer {
  /// Whether a byte from `start` on is one that JSON escapes: a control character, a quotation mark or a backslash.
  ///
  /// Eight bytes at a time, since every text is looked through; one byte after another for the last few cost 30 instructions
  /// more for ten bytes of text.
  @inlinable @inline(__always)
  public func needsJSONEscape(from start: Int) -> Bool {
    precondition(start >= 0 && start <= count, "start lies outside the buffer")
    var position = start
    while position &+ 8 <= count {
      if Self.needsJSONEscape(word(at: position)) { return true }
      position &+= 8
    }
    return Self.needsJSONEscape(lastBytes(count &- position))
  }

  /// The last bytes, fewer than eight, behind spaces that make a word of them.
  @inlinable
  func lastBytes(_ length: Int) -> UInt64 {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    guard count >= 8 else {
      return (count &- length..<count).reduce(spaces) { $0 &<< 8 | UInt64(self[$1]) }
    }
    let shift = UInt64(64 &- length &<< 3)
    return (word(at: count &- 8) >> shift) << shift | spaces >> UInt64(length &<< 3)
  }

  @inlinable
  func word(at position: Int) -> UInt64 {
    unsafe UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self).littleEndian
  }

  /// Whether one of the eight bytes is below 0x20, or 0x22, or 0x5C: a byte borrows from its highest bit exactly where it
  /// is less than what is taken off.
  @inlinable
  static func needsJSONEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quotes, backslashes) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & (ones &* 0x80) != 0
  }
}

extension UTF8Buffer {
  /// A hash of all bytes with a fixed key, the same in every process; not safe against chosen collisions.
  ///
  /// Eight bytes for a multiplication, whose two halves are folded: FNV-1a, with one for each byte, took five times as long.
  public var fingerprint: UInt64 {
    var hash = Self.folded(UInt64(count))
    var position = 0
    while position &+ 8 <= count {
      hash = Self.folded(hash ^ word(at: position))
      position &+= 8
    }
    return Self.folded(hash ^ lastBytes(count &- position))
  }

  private static func folded(_ value: UInt64) -> UInt64 {
    let (high, low) = (value ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    return high ^ low
  }
}

extension UTF8Buffer {
  /// Replaces the bytes from `start` on by what `write` makes of them, if one of them `isSpecial`.
  @inline(__always)
  mutating func rewrite(
    from start: Int, where isSpecial: (UInt8) -> Bool, by write: (inout UTF8Buffer, Span<UInt8>) -> Void
  ) {
    var position = start
    while position < count, !isSpecial(self[position]) { position += 1 }
    guard position < count else { return }
    let written = bytes(from: start)
    truncate(to: start)
    write(&self, written.span)
  }
}
