import Interpolation
package import TextBytes

/// One number that counts, with the text before it, and how it is written.
///
/// A class, so that a frame touches one reference instead of copying a template with all its texts (81 ns against 35).
package final class AnimatedNumber: Sendable {
  package let literal: Literal
  package let tween: Tween
  package let template: NumberTemplate
  package let fractionDigits: Int
  /// Which number of the text it is, counted with those that stay as they are.
  package let ordinal: Int
  private let before: Signed<Literal>
  /// How up to sixteen digits are put.
  let digits: WordLayout
  var near: NearTween { tween.near }
  /// The most bytes that ``put(at:_:_:to:)`` writes; `nil` where it cannot write the number.
  let room: Int?

  init(
    after literal: Literal, _ tween: Tween, _ template: NumberTemplate, fractionDigits: Int, ordinal: Int = 0
  ) {
    self.literal = literal
    self.tween = tween
    self.template = template
    self.fractionDigits = fractionDigits
    self.ordinal = ordinal
    before = template.affixes.map { literal.followed(by: $0.prefix) }
    digits = WordLayout(template, fractionDigits: fractionDigits)
    room = digits.isUsable && tween.isShort ? before.room + digits.room + template.affixes.suffixRoom : nil
  }

  func preceded(by text: Literal) -> AnimatedNumber {
    AnimatedNumber(
      after: text.followed(by: literal), tween, template, fractionDigits: fractionDigits, ordinal: ordinal)
  }

  /// About the bytes that it keeps without its template, which it shares.
  var byteCount: Int {
    // The text before a negative number is another where there is a minus.
    Self.ownBytes + 2 * literal.byteCount
  }

  private static let ownBytes =
    72 + MemoryLayout<Literal>.stride + MemoryLayout<Tween>.stride + MemoryLayout<Signed<Literal>>.stride
    + MemoryLayout<WordLayout>.stride

  func rounded(toMultiplesOf factor: Decimal) throws(NotAnimatable) -> AnimatedNumber {
    let digits = template.fractionDigits(showing: tween.source, tween.target, factor: factor, tween.rounding)
    let tween = try tween.rounded(toMultiplesOf: factor, morePlaces: digits - fractionDigits)
    return AnimatedNumber(after: literal, tween, template, fractionDigits: digits, ordinal: ordinal)
  }

  /// Whether each digit stands in a column of its own.
  var hasColumns: Bool {
    template.form == nil && tween.zeros == 0 && template.padding == nil && template.plurals == nil
  }

  func resting() throws(NotAnimatable) -> AnimatedNumber {
    let places = tween.places
    guard let source = Decimal(tween.source.units(places: places, tween.rounding), places: places),
      let target = Decimal(tween.target.units(places: places, tween.rounding), places: places)
    else { throw .tooLong }
    return counting(
      try Tween(
        from: source, to: target, places: places + tween.zeros, rounding: tween.rounding, factor: tween.factor))
  }

  package func counting(_ tween: Tween) -> AnimatedNumber {
    AnimatedNumber(after: literal, tween, template, fractionDigits: fractionDigits, ordinal: ordinal)
  }
}

extension Signed {
  /// What becomes of each, once where all are the same.
  fileprivate func map<Other: Sendable>(_ transform: (Value) -> Other) -> Signed<Other> {
    Signed<Other>(positive: transform(positive), negative: transform(negative), zero: transform(zero))
  }
}

// MARK: - In words

extension AnimatedNumber {
  /// Every byte that can occur in what ``put(at:_:_:to:)`` writes.
  var occurring: ByteSet {
    let all = ByteSet(before.positive).union(ByteSet(before.negative)).union(ByteSet(before.zero))
      .union(digits.occurring)
    guard template.hasSuffix else { return all }
    let affixes = template.affixes
    return all.union(ByteSet(affixes.positive.suffix)).union(ByteSet(affixes.negative.suffix))
      .union(ByteSet(affixes.zero.suffix))
  }

  /// Writes the number and the text before it; nothing where it has more than 16 digits.
  ///
  /// `near` and `digits` are its own, which the caller takes out once for many frames: they would be loaded for each.
  /// - Returns: Whether it has been written.
  @inline(__always)
  func put(
    at progress: Double, _ near: NearTween, _ digits: borrowing WordLayout, to cursor: inout UTF8Buffer.Cursor
  ) -> Bool {
    guard let units = near.units(at: progress) ?? exactWord(at: progress) else { return false }
    before.put(for: units, to: &cursor)
    digits.put(units.magnitude, to: &cursor)
    if template.hasSuffix { template.affixes.putSuffix(for: units, to: &cursor) }
    return true
  }

  /// The value at a progress in units of the last digit shown; `nil` where it takes more than 16 digits.
  @inline(never)
  private func exactWord(at progress: Double) -> Int64? {
    let units = tween.units(at: progress)
    return units.magnitude < UInt128(DecimalWord.limit) ? Int64(truncatingIfNeeded: units) : nil
  }
}

extension Signed<Literal> {
  fileprivate var room: Int { max(positive.count, negative.count, zero.count) }

  /// Branches, since the sign hardly ever changes: picking one of three without a branch costs twelve moves.
  @inline(__always)
  fileprivate func put(for units: Int64, to cursor: inout UTF8Buffer.Cursor) {
    if units > 0 {
      if positive.count > 0 { cursor.put(positive) }
    } else if units < 0 {
      cursor.put(negative)
    } else {
      cursor.put(zero)
    }
  }
}

extension Signed<NumberTemplate.Affixes> {
  fileprivate var suffixRoom: Int { max(positive.suffix.count, negative.suffix.count, zero.suffix.count) }

  @inline(__always)
  fileprivate func putSuffix(for units: Int64, to cursor: inout UTF8Buffer.Cursor) {
    if units > 0 {
      cursor.put(positive.suffix)
    } else if units < 0 {
      cursor.put(negative.suffix)
    } else {
      cursor.put(zero.suffix)
    }
  }
}

// MARK: - In any number of digits

extension AnimatedNumber {
  package func write(at progress: Double, to text: inout UTF8Buffer) {
    if let room {
      var isWritten = false
      text.append(atMost: room) { isWritten = put(at: progress, near, digits, to: &$0) }
      if isWritten { return }
    }
    text.append(literal)
    let start = text.count
    writeNumber(at: progress, to: &text)
    template.padding?.pad(from: start, in: &text)
  }

  private func writeNumber(at progress: Double, to text: inout UTF8Buffer) {
    if let form = template.form { return form.write(self, at: progress, to: &text) }
    template.write(
      tween.units(at: progress), zeros: tween.zeros, fractionDigits: fractionDigits...fractionDigits, to: &text)
  }

  func writeShown(at progress: Double, to text: inout UTF8Buffer) {
    if let form = template.form { return form.writePlain(tween, at: progress, to: &text) }
    tween.writePlain(at: progress, to: &text)
  }

  // MARK: - Steps

  var steps: (@Sendable (Double) -> Int)? {
    if let form = template.form { form.steps(tween) } else { tween.steps }
  }

  var countsEvenly: Bool { template.form?.countsEvenly ?? true || tween.factor != nil }

  var positionCount: Int { template.form?.positionCount ?? 1 }

  package var unit: NumberUnit { template.form?.unit ?? .one }
}
