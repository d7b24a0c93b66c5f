/// How many digits are shown, as far as a request says it.
public struct DigitBounds: Hashable, Sendable {
  /// Zeros at the end are written as far as here.
  public var minimum: Int?
  /// Where the value is rounded.
  public var maximum: Int?

  /// Creates bounds; `nil` is left to the style.
  public init(minimum: Int?, maximum: Int?) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Always so many.
  public static func exactly(_ count: Int) -> DigitBounds { DigitBounds(minimum: count, maximum: count) }

  /// Both bounds, where the style's own give way to one that is said (ECMA-402, SetNumberFormatDigitOptions).
  func range(beside own: ClosedRange<Int>) -> ClosedRange<Int> {
    let low = minimum ?? min(own.lowerBound, maximum ?? own.lowerBound)
    return low...max(maximum ?? own.upperBound, low)
  }
}
