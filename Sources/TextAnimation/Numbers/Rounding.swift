/// Which way a value goes that lies between two shown digits.
public enum Rounding: String, CaseIterable, Sendable {
  /// To the nearer one; from the exact middle to the even digit.
  case nearest
  /// Truncation, as UICountingLabel and animated-ui-label do it.
  case towardZero
  /// Toward −∞.
  case down
  /// Toward +∞.
  case up

  /// Whether a value that lies `remainder` above `floor` goes up to the next whole number, two `half`s above.
  @inline(__always)
  func carries(from floor: Int128, remainder: Int128, half: Int128) -> Bool {
    switch self {
    case .nearest: remainder > half || remainder == half && floor & 1 != 0
    case .towardZero: floor < 0 && remainder != 0
    case .down: false
    case .up: remainder != 0
    }
  }

  /// Whether a magnitude is rounded away from zero.
  ///
  /// Its last digit kept `isOdd`; its `first` digit dropped, 0…9, is followed by nothing but zeros if it `isExact`.
  func increments(isNegative: Bool, isOdd: Bool, first: UInt8, isExact: Bool) -> Bool {
    let isInexact = first != 0 || !isExact
    return switch self {
    case .nearest: first > 5 || first == 5 && (isOdd || !isExact)
    case .towardZero: false
    case .down: isNegative && isInexact
    case .up: !isNegative && isInexact
    }
  }
}
