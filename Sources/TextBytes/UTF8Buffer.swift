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
  /// Whether nothing has been written.
  @inlinable
  public var isEmpty: Bool { count == 0 }

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
