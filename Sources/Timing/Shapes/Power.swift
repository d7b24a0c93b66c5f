import RealModule

/// A power of time: Penner's quad to quint, and UICountingLabel's modes with their rate.
public struct Power: EasingShape {
  /// The power, above 0; UICountingLabel's rate is 3.
  public let exponent: Double

  /// Creates a power of time.
  public init(_ exponent: Double) {
    self.exponent = exponent
  }

  /// `time` to the power, by products where it is a small whole number.
  public func value(at time: Double) -> Double {
    switch exponent {
    case 1: time
    case 2: time * time
    case 3: time * time * time
    case 4: (time * time) * (time * time)
    case 5: (time * time) * (time * time) * time
    default: .pow(time, exponent)
    }
  }

  /// The derivative, infinite at 0 for a power below 1.
  public func slope(at time: Double) -> Double {
    exponent * (exponent == 1 ? 1 : .pow(time, exponent - 1))
  }
}
