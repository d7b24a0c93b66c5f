/// How a value between two shown digits is rounded, by the names of `roundingMode` in ECMA-402.
public enum Rounding: String, CaseIterable, Sendable {
  /// To the nearer one; from the exact middle away from zero.
  case halfExpand
  /// To the nearer one; from the exact middle to the even digit, as C's printf does it.
  case halfEven
  /// Toward zero, as UICountingLabel and animated-ui-label do it.
  case trunc
  /// Toward −∞.
  case floor
  /// Toward +∞.
  case ceil
  /// Away from zero.
  case expand
  /// To the nearer one; from the exact middle toward +∞.
  case halfCeil
  /// To the nearer one; from the exact middle toward −∞.
  case halfFloor
  /// To the nearer one; from the exact middle toward zero.
  case halfTrunc

  /// Other names of some of them.
  public static let aliases: KeyValuePairs<String, Rounding> = [
    "nearest": .halfEven, "towardZero": .trunc, "down": .floor, "up": .ceil,
  ]

  /// Finds the rounding that has a name or an alias.
  public init?(named name: String) {
    guard let rounding = Rounding(rawValue: name) ?? Self.aliases.first(where: { $0.key == name })?.value else {
      return nil
    }
    self = rounding
  }
}

extension Rounding {
  /// Whether a value that lies between two whole numbers goes up to the higher one: the one place where values are rounded.
  ///
  /// - Parameters:
  ///   - side: Below 0 for less than half of the way up, 0 for exactly that, above 0 for more.
  ///   - isNegative: Whether the lower whole number is below zero.
  ///   - isOdd: Whether it is odd.
  /// - Returns: Whether the value is shown as the higher one.
  @inline(__always)
  func goesUp(fromHalf side: Int, isNegative: Bool, isOdd: Bool) -> Bool {
    switch self {
    case .halfExpand: side > 0 || side == 0 && !isNegative
    case .halfEven: side > 0 || side == 0 && isOdd
    case .trunc: isNegative
    case .floor: false
    case .ceil: true
    case .expand: !isNegative
    case .halfCeil: side >= 0
    case .halfFloor: side > 0
    case .halfTrunc: side > 0 || side == 0 && isNegative
    }
  }

  /// Whether every value goes to the nearer digit.
  var isToNearest: Bool {
    switch self {
    case .halfExpand, .halfEven, .halfCeil, .halfFloor, .halfTrunc: true
    case .trunc, .floor, .ceil, .expand: false
    }
  }
}
