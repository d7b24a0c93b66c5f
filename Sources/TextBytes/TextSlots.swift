/// Places for texts between bytes that are ready: behind a lead of its own, each text is followed by the same few bytes.
///
/// The texts of a document's frames are put where they belong at once, and nothing is copied twice.
public struct TextSlots {
  @usableFromInline let leads: TextLeads
  @usableFromInline let indices: Range<Int>
  /// What follows each text, in one word.
  public let end: (bytes: UInt128, count: Int)

  /// Creates a slot behind each of some leads.
  ///
  /// - Returns: `nil` where what follows has more than sixteen bytes.
  public init?(behind indices: Range<Int>, of leads: TextLeads, before end: Literal) {
    guard let word = end.word else { return nil }
    self.init(leads: leads, indices: indices, end: word)
  }

  private init(leads: TextLeads, indices: Range<Int>, end: (bytes: UInt128, count: Int)) {
    precondition(indices.lowerBound >= 0 && indices.upperBound <= leads.count, "there are not so many leads")
    (self.leads, self.indices, self.end) = (leads, indices, end)
  }

  /// Some of the slots, counted from the first.
  public func extracting(_ range: Range<Int>) -> TextSlots {
    let (lower, upper) = (indices.lowerBound + range.lowerBound, indices.lowerBound + range.upperBound)
    return TextSlots(leads: leads, indices: lower..<upper, end: end)
  }

  /// The bytes without the texts.
  @inlinable var byteCount: Int { leads.byteCount(of: indices) &+ indices.count &* end.count }
}

// MARK: - Writing

extension UTF8Buffer {
  /// Appends slots with a text for each of some numbers in them, or nothing where one cannot be written.
  ///
  /// Room is made once for all of them.
  ///
  /// - Parameters:
  ///   - slots: As many as there are numbers.
  ///   - numbers: One for each text.
  ///   - room: The most bytes of one text with its end.
  ///   - write: Puts a text with the slots' ``TextSlots/end``, or answers `false`.
  /// - Returns: Whether all could be written.
  @inlinable @inline(__always)
  public mutating func append(
    _ slots: TextSlots, with numbers: Span<Double>, atMost room: Int, _ write: (Double, inout Cursor) -> Bool
  ) -> Bool {
    precondition(slots.indices.count == numbers.count, "each text needs a slot")
    let start = count
    let bounds = slots.leads.bounds
    let first = slots.indices.lowerBound
    var written = 0
    append(atMost: slots.byteCount &+ room &* numbers.count) { cursor in
      var lower = bounds[first]
      while written < numbers.count {
        let upper = bounds[first &+ written &+ 1]
        cursor.put(lower..<upper, of: slots.leads.bytes)
        guard write(numbers[written], &cursor) else { return }
        lower = upper
        written &+= 1
      }
    }
    guard written < numbers.count else { return true }
    truncate(to: start)
    return false
  }

  /// Appends slots with the texts of a run in them, of which there must be as many.
  public mutating func append(_ slots: TextSlots, with texts: borrowing TextRun) {
    precondition(slots.indices.count == texts.count, "each text needs a slot")
    append(atMost: slots.byteCount + texts.byteCount) { cursor in
      for index in 0..<texts.count {
        cursor.put(slots.leads.range(of: slots.indices.lowerBound &+ index), of: slots.leads.bytes)
        cursor.put(index, of: texts)
        cursor.put(slots.end.bytes, count: slots.end.count)
      }
    }
  }

  /// Appends the first of some slots with a text in it, or nothing where JSON escapes a byte of the text.
  ///
  /// - Returns: Whether it has been appended.
  public mutating func append(_ slots: TextSlots, with text: String) -> Bool {
    let start = count
    append(slots.leads.range(of: slots.indices.lowerBound), of: slots.leads.bytes)
    let textStart = count
    append(contentsOf: text)
    guard !needsJSONEscape(from: textStart) else {
      truncate(to: start)
      return false
    }
    append(lowBytesOf: slots.end.bytes, count: slots.end.count)
    return true
  }
}
