internal import TextBytes

/// One number with the text around it, where a frame is a few stores: Latin digits, a fixed count of them after the
/// separator, and no text of more than 16 bytes.
///
/// A class, so that a frame reads in place what it needs: of an optional value all 336 bytes were copied twice for each.
final class ShortNumber: Sendable {
  private let range: StepRange
  private let nearest: NearestSteps
  private let rounding: Rounding
  private let before: Around
  private let after: Around
  private let digits: ShortDigits
  /// Every byte that can occur in a text.
  private let occurring: ByteSet

  /// What stands on one side of the digits.
  private struct Around {
    let positive: ShortPiece
    let negative: ShortPiece
    let zero: ShortPiece

    /// The most bytes that it puts.
    var room: Int { max(positive.count, negative.count, zero.count) }

    var occurring: ByteSet { positive.occurring.union(negative.occurring).union(zero.occurring) }

    /// Branches, since the sign hardly ever changes: picking one of three pieces without a branch costs twelve moves.
    @inline(__always)
    func put(for steps: Int64, to cursor: inout UTF8Buffer.Cursor) {
      if steps > 0 {
        cursor.put(positive.word, count: positive.count)
      } else if steps < 0 {
        cursor.put(negative.word, count: negative.count)
      } else {
        cursor.put(zero.word, count: zero.count)
      }
    }
  }

  /// Takes a number in its format, between two texts; `nil` where it is not that simple.
  init?(
    after literal: borrowing Literal, _ range: borrowing DecimalRange, _ format: borrowing NumberFormat,
    before rest: borrowing Literal = .empty
  ) {
    guard let steps = range.narrow, let digits = ShortDigits(format),
      let positive = ShortPiece(literal, format.positive.prefix),
      let negative = ShortPiece(literal, format.negative.prefix),
      let zero = ShortPiece(literal, format.zero.prefix),
      let positiveEnd = ShortPiece(format.positive.suffix, rest),
      let negativeEnd = ShortPiece(format.negative.suffix, rest),
      let zeroEnd = ShortPiece(format.zero.suffix, rest)
    else { return nil }
    self.range = steps
    nearest = NearestSteps(steps, range.rounding)
    rounding = range.rounding
    let before = Around(positive: positive, negative: negative, zero: zero)
    let after = Around(positive: positiveEnd, negative: negativeEnd, zero: zeroEnd)
    self.before = before
    self.after = after
    self.digits = digits
    occurring = before.occurring.union(after.occurring).union(digits.occurring)
  }
}

// MARK: - Writing

extension ShortNumber {
  /// The digits and what stands before and after.
  private static let room = 16 + ShortDigits.room + 16

  /// Appends the number and the text around it; nothing where the number has more than 16 digits.
  ///
  /// - Returns: Whether it has been written.
  func write(at progress: Double, to text: inout UTF8Buffer) -> Bool {
    guard let steps = steps(at: progress) else { return false }
    text.append(atMost: Self.room) { put(steps, digits, before: after, to: &$0) }
    return true
  }

  /// Writes frames at all progresses; `otherwise` appends the texts with more than 16 digits.
  @inline(__always)
  func write(
    at progresses: Span<Double>, to writer: inout FrameWriter, otherwise: (Double, inout UTF8Buffer) -> Void
  ) {
    var index = 0
    while index < progresses.count {
      index += write(at: progresses.extracting(index..<progresses.count), to: &writer)
      guard index < progresses.count else { return }
      writer.append { otherwise(progresses[index], &$0) }
      index += 1
    }
  }

  /// Writes frames until a text has more than 16 digits.
  ///
  /// - Returns: How many were written.
  private func write(at progresses: Span<Double>, to writer: inout FrameWriter) -> Int {
    // Once for all: the digits' own would be copied for every frame.
    let digits = digits
    let room = before.room + digits.room + after.room
    return writer.append(progresses, atMost: room, of: occurring) { progress, cursor in
      guard let steps = steps(at: progress) else { return false }
      put(steps, digits, before: after, to: &cursor)
      return true
    }
  }

  /// The value in units of the last digit shown, or `nil` if it takes more than 16 digits.
  @inline(__always)
  private func steps(at progress: Double) -> Int64? {
    guard let steps = nearest.steps(at: progress) else { return range.steps(at: progress, rounding) }
    return steps.magnitude < DecimalWord.limit ? steps : nil
  }

  @inline(__always)
  private func put(
    _ steps: Int64, _ digits: ShortDigits, before after: Around, to cursor: inout UTF8Buffer.Cursor
  ) {
    if digits.isNarrow(steps) {
      if before.positive.count > 0 { cursor.put(before.positive.word, count: before.positive.count) }
      digits.putNarrow(steps.magnitude, to: &cursor)
      cursor.put(after.positive.word, count: after.positive.count)
      return
    }
    before.put(for: steps, to: &cursor)
    digits.put(steps.magnitude, to: &cursor)
    after.put(for: steps, to: &cursor)
  }
}
