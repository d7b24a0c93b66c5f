public import TextBytes

/// `words`: words with numbers count, and all others are the target's, as in d3's `interpolateString`.
///
/// Words are parted by white space. Those that have a digit pair in order and differ in their numbers only, so that `12px`
/// counts to `36px` but not to `36pt`.
public struct WordsInterpolator: TextInterpolator {
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// How values between two shown digits are rounded.
  public var rounding: Rounding

  /// Creates an interpolator, for English numbers by default.
  public init(symbols: NumberSymbols = .english, rounding: Rounding = .halfExpand) {
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the words with numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` for what `numbers` finds different.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    var meter = Meter(limit: .max)
    return try prepare(from: source, to: target, spending: &meter)
  }

  /// The same, spending what it takes.
  ///
  /// - Throws: What ``prepare(from:to:)`` throws.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    let numbers = NumbersInterpolator(symbols: symbols, rounding: rounding)
    // Words are found character by character.
    meter.spend(300 * (source.utf8.count + target.utf8.count), .texts)
    guard let paired = Self.target(target, withNumbersOf: source),
      let interpolation = try? numbers.prepare(from: paired, to: target, spending: &meter)
    else { return try numbers.prepare(from: source, to: target, spending: &meter) }
    return interpolation
  }

  /// The target with the source's words where both have numbers; `nil` where these words cannot pair.
  private static func target(_ target: String, withNumbersOf source: String) -> String? {
    let (old, new) = (wordsWithDigits(source), wordsWithDigits(target))
    guard !old.isEmpty, old.count == new.count else { return nil }
    var (text, position) = ("", target.startIndex)
    for (before, after) in zip(old, new) {
      text += target[position..<after.startIndex] + before
      position = after.endIndex
    }
    return text + target[position...]
  }

  private static func wordsWithDigits(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace).filter(\.hasDigit)
  }

  /// Whether the word behind a number without a unit of its own is another in the target, as in `9 apples` → `10 oranges`:
  /// what lies between would be neither.
  public static func changesUnit(from source: String, to target: String) -> Bool {
    zip(units(source), units(target)).contains { before, after in
      before.map { before in after.map { $0 != before } ?? false } ?? false
    }
  }

  /// Whether a month or a weekday directly beside a number changes: what lies between would be another day.
  public static func changesDate(from source: String, to target: String, symbols: NumberSymbols = .english) -> Bool {
    let (names, others) = (dateNames(source, symbols), dateNames(target, symbols))
    return !names.isEmpty && !others.isEmpty && names != others
  }

  private static func dateNames(_ text: String, _ symbols: NumberSymbols) -> [Substring] {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.indices.compactMap { index in
      guard !words[index].hasDigit,
        index > 0 && words[index - 1].hasDigit || index + 1 < words.count && words[index + 1].hasDigit
      else { return nil }
      let name = words[index].trimmingSuffix(while: { ".,".contains($0) })
      return symbols.isDateName(String(name)) ? name : nil
    }
  }

  /// For each word with a number: the word without one behind it, where it has no letters or sign of its own.
  private static func units(_ text: String) -> [Substring?] {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.indices.filter { words[$0].hasDigit }.map { index in
      guard index + 1 < words.count, !words[index].hasUnit, !words[index + 1].hasDigit else { return nil }
      return words[index + 1]
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isTrimmed($0) }.map(index(after:)) ?? startIndex)]
  }

  fileprivate var hasUnit: Bool { contains { $0.isLetter || $0.isCurrencySymbol || "%‰°′″".contains($0) } }

  fileprivate var hasDigit: Bool { unicodeScalars.contains { DigitSet.value(of: $0) != nil } }
}
