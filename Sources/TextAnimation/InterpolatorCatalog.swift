public import WrittenNumbers
public import Interpolation

/// Every interpolation a request can name.
///
/// A service adds its own with ``register(_:summary:_:)``; the name then works in every endpoint.
public struct InterpolatorCatalog: Sendable {
  /// The parameters of an interpolation.
  public struct Options: Equatable, Sendable {
    /// The seed of a scramble's characters.
    public var seed: UInt64
    /// How values are rounded to the digits shown.
    public var rounding: Rounding
    /// The characters that numbers are read with.
    public var symbols: NumberSymbols
    /// How the columns of an odometer turn together.
    public var columnMode: ColumnMode
    /// Which way the columns of an odometer and the characters of `numericText` roll.
    public var direction: ColumnDirection
    /// The highest digit of each wheel of an odometer that has not all ten, by its place: 0 is the ones.
    public var highestDigits: [Int: Int]
    /// Where the lines of a text with glyphs are aligned.
    public var alignment: TextAlignment
    /// Whether the request names the interpolation, which is otherwise tried among others.
    public var isAsked: Bool

    /// Creates options.
    public init(
      seed: UInt64 = 0, rounding: Rounding = .halfExpand, symbols: NumberSymbols = .english,
      columnMode: ColumnMode = .carry, direction: ColumnDirection = .auto, highestDigits: [Int: Int] = [:],
      alignment: TextAlignment = .left, isAsked: Bool = false
    ) {
      self.seed = seed
      self.rounding = rounding
      self.symbols = symbols
      self.columnMode = columnMode
      self.direction = direction
      self.highestDigits = highestDigits
      self.alignment = alignment
      self.isAsked = isAsked
    }
  }

  /// The parameters that make a difference to an interpolation, beside its texts.
  public struct Takes: OptionSet, Sendable {
    /// A bit for each parameter.
    public let rawValue: UInt8

    /// Creates a set of parameters.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A seed.
    public static let seed = Takes(rawValue: 1)
    /// A rounding, also where it tells no number that counts.
    public static let rounding = Takes(rawValue: 2)
    /// A factor that all numbers are multiples of.
    public static let roundingFactor = Takes(rawValue: 4)
    /// Numbers that a format or a style writes.
    public static let format = Takes(rawValue: 8)
    /// How columns turn together, and which digits they have.
    public static let columnMode = Takes(rawValue: 16)
    /// Which way columns or characters roll.
    public static let direction = Takes(rawValue: 32)
    /// Where lines are aligned.
    public static let alignment = Takes(rawValue: 64)
  }

  /// One interpolation.
  public struct Entry: Sendable {
    /// The name in a request.
    public let name: String
    /// What it does, in one sentence.
    public let summary: String
    /// The parameters that make a difference.
    public let takes: Takes
    /// Whether its characters come one by one, in a time of their own: labels and elements move it by no spring, and
    /// elements keep the room of both texts.
    public let isTyped: Bool
    /// Makes the interpolator for one request.
    public let make: @Sendable (Options) -> any TextInterpolator
  }

  /// The interpolations in the order of their registration.
  public private(set) var entries: [Entry] = []

  /// Creates an empty catalogue.
  public init() {}
}

extension InterpolatorCatalog {
  /// Adds an interpolation, or replaces the one of that name.
  public mutating func register(
    _ name: String, summary: String, takes: Takes = [.seed, .rounding], isTyped: Bool = false,
    _ make: @escaping @Sendable (Options) -> any TextInterpolator
  ) {
    entries.removeAll { $0.name == name }
    entries.append(Entry(name: name, summary: summary, takes: takes, isTyped: isTyped, make: make))
  }

  /// The interpolation of this name.
  public subscript(name: String) -> Entry? {
    entries.first { $0.name == name }
  }

  /// The built-in interpolations.
  public static let standard: InterpolatorCatalog = {
    var catalog = InterpolatorCatalog()
    catalog.register(
      "number", summary: "The number at the start counts; both texts have the same after it.",
      takes: [.roundingFactor, .format]
    ) { NumbersInterpolator(.number, symbols: $0.symbols, rounding: $0.rounding) }
    catalog.register(
      "numbers", summary: "Numbers, dates and units anywhere count; the rest is the same.", takes: .roundingFactor
    ) { NumbersInterpolator(symbols: $0.symbols, rounding: $0.rounding) }
    catalog.register(
      "words", summary: "Words with numbers count; others are the target's, as in d3.", takes: .roundingFactor
    ) { NumbersInterpolator(.words, symbols: $0.symbols, rounding: $0.rounding) }
    catalog.register(
      "colors", summary: "CSS colors mix in OKLab; between them it is as in words.", takes: .rounding
    ) { ColorsInterpolator(symbols: $0.symbols, rounding: $0.rounding, takesDigits: $0.isAsked) }
    catalog.register(
      "typewriter", summary: "Deletes back to what both texts begin with, then types.", takes: [], isTyped: true
    ) { _ in TypewriterInterpolator() }
    catalog.register(
      "scramble", summary: "Random characters settle into the target from left to right.", takes: .seed, isTyped: true
    ) { ScrambleInterpolator(seed: $0.seed) }
    catalog.register(
      "morph", summary: "Characters stay, move, come and go, each a glyph with a place of its own.", takes: .alignment
    ) { MorphInterpolator(alignment: $0.alignment) }
    let effects: [(name: String, effect: MorphEffect, summary: String)] = [
      ("evaporate", .evaporate, "As morph, but characters rise away and rise into place."),
      ("fall", .fall, "As morph, but characters tip over and drop away."),
      ("pixelate", .pixelate, "As morph, but characters fade where they stand."),
      ("anvil", .anvil, "As morph, but characters drop from above and bounce."),
    ]
    for (name, effect, summary) in effects {
      catalog.register(name, summary: summary, takes: .alignment) {
        MorphInterpolator(effect: effect, alignment: $0.alignment)
      }
    }
    catalog.register(
      "numericText", summary: "As morph, but characters leave upward and enter from below, or vice versa: SwiftUI's.",
      takes: [.direction, .alignment]
    ) { MorphInterpolator(effect: $0.direction == .down ? .rollDown : .rollUp, alignment: $0.alignment) }
    catalog.register(
      "wave", summary: "Each character lifts in turn and comes down as that of the target.", takes: .alignment
    ) { WaveInterpolator(alignment: $0.alignment) }
    catalog.register(
      "odometer", summary: "Numbers count as in numbers, each digit a column that rolls.",
      takes: [.format, .columnMode, .direction]
    ) {
      OdometerInterpolator(
        mode: $0.columnMode, direction: $0.direction, highestDigits: $0.highestDigits, symbols: $0.symbols,
        rounding: $0.rounding)
    }
    return catalog
  }()
}
