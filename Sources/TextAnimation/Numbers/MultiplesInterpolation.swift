/// A text whose numbers can keep to multiples of one number: POP's `roundingFactor`.
public protocol MultiplesInterpolation: ValueInterpolation {
  /// The same texts at both ends, and only multiples of `factor` between them; it must be one
  /// (``ExactDecimal/isFactor``).
  func rounded(toMultiplesOf factor: ExactDecimal) -> any TextInterpolation
}
