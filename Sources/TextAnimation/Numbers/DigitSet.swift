internal import TextBytes

/// Ten digits that stand in a row in Unicode: Latin, Arabic-Indic, Devanagari, fullwidth.
public struct DigitSet: Equatable, Sendable {
  /// The digit zero.
  public let zero: Unicode.Scalar

  /// 0123456789.
  public static let latin = DigitSet(uncheckedZero: "0")

  /// The set that a digit belongs to, or `nil` for a scalar outside Unicode's category Nd.
  public init?(containing digit: Unicode.Scalar) {
    guard let value = Self.value(of: digit), let zero = Unicode.Scalar(digit.value - UInt32(value)) else {
      return nil
    }
    self.zero = zero
  }

  private init(uncheckedZero zero: Unicode.Scalar) {
    self.zero = zero
  }

  /// What a scalar of category Nd stands for, 0…9.
  static func value(of digit: Unicode.Scalar) -> UInt8? {
    if digit.isASCII {
      return ("0"..."9").contains(digit) ? UInt8(digit.value - 0x30) : nil
    }
    guard digit.properties.generalCategory == .decimalNumber, let value = digit.properties.numericValue else {
      return nil
    }
    return UInt8(value)
  }

  /// What a scalar stands for in this set, 0…9.
  func value(of digit: Unicode.Scalar) -> UInt8? {
    let value = digit.value &- zero.value
    return value < 10 ? UInt8(value) : nil
  }

  /// Appends digits that were written in ASCII once more in this set.
  func append(_ digits: Range<Int>, to text: inout UTF8Buffer) {
    guard self != .latin else { return text.append(copying: digits) }
    for index in digits {
      guard let digit = Unicode.Scalar(zero.value + UInt32(text[index] & 0x0F)) else { continue }
      for byte in UTF8.encode(digit) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
    }
  }

  /// Appends a number below ``DecimalWord/limit``, padded with zeros to `minimumDigits`.
  func append(_ value: UInt64, minimumDigits: Int, to text: inout UTF8Buffer) {
    let start = text.count
    text.append(decimal: value, minimumDigits: minimumDigits)
    guard self != .latin else { return }
    let end = text.count
    append(start..<end, to: &text)
    text.remove(start..<end)
  }
}
