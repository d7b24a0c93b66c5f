internal import TextBytes
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
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    ScrambleInterpolation(from: source, to: target, seed: seed, alphabet: alphabet)
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
    case letter(ScrambleAlphabet)
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
    guard custom else { return ScrambleAlphabet(of: character).map(Place.letter) ?? .fixed }
    return character.isWhitespace || character.isPunctuation ? .fixed : .custom
  }
}

// MARK: - Writing

extension ScrambleInterpolation: SteppedInterpolation {
  var threshold: Double { 0.5 / max(Self.refreshes, 2 * Double(places.count)) }

  var steps: (@Sendable (Double) -> Int)? {
    { progress in
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
      for byte in UTF8.encode(letters[random]) ?? .init() { text.append(byte) }
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
