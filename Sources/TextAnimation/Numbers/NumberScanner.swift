/// Finds the numbers in a text, by grapheme cluster: a keycap `1️⃣` is no digit.
struct NumberScanner {
  let characters: Characters
  let symbols: NumberSymbols
  /// Whether `1:59:58` is one number, of seconds.
  let readsClocks: Bool
  /// Each character that is a digit, in a text that is not plain ASCII.
  private let digits: [Digit?]
  /// The groups of two digits that were scanned last.
  var pairs: DigitPairs?

  private struct Digit {
    let set: DigitSet
    let value: UInt8
  }

  init(_ characters: Characters, symbols: NumberSymbols = .english, readsClocks: Bool = false) {
    self.characters = characters
    self.symbols = symbols
    self.readsClocks = readsClocks
    digits =
      characters.isASCII
      ? []
      : (0..<characters.count).map { position in
        guard let scalar = characters[position].onlyScalar, let set = DigitSet(containing: scalar) else { return nil }
        return set.value(of: scalar).map { Digit(set: set, value: $0) }
      }
  }

  /// The first `limit` numbers, in order.
  consuming func numerals(limit: Int = .max) -> [Numeral] {
    var numerals: [Numeral] = []
    var position = 0
    while position < characters.count, numerals.count < limit {
      guard characters.units[position].canStartNumber else {
        position += 1
        continue
      }
      if let numeral = numeral(at: position) {
        numerals.append(numeral)
        position = numeral.end
      } else {
        position += 1
      }
    }
    return numerals
  }

  /// The number whose first digit, or the separator before it, stands at `start`.
  private mutating func numeral(at start: Int) -> Numeral? {
    if let set = digitSet(at: start) {
      return clock(at: start, in: set) ?? decimal(at: start, in: set)
    }
    guard isDecimalSeparator(at: start), let set = digitSet(at: start + 1), standsFree(start) else { return nil }
    let count = digitCount(at: start + 1, in: set)
    let end = start + 1 + count
    guard !continuesChain(at: end) else { return nil }
    var digits = Numeral.Digits(set: set)
    addFraction(count, behind: start, to: &digits)
    return numeral(start..<end, digits)
  }

  private mutating func decimal(at start: Int, in set: DigitSet) -> Numeral {
    let (count, end, isIndian) = groups(at: start, in: set)
    var digits = Numeral.Digits(set: set)
    (digits.count, digits.integerCount) = (count, count)
    digits.startsWithZero = value(at: start, in: set) == 0
    if let isIndian {
      digits.isIndian = isIndian
      digits.groupingSeparator = (start..<end).first { value(at: $0, in: set) == nil }
    }
    let fraction = isInChain(start) ? 0 : fractionCount(at: end, in: set)
    guard fraction > 0, !continuesChain(at: end + 1 + fraction) else { return numeral(start..<end, digits) }
    addFraction(fraction, behind: end, to: &digits)
    return numeral(start..<(end + 1 + fraction), digits)
  }

  /// `m:ss`, `mm:ss` or `h:mm:ss`, with an optional fraction of a second.
  private func clock(at start: Int, in set: DigitSet) -> Numeral? {
    guard readsClocks, !(isColon(at: start - 1) && digitSet(at: start - 2) != nil) else { return nil }
    let first = digitCount(at: start, in: set)
    guard first <= 6, isColon(at: start + first), digitSet(at: start + first + 1) != nil else { return nil }
    var digits = Numeral.Digits(set: set)
    (digits.count, digits.integerCount) = (first, first)
    digits.startsWithZero = value(at: start, in: set) == 0
    var end = start + first
    while isColon(at: end), digitSet(at: end + 1) != nil {
      guard digitCount(at: end + 1, in: set) == 2, let ten = value(at: end + 1, in: set), ten < 6,
        digits.fieldCount < 3
      else { return nil }
      digits.fieldCount += 1
      digits.count += 2
      end += 3
    }
    let fraction = fractionCount(at: end, in: set)
    guard (1...6).contains(fraction), !continuesChain(at: end + 1 + fraction) else {
      return numeral(start..<end, digits)
    }
    addFraction(fraction, behind: end, to: &digits)
    return numeral(start..<(end + 1 + fraction), digits)
  }

  private func addFraction(_ count: Int, behind separator: Int, to digits: inout Numeral.Digits) {
    digits.count += count
    digits.fractionCount = count
    digits.decimalSeparator = separator
  }

  private func numeral(_ range: Range<Int>, _ digits: Numeral.Digits) -> Numeral {
    let (slot, sign) = sign(before: range.lowerBound)
    let isParenthesized =
      sign == nil && unit(at: slot - 1) == UInt8(ascii: "(") && unit(at: range.upperBound) == UInt8(ascii: ")")
      && signCanStand(at: slot - 1)
    return Numeral(
      start: range.lowerBound, end: range.upperBound, signSlot: slot, sign: sign, isParenthesized: isParenthesized,
      digits: digits)
  }
}

// MARK: - Characters

extension NumberScanner {
  func character(at position: Int) -> Character? {
    position >= 0 && position < characters.count ? characters[position] : nil
  }

  /// The byte of an ASCII character, ``Characters/notASCII`` of another, `nil` outside the text.
  func unit(at position: Int) -> UInt8? {
    position >= 0 && position < characters.count ? characters.units[position] : nil
  }

  func digitSet(at position: Int) -> DigitSet? {
    guard let unit = unit(at: position) else { return nil }
    if unit.isDigit { return .latin }
    return unit == Characters.notASCII ? digits[position]?.set : nil
  }

  func value(at position: Int, in set: DigitSet) -> UInt8? {
    guard let unit = unit(at: position) else { return nil }
    if unit.isDigit { return set == .latin ? unit & 0x0F : nil }
    guard unit == Characters.notASCII, let digit = digits[position], digit.set == set else { return nil }
    return digit.value
  }

  func isDecimalSeparator(at position: Int) -> Bool {
    guard let unit = unit(at: position) else { return false }
    if unit != Characters.notASCII { return symbols.asciiDecimalSeparators.contains(unit) }
    return symbols.decimalSeparators.contains(characters[position])
  }

  /// The grouping separator at a position, if one stands there.
  func groupingSeparator(at position: Int) -> Character? {
    guard let unit = unit(at: position) else { return nil }
    let isSeparator =
      unit == Characters.notASCII
      ? symbols.groupingSeparators.contains(characters[position]) : symbols.asciiGroupingSeparators.contains(unit)
    return isSeparator ? characters[position] : nil
  }

  func isColon(at position: Int) -> Bool { unit(at: position) == UInt8(ascii: ":") }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Letters and spaces never do; most characters are one of these.
  fileprivate var canStartNumber: Bool { isDigit || !isDigitOrLetterOrSpace }
}

extension Character {
  /// The scalar of a character that consists of one.
  var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    let first = scalars.startIndex
    return scalars.index(after: first) == scalars.endIndex ? scalars[first] : nil
  }
}

// MARK: - Signs

extension NumberScanner {
  /// The sign of a number, which may stand in front of its currency symbol.
  func sign(before start: Int) -> (slot: Int, sign: Numeral.Sign?) {
    guard start > 0 else { return (start, nil) }
    if let sign = sign(at: start - 1) { return (start, sign) }
    guard isCurrencySymbol(at: start - 1) else { return (start, nil) }
    if let sign = sign(at: start - 2) { return (start - 1, sign) }
    return (signCanStand(at: start - 1) ? start - 1 : start, nil)
  }

  private func sign(at position: Int) -> Numeral.Sign? {
    guard let unit = unit(at: position), !unit.isDigitOrLetterOrSpace else { return nil }
    let character = characters[position]
    let isMinus = symbols.minusSigns.contains(character)
    guard isMinus || symbols.plusSigns.contains(character), signCanStand(at: position) else { return nil }
    return isMinus ? .minus : .plus
  }

  /// Whether what stands before allows a sign: nothing, a space, an opening bracket, a currency symbol, `=`, `:`, ….
  func signCanStand(at position: Int) -> Bool {
    guard position >= 0 else { return false }
    guard let unit = unit(at: position - 1) else { return position == 0 }
    guard unit == Characters.notASCII else { return unit.allowsSign }
    let previous = characters[position - 1]
    if previous.isWhitespace || previous.isCurrencySymbol { return true }
    switch previous.onlyScalar?.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .format: return true
    default: return "=<>≤≥≈~*/|:;,".contains(previous)
    }
  }

  private func isCurrencySymbol(at position: Int) -> Bool {
    let unit = characters.units[position]
    return unit == Characters.notASCII ? characters[position].isCurrencySymbol : unit == UInt8(ascii: "$")
  }
}

extension UInt8 {
  /// What is no sign in any language.
  fileprivate var isDigitOrLetterOrSpace: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: " "):
      true
    default: false
    }
  }

  /// Of ASCII, what ``NumberScanner/signCanStand(at:)`` allows: white space, `$`, opening brackets and some symbols.
  fileprivate var allowsSign: Bool {
    switch self {
    case 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "$"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"), UInt8(ascii: "*"),
      UInt8(ascii: "/"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","):
      true
    default: false
    }
  }
}
