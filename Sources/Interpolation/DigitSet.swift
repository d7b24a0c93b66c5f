/// Ten digits that stand in a row in Unicode: Latin, Arabic-Indic, Devanagari, fullwidth.
public struct DigitSet: Equatable, Sendable {
  /// The digit zero.
  public let zero: Unicode.Scalar

  /// 0123456789.
  @inlinable public static var latin: DigitSet { DigitSet(uncheckedZero: "0") }

  /// The set that a digit belongs to, or `nil` for a scalar outside Unicode's category Nd.
  public init?(containing digit: Unicode.Scalar) {
    guard let value = Self.value(of: digit), let zero = Unicode.Scalar(digit.value - UInt32(value)) else {
      return nil
    }
    self.zero = zero
  }

  @inlinable
  init(uncheckedZero zero: Unicode.Scalar) {
    self.zero = zero
  }

  /// Whether both are the same ten digits.
  @inlinable
  public static func == (left: DigitSet, right: DigitSet) -> Bool { left.zero == right.zero }

  /// What a digit of any set stands for, 0…9; `nil` for a scalar outside Unicode's category Nd.
  @inlinable
  package static func value(of digit: Unicode.Scalar) -> UInt8? {
    if digit.isASCII {
      return ("0"..."9").contains(digit) ? UInt8(digit.value - 0x30) : nil
    }
    guard digit.properties.generalCategory == .decimalNumber, let value = digit.properties.numericValue else {
      return nil
    }
    return UInt8(value)
  }

  /// What a scalar stands for in this set, 0…9.
  @inlinable
  public func value(of digit: Unicode.Scalar) -> UInt8? {
    let value = digit.value &- zero.value
    return value < 10 ? UInt8(value) : nil
  }
}
