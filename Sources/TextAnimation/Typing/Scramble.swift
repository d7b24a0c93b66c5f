public import Interpolation
public import TextBytes
internal import Timing

/// Dissolves the source into random characters from left to right, which then settle into the target.
///
/// The characters are pseudorandom: each depends only on the seed, its place and the slot of the progress, so that any
/// frame can be computed alone and is the same on every server. Every pair of texts can be scrambled.
public struct ScrambleInterpolator: TextInterpolator {
  /// Decides which random characters are shown.
  public var seed: UInt64
  /// The characters to draw from; where it is empty, each character is replaced by some of its own script and case.
  public var alphabet: String

  /// Creates a scrambler.
  ///
  /// - Parameters:
  ///   - seed: Decides which random characters are shown.
  ///   - alphabet: Characters to draw from instead of each one's own script.
  public init(seed: UInt64 = 0, alphabet: String = "") {
    self.seed = seed
    self.alphabet = alphabet
  }

  /// Cuts both texts into clusters and finds what may stand in for each.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    try meter.charge(source, target)
    return ScrambleInterpolation(from: source, to: target, seed: seed, alphabet: alphabet)
  }
}

/// From left to right each place starts to be scrambled in the first half of the progress and settles in the second.
///
/// Before it starts a place shows the source's character, once settled the target's. Past the end of the shorter text it
/// shows nothing then, so the length goes from the source's to the target's. White space and punctuation are never
/// replaced. Random characters change 30 times over the progress, whatever the frame rate. Progress outside 0…1 shows the
/// nearer end; equal texts do not change.
struct ScrambleInterpolation: TextInterpolation {
  private let source: Graphemes
  private let target: Graphemes
  private let seed: UInt64
  private let alphabet: Graphemes
  /// One for each of the target's characters, and for those of the source past the target's end.
  private let places: [Place]

  /// What a place shows between its start and its settling.
  private enum Place {
    case letter(Range<UInt32>)
    case custom
    case fixed
  }

  private static let refreshes = 30.0

  init(from source: String, to target: String, seed: UInt64, alphabet: String) {
    self.source = Graphemes(source)
    self.target = Graphemes(target)
    self.seed = seed
    self.alphabet = Graphemes(alphabet)
    let changes = self.source.bytes != self.target.bytes
    let characters = changes ? target + source.dropFirst(target.count) : ""
    places = characters.map { Self.place(of: $0, custom: !alphabet.isEmpty) }
  }

  var byteCount: Int {
    source.byteCount + target.byteCount + alphabet.byteCount + MemoryLayout<Place>.stride * places.capacity
  }

  private static func place(of character: Character, custom: Bool) -> Place {
    guard custom else { return Self.alphabet(of: character).map(Place.letter) ?? .fixed }
    return character.isWhitespace || character.isPunctuation ? .fixed : .custom
  }
}

// MARK: - Writing

extension ScrambleInterpolation {
  var threshold: Double { 0.5 / max(Self.refreshes, 2 * Double(places.count)) }

  var steps: TextSteps? {
    TextSteps { progress in
      let (started, settled, slot) = state(at: progress)
      return started + settled + Int(slot)
    }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    let (started, settled, slot) = state(at: progress)

    target.write(0..<min(settled, target.count), to: &text)
    for index in settled..<started {
      write(index, random: random(index, slot: slot), to: &text)
    }
    source.write(min(started, source.count)..<source.count, to: &text)
  }

  /// The places that have started and those that have settled, and which characters are drawn.
  private func state(at progress: Double) -> (started: Int, settled: Int, slot: UInt64) {
    let progress = progress.clampedToUnit
    let count = Double(places.count)
    return (
      Int((min(2 * progress, 1) * count).rounded(.up)), Int(max(2 * progress - 1, 0) * count),
      UInt64(progress * Self.refreshes)
    )
  }

  private func write(_ index: Int, random: UInt64, to text: inout UTF8Buffer) {
    switch places[index] {
    case .letter(let letters):
      // A multiplication instead of a remainder keeps the choice even.
      let count = UInt64(letters.upperBound - letters.lowerBound)
      let letter = Unicode.Scalar(letters.lowerBound + UInt32(random.multipliedFullWidth(by: count).high)) ?? "?"
      for byte in UTF8.encode(letter) ?? .init() { text.append(byte) }
    case .custom:
      let choice = Int(random.multipliedFullWidth(by: UInt64(alphabet.count)).high)
      alphabet.write(choice..<choice + 1, to: &text)
    case .fixed:
      (index < target.count ? target : source).write(index..<index + 1, to: &text)
    }
  }

  /// One output of SplitMix64 (Steele, Lea and Flood 2014), whose n-th number needs none of the others.
  private func random(_ index: Int, slot: UInt64) -> UInt64 {
    let position = UInt64(index) * UInt64(Self.refreshes + 1) + slot + 1
    var bits = seed &+ position &* 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}

// MARK: - Which letters for which character

extension ScrambleInterpolation {
  /// The letters that may stand in for a character: some of its own script and case; `nil` for one that stays as it is,
  /// which are white space, punctuation, symbols, emoji, and scripts that are not in the table.
  ///
  /// They are one run of assigned scalars, so that drawing one is an addition.
  private static func alphabet(of character: Character) -> Range<UInt32>? {
    let scalar = character.unicodeScalars[character.unicodeScalars.startIndex]
    if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
      // Every decimal digit set of Unicode is ten scalars in order (Unicode Standard, section 4.6).
      let zero = scalar.value - UInt32(digit)
      return zero..<zero + 10
    }
    guard scalar.properties.isAlphabetic,
      let script = scripts.first(where: { $0.members.contains { $0.contains(scalar) } })
    else { return nil }
    let letters = scalar.properties.isUppercase ? script.capitals ?? script.letters : script.letters
    return letters.lowerBound.value..<letters.upperBound.value + 1
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
