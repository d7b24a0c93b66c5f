/// Where a number stands in a text and how it is written; all positions count characters.
///
/// It is copied often, and so it refers to nothing and stays below 128 bytes, which are copied without a call.
struct Numeral: Sendable {
  /// The first digit or decimal separator.
  @Narrow private(set) var start: Int
  /// Past the last digit.
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
  /// Whether the first of these is a zero.
  var startsWithZero = false
  /// How many fields stand before the fraction: one, or two or three for a time.
  @Narrow var fieldCount = 1
  @Narrow var fractionDigits = 0
  var decimalSeparator: Int?
  /// Where the first separator between groups stands.
  var groupingSeparator: Int?
  /// Two digits in every group but the last, as in India.
  var isIndian = false
  /// Where among the quantities of its text it stands, where it is more than its digits; it then ends behind them.
  var quantity: Int?

  enum Sign {
    case plus, minus
  }

  /// Begins a number of which so many digits stand at a position.
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

  /// Whether it may be read as several numbers, too.
  var isCompound: Bool { isClock || quantity != nil }

  /// Whether it has Latin digits, and those of a whole number without groups.
  fileprivate var isPlain: Bool {
    digitSet == .latin && digitCount == end - start && padding ?? 1 == 1 && !isCompound
  }

  /// Past all that belongs to it.
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
}

extension Numeral {
  mutating func unsign() {
    (sign, isWeak) = (nil, false)
    (mark, closing) = (start..<start, end..<end)
    first = start
  }
}

struct NumeralPair {
  let source: Numeral
  let target: Numeral
}

extension NumeralPair {
  /// Digits after the separator: the larger count of both.
  var fractionDigits: Int { max(source.fractionDigits, target.fractionDigits) }

  /// Whether both are Latin digits and nothing else, from where what belongs to them begins to where it ends.
  func isPlain(from start: (Int, Int), to end: (Int, Int)) -> Bool {
    start == (source.start, target.start) && end == (source.end, target.end) && source.isPlain && target.isPlain
  }

  var padding: Int {
    guard let padding = source.padding else { return target.padding ?? 1 }
    return max(padding, target.padding ?? padding)
  }

  /// The fields in which both are written, where they are times.
  var clock: ClockForm? {
    guard source.isClock else { return nil }
    let hours = [source, target].filter { $0.fieldCount == 3 }
    let minutes = [source, target].filter { $0.fieldCount == 2 }
    return ClockForm(
      hours: hours.isEmpty ? .never : minutes.isEmpty ? .always : .whenReached,
      hourDigits: hours.compactMap(\.padding).max() ?? 1, minuteDigits: minutes.compactMap(\.padding).max() ?? 1)
  }
}
