import RealModule

/// t to a power: UICountingLabel's counting modes, and Penner's quad, cubic, quart and quint.
public struct PowerEasing: Easing {
  /// The exponent, above 0; UICountingLabel's rate is 3.
  public let exponent: Double

  /// Creates a power.
  public init(_ exponent: Double = 3) {
    self.exponent = exponent
  }

  /// The fraction to the power; whole exponents up to 5 are multiplied out.
  public func progress(at fraction: Double) -> Double {
    let square = fraction * fraction
    return switch exponent {
    case 2: square
    case 3: square * fraction
    case 4: square * square
    case 5: square * square * fraction
    default: fraction <= 0 ? 0 : Double.pow(fraction, exponent)
    }
  }

  /// The derivative; 0 at the start for exponents below 1, where it would be infinite.
  public func slope(at fraction: Double) -> Double {
    fraction <= 0 ? (exponent == 1 ? 1 : 0) : exponent * Double.pow(fraction, exponent - 1)
  }
}
