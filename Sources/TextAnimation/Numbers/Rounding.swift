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
  /// Whether a value that lies `rest` above a whole number goes up to the next one: the one place where values are
  /// rounded.
  @inline(__always)
  func goesUp(_ rest: Remainder, isNegative: Bool, isOdd: Bool) -> Bool {
    switch self {
    case .halfExpand: rest == .aboveHalf || rest == .half && !isNegative
    case .halfEven: rest == .aboveHalf || rest == .half && isOdd
    case .trunc: isNegative && rest != .none
    case .floor: false
    case .ceil: rest != .none
    case .expand: !isNegative && rest != .none
    case .halfCeil: rest == .aboveHalf || rest == .half
    case .halfFloor: rest == .aboveHalf
    case .halfTrunc: rest == .aboveHalf || rest == .half && isNegative
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

/// How far a value lies above a whole number, compared with half a unit.
enum Remainder {
  case none, belowHalf, half, aboveHalf

  /// `part` of a `unit`, which has `more` behind it.
  @inline(__always)
  init(_ part: UInt128, of unit: UInt128, more: Remainder = .none) {
    let below = unit &- part
    if part == below {
      self = more == .none ? .half : .aboveHalf
    } else if part < below {
      // Of an odd unit the half lies between two parts.
      self = part == 0 && more == .none ? .none : part &+ 1 == below ? more.besideHalf : .belowHalf
    } else {
      self = .aboveHalf
    }
  }

  /// The `highest` bit behind a whole number, and whether one of the others is set.
  init(highest: Bool, isMore: Bool) {
    self = highest ? (isMore ? .aboveHalf : .half) : isMore ? .belowHalf : .none
  }

  /// The same for the last part before the half of an odd unit.
  private var besideHalf: Remainder { self == .none ? .belowHalf : self }

  /// What is missing to the whole unit.
  var opposite: Remainder {
    switch self {
    case .none: .none
    case .belowHalf: .aboveHalf
    case .half: .half
    case .aboveHalf: .belowHalf
    }
  }
}
