/// The letters that may stand in for a character while it is scrambled: some of its own script and case.
///
/// Each is one contiguous run of assigned scalars, so that drawing one is an addition.
struct ScrambleAlphabet: Equatable, Sendable {
  private let first: UInt32
  private let count: UInt32

  private init(_ letters: ClosedRange<Unicode.Scalar>) {
    first = letters.lowerBound.value
    count = letters.upperBound.value - first + 1
  }

  /// The letter that a random number picks; a multiplication instead of a remainder keeps the choice even.
  subscript(random: UInt64) -> Unicode.Scalar {
    let offset = UInt32(random.multipliedFullWidth(by: UInt64(count)).high)
    return Unicode.Scalar(first + offset) ?? "?"
  }
}

// MARK: - Which letters for which character

extension ScrambleAlphabet {
  /// The alphabet of a character, or `nil` for one that stays as it is: white space, punctuation, symbols, emoji, and
  /// scripts that are not in the table.
  init?(of character: Character) {
    let scalar = character.unicodeScalars[character.unicodeScalars.startIndex]
    if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
      // Every decimal digit set of Unicode is ten scalars in order (Unicode Standard, section 4.6).
      guard let zero = Unicode.Scalar(scalar.value - UInt32(digit)), let nine = Unicode.Scalar(zero.value + 9)
      else { return nil }
      self.init(zero...nine)
      return
    }
    guard scalar.properties.isAlphabetic,
      let script = Self.scripts.first(where: { $0.members.contains { $0.contains(scalar) } })
    else { return nil }
    self.init(scalar.properties.isUppercase ? script.capitals ?? script.letters : script.letters)
  }

  private typealias Letters = ClosedRange<Unicode.Scalar>

  private static let scripts: [(members: [Letters], letters: Letters, capitals: Letters?)] = [
    (["A"..."\u{24F}", "\u{1E00}"..."\u{1EFF}"], "a"..."z", "A"..."Z"),  // Latin
    (["\u{370}"..."\u{3FF}", "\u{1F00}"..."\u{1FFF}"], "α"..."ω", "Α"..."Ρ"),  // Greek: U+03A2 is not assigned
    (["\u{400}"..."\u{52F}"], "а"..."я", "А"..."Я"),  // Cyrillic
    (["\u{531}"..."\u{58A}"], "ա"..."ֆ", "Ա"..."Ֆ"),  // Armenian
    (["\u{5D0}"..."\u{5EA}"], "א"..."ת", nil),  // Hebrew
    (["\u{620}"..."\u{64A}", "\u{671}"..."\u{6D3}"], "\u{628}"..."\u{63A}", nil),  // Arabic
    (["\u{904}"..."\u{97F}"], "क"..."ह", nil),  // Devanagari
    (["\u{E01}"..."\u{E3A}"], "ก"..."ฮ", nil),  // Thai
    (["\u{10D0}"..."\u{10FF}"], "ა"..."ჰ", nil),  // Georgian
    (["\u{3041}"..."\u{3096}"], "あ"..."ん", nil),  // Hiragana
    (["\u{30A1}"..."\u{30FA}"], "ア"..."ン", nil),  // Katakana
    (["\u{3400}"..."\u{4DBF}", "\u{4E00}"..."\u{9FFF}"], "\u{4E00}"..."\u{9FA5}", nil),  // Han
    (["\u{AC00}"..."\u{D7A3}"], "\u{AC00}"..."\u{D7A3}", nil),  // Hangul
  ]
}
