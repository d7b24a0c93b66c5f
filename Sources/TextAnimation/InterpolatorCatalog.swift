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
    /// Which way the columns of an odometer roll.
    public var direction: ColumnDirection

    /// Creates options.
    public init(
      seed: UInt64 = 0, rounding: Rounding = .nearest, symbols: NumberSymbols = .english,
      columnMode: ColumnMode = .carry, direction: ColumnDirection = .auto
    ) {
      self.seed = seed
      self.rounding = rounding
      self.symbols = symbols
      self.columnMode = columnMode
      self.direction = direction
    }
  }

  /// One interpolation.
  public struct Entry: Sendable {
    /// The name in a request.
    public let name: String
    /// What it does, in one sentence.
    public let summary: String
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
    _ name: String, summary: String, _ make: @escaping @Sendable (Options) -> any TextInterpolator
  ) {
    entries.removeAll { $0.name == name }
    entries.append(Entry(name: name, summary: summary, make: make))
  }

  /// The interpolation of this name.
  public subscript(name: String) -> Entry? {
    entries.first { $0.name == name }
  }

  /// The built-in interpolations.
  public static let standard: InterpolatorCatalog = {
    var catalog = InterpolatorCatalog()
    catalog.register("number", summary: "A number at the start counts; the rest of both texts is the same.") {
      NumberInterpolator(symbols: $0.symbols, rounding: $0.rounding)
    }
    catalog.register("numbers", summary: "Numbers anywhere count; what stands between them is the same.") {
      NumbersInterpolator(symbols: $0.symbols, rounding: $0.rounding)
    }
    catalog.register("typewriter", summary: "Removes back to what both texts begin with, then types.") { _ in
      TypewriterInterpolator()
    }
    catalog.register("scramble", summary: "Random characters settle into the target from left to right.") {
      ScrambleInterpolator(seed: $0.seed)
    }
    catalog.register("morph", summary: "Characters stay, move, come and go, each as a glyph with its place.") { _ in
      MorphInterpolator()
    }
    catalog.register("evaporate", summary: "As morph, but characters rise away and rise into place.") { _ in
      MorphInterpolator(effect: .evaporate)
    }
    catalog.register("fall", summary: "As morph, but characters tip over and drop away.") { _ in
      MorphInterpolator(effect: .fall)
    }
    catalog.register("wave", summary: "Each character lifts in turn and comes down as the target's.") { _ in
      WaveInterpolator()
    }
    catalog.register("odometer", summary: "Numbers count as in numbers, each digit a column that rolls.") {
      OdometerInterpolator(
        mode: $0.columnMode, direction: $0.direction, symbols: $0.symbols, rounding: $0.rounding)
    }
    return catalog
  }()
}
