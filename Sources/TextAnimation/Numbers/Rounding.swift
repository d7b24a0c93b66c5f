/// How a value between two shown digits is rounded.
public enum Rounding: String, CaseIterable, Sendable {
  /// To the nearer one; from the exact middle to the even digit.
  case nearest
  /// Truncation, as UICountingLabel and animated-ui-label do it.
  case towardZero
  /// Toward −∞.
  case down
  /// Toward +∞.
  case up
}

extension Rounding {
  /// Whether a value that lies `rest` above a whole number goes up to the next one: the one place where values are
  /// rounded.
  @inline(__always)
  func goesUp(_ rest: Remainder, isNegative: Bool, isOdd: Bool) -> Bool {
    switch self {
    case .nearest: rest == .aboveHalf || rest == .half && isOdd
    case .towardZero: isNegative && rest != .none
    case .down: false
    case .up: rest != .none
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
