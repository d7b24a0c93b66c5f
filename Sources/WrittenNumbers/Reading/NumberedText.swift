import Interpolation
internal import TextBytes

/// A text with the numbers found in it, by grapheme cluster: a keycap `1️⃣` is no digit.
///
/// Not copyable, since each copy would count its references.
struct NumberedText: ~Copyable {
  let characters: Characters
  var numerals: [Numeral] = []
  /// What some of them are beside their digits, by ``Numeral/quantity``.
  private(set) var quantities: [Quantity] = []
  let symbols: NumberSymbols
  let convention: Convention
  private let limit: Int
  private var readsQuantities = false
  /// Whether no number breaks off at a separator of another convention, as English `1` does in `1 234` and `1,50`.
  private(set) var isWhole = true

  /// Finds the numbers, the first `limit` of them, or fewer once nothing is left to be spent.
  init(
    _ text: String, symbols: NumberSymbols, readsQuantities: Bool, limit: Int = .max, spending meter: inout Meter
  ) {
    self.init(Characters(text), symbols, symbols.conventions[0], limit)
    meter.spend(characters.units, .texts)
    read(readsQuantities: readsQuantities, &meter)
  }

  init(_ text: String, symbols: NumberSymbols, readsQuantities: Bool, limit: Int = .max) {
    var meter = Meter(limit: .max)
    self.init(text, symbols: symbols, readsQuantities: readsQuantities, limit: limit, spending: &meter)
  }

  private init(_ characters: Characters, _ symbols: NumberSymbols, _ convention: Convention, _ limit: Int) {
    (self.characters, self.symbols, self.convention, self.limit) = (characters, symbols, convention, limit)
  }

  func reading(by convention: Convention, _ meter: inout Meter) -> NumberedText {
    meter.spend(10 * characters.count, .texts)
    var text = NumberedText(characters, symbols, convention, limit)
    text.read(readsQuantities: readsQuantities, &meter)
    return text
  }

  private mutating func read(readsQuantities: Bool, _ meter: inout Meter) {
    self.readsQuantities = readsQuantities
    var position = 0
    while position <= characters.lastDigit, numerals.count < limit {
      guard !self[position].isLetterOrSpace, let numeral = numeral(at: position, readsQuantities: readsQuantities)
      else {
        position += 1
        continue
      }
      guard meter.spend(units(of: numeral), .texts) else { return }
      numerals.append(numeral)
      if breaksOff(numeral) { isWhole = false }
      position = numeral.end
    }
  }

  /// What reading a number takes, in units of a meter: letters around it, and what is not ASCII, are looked up in many
  /// tables.
  private func units(of numeral: Numeral) -> Int {
    let behind = isSpace(at: numeral.end) ? numeral.end + 1 : numeral.end
    let isPlain =
      !numeral.isCompound && numeral.first == numeral.start && self[numeral.start - 1] < "A" && self[behind] < "A"
    return isPlain ? 500 : 5_000
  }

  /// Whether the text starts with a number, or with the sign directly in front of it.
  var startsWithNumber: Bool {
    guard let first = numerals.first else { return false }
    return (0..<first.start).allSatisfy { first.mark.contains($0) || isDirectionMark(at: $0) }
  }

  // MARK: - Reading otherwise

  mutating func split(_ index: Int) {
    let numeral = numerals[index]
    guard numeral.isCompound else { return }
    var parts: [Numeral] = []
    var position = numeral.start
    while position < numeral.end {
      let part = self.numeral(at: position, readsQuantities: false)
      part.map { parts.append($0) }
      position = part?.end ?? position + 1
    }
    let overlapping = numerals[(index + 1)...].prefix { $0.start < position }.count
    numerals.replaceSubrange(index...index + overlapping, with: parts)
    if numerals.count > limit { numerals.removeSubrange(limit...) }
  }

  mutating func extend(_ index: Int, to end: Int, as quantity: Quantity) {
    numerals[index].end = end
    numerals[index].closing = end..<end
    numerals[index].quantity = place(of: quantity)
  }

  mutating func place(of quantity: Quantity) -> Int {
    quantities.append(quantity)
    return quantities.count - 1
  }

  func quantity(of numeral: Numeral) -> Quantity? { numeral.quantity.map { quantities[$0] } }

  // MARK: - Values

  /// A number, below zero where its sign says so; `nil` where it has too many digits.
  func value(of numeral: Numeral) -> Decimal? {
    guard let magnitude = magnitude(of: numeral) else { return nil }
    return numeral.sign == .minus ? -magnitude : magnitude
  }

  /// A number without its sign, for a quantity that of all its digits, for a time that of its seconds; `nil` where it has
  /// too many.
  func magnitude(of numeral: Numeral) -> Decimal? {
    if numeral.digitCount == numeral.end - numeral.start, numeral.digitCount <= 18 {
      return Decimal(Int64(value(numeral.digitCount, at: numeral.start, in: numeral.digitSet)))
    }
    var (digits, fields): (DecimalDigits, Int128) = (DecimalDigits(), 0)
    for position in numeral.start..<numeral.end {
      if let digit = digit(at: position, in: numeral.digitSet) {
        digits.append(UInt64(digit))
      } else if numeral.isClock, position != numeral.decimalSeparator {
        guard let sum = digits.units?.adding(fields)?.multiplied(by: 60) else { return nil }
        (fields, digits) = (sum, DecimalDigits())
      }
    }
    guard let units = digits.units else { return nil }
    if fields == 0 { return Decimal(units, places: numeral.fractionDigits) }
    guard let sum = fields.multiplied(byPowerOfTen: numeral.fractionDigits)?.adding(units) else { return nil }
    return Decimal(sum, places: numeral.fractionDigits)
  }

  func checkedValue(of numeral: Numeral) throws(NotAnimatable) -> Decimal {
    try numeral.checkWrittenLength()
    guard let value = value(of: numeral) else { throw .tooLong }
    return value
  }

  // MARK: - Texts

  /// The character at a position where it is one scalar, ``Characters/several`` for others; zero outside the text.
  subscript(position: Int) -> Unicode.Scalar {
    position >= 0 && position < characters.scalars.count ? characters.scalars[position] : "\0"
  }

  func writes(_ numeral: Numeral, as other: borrowing NumberedText, _ otherNumeral: Numeral) -> Bool {
    let count = numeral.last - numeral.first
    return count == otherNumeral.last - otherNumeral.first
      && characters.equalCount(from: numeral.first, other.characters, from: otherNumeral.first, limit: count) == count
  }

  func quoted(_ position: Int) -> String {
    position < characters.count ? "“\(characters[position])”" : "the end"
  }
}

// MARK: - One number

/// Where a number stands in a text and how it is written; all positions count characters.
///
/// It is copied often, and so it refers to nothing and stays below 128 bytes, which are copied without a call.
struct Numeral: Sendable {
  @Narrow private(set) var start: Int
  @Narrow var end: Int
  var sign: Sign?
  /// Whether the sign may be text as well: `(7)`, `-x 7`.
  var isWeak = false
  /// Where what belongs to it begins: the money before it, its sign, or itself.
  @Narrow var first: Int
  /// The sign before it, or a bracket; empty where there is none.
  var mark: Range<Int>
  /// The sign behind it, or the other bracket; empty where there is none.
  var closing: Range<Int>
  let digitSet: DigitSet
  @Narrow var digitCount = 0
  /// How many of them stand before the first separator.
  @Narrow var integerDigits = 0
  var startsWithZero = false
  /// How many fields stand before the fraction: one, or two or three for a time.
  @Narrow var fieldCount = 1
  @Narrow var fractionDigits = 0
  var decimalSeparator: Int?
  var groupingSeparator: Int?
  /// Two digits in every group but the last, as in India.
  var isIndian = false
  /// Where among the quantities of its text it stands, where it is more than its digits; it then ends behind them.
  var quantity: Int?

  enum Sign {
    case plus, minus
  }

  init(start: Int, _ digitCount: Int = 0, in set: DigitSet) {
    (_start, _first, _end) = (Narrow(start), Narrow(start), Narrow(start + digitCount))
    (_digitCount, digitSet) = (Narrow(digitCount), set)
    (mark, closing) = (start..<start, start + digitCount..<start + digitCount)
  }
}

/// A position or a count in a text, in half of the bytes.
@propertyWrapper
struct Narrow: Sendable {
  private var word: Int32

  init(_ number: Int) { word = Int32(truncatingIfNeeded: number) }

  init(wrappedValue: Int) { self.init(wrappedValue) }

  var wrappedValue: Int {
    get { Int(word) }
    set { word = Int32(truncatingIfNeeded: newValue) }
  }
}

extension Numeral {
  var isClock: Bool { fieldCount > 1 }

  var isCompound: Bool { isClock || quantity != nil }

  /// Whether it has Latin digits, and those of a whole number without groups.
  fileprivate var isPlain: Bool {
    digitSet == .latin && digitCount == end - start && padding ?? 1 == 1 && !isCompound
  }

  var last: Int { max(end, closing.upperBound) }

  /// How many of its digits stand before the decimal separator, those of all groups and fields.
  var wholeDigits: Int { digitCount - fractionDigits }

  func checkWrittenLength() throws(NotAnimatable) {
    guard max(wholeDigits, fractionDigits) > NumberLimits.writtenDigits else { return }
    throw NotAnimatable(
      reason: "a number is written with more than \(NumberLimits.writtenDigits) digits on one side of its point")
  }

  /// Whether it shows that all its groups have three digits: those of `1,234,567`, not yet that of `99,999`.
  var showsGroups: Bool { groupingSeparator != nil && !isIndian && wholeDigits > 6 }

  /// The fewest digits before the fraction that this text asks for: 3 for `007`, 1 for `0`, 0 for `.5`.
  ///
  /// `nil` for a number such as `7`, which says nothing about it.
  var padding: Int? {
    startsWithZero || integerDigits == 0 ? integerDigits : nil
  }

  mutating func unsign() {
    (sign, isWeak) = (nil, false)
    (mark, closing) = (start..<start, end..<end)
    first = start
  }
}

struct NumeralPair {
  let source: Numeral
  let target: Numeral

  var fractionDigits: Int { max(source.fractionDigits, target.fractionDigits) }

  func isPlain(from start: (Int, Int), to end: (Int, Int)) -> Bool {
    start == (source.start, target.start) && end == (source.end, target.end) && source.isPlain && target.isPlain
  }

  var padding: Int {
    guard let padding = source.padding else { return target.padding ?? 1 }
    return max(padding, target.padding ?? padding)
  }

  /// The fields in which both are written, where they are times, and what stands between them.
  func clock(_ colon: @autoclosure () -> Unicode.Scalar) -> ClockForm? {
    guard source.isClock else { return nil }
    let hours = [source, target].filter { $0.fieldCount == 3 }
    let minutes = [source, target].filter { $0.fieldCount == 2 }
    return ClockForm(
      hours: hours.isEmpty ? .never : minutes.isEmpty ? .always : .whenReached,
      hourDigits: hours.compactMap(\.padding).max() ?? 1, minuteDigits: minutes.compactMap(\.padding).max() ?? 1,
      isWide: colon() == ClockForm.wideColon)
  }
}
