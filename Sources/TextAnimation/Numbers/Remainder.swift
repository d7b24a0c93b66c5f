/// What rounding cuts off, compared with half a unit.
enum Remainder {
  case none, belowHalf, half, aboveHalf

  /// `part` of a `unit`, followed by nothing but zeros if it `isExact`.
  @inline(__always)
  init(_ part: UInt128, of unit: UInt128, isExact: Bool) {
    let below = unit &- part
    self =
      part == 0 && isExact ? .none : part < below ? .belowHalf : part == below && isExact ? .half : .aboveHalf
  }

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

extension Rounding {
  /// Whether a magnitude is rounded away from zero.
  @inline(__always)
  func increments(isNegative: Bool, isOdd: Bool, _ remainder: Remainder) -> Bool {
    switch (self, remainder) {
    case (_, .none), (.towardZero, _), (.nearest, .belowHalf): false
    case (.nearest, .half): isOdd
    case (.nearest, .aboveHalf): true
    case (.down, _): isNegative
    case (.up, _): !isNegative
    }
  }
}
