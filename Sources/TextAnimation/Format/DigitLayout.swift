internal import TextBytes

/// Which digits a number is written in and what stands between them.
public struct DigitLayout: Equatable, Sendable {
  /// The ten digits.
  public var digitSet: DigitSet
  /// How the digits before the decimal separator are grouped; `nil` leaves them together.
  public var grouping: Grouping?
  let decimalSeparator: Literal
  let groupingSeparator: Literal

  /// Creates a layout, the English one by default, without groups.
  public init(
    digitSet: DigitSet = .latin, decimalSeparator: String = ".", groupingSeparator: String = ",",
    grouping: Grouping? = nil
  ) {
    self.digitSet = digitSet
    self.grouping = grouping
    self.decimalSeparator = Literal(decimalSeparator)
    self.groupingSeparator = Literal(groupingSeparator)
  }

  /// Latin digits without groups.
  static let whole = DigitLayout()

  /// The sizes of the groups: 3 and 3 for 1,234,567; 3 and 2 for 12,34,567.
  public struct Grouping: Equatable, Sendable {
    /// Digits in the group next to the decimal separator.
    public let primary: Int
    /// Digits in every group before it.
    public let secondary: Int
    /// The fewest digits that the first group must have; 2 keeps 1234 together, as Spanish does.
    public let minimum: Int

    /// Creates sizes of 1 at least.
    public init(primary: Int = 3, secondary: Int = 3, minimum: Int = 1) {
      self.primary = max(primary, 1)
      self.secondary = max(secondary, 1)
      self.minimum = max(minimum, 1)
    }

    /// How many of so many digits stand before the first separator.
    func firstGroup(of count: Int) -> Int {
      count < primary + minimum ? count : (count - primary - 1) % secondary + 1
    }
  }
}

// MARK: - Writing

extension DigitLayout {
  /// Appends digits given in ASCII, the last `fractionDigits.upperBound` of which stand after the separator.
  ///
  /// Zeros at the end are left out as far as `fractionDigits` allows.
  func write(_ digits: [UInt8], fractionDigits: ClosedRange<Int>, to text: inout UTF8Buffer) {
    let integerDigits = digits.count - fractionDigits.upperBound
    var position = 0
    var end = grouping?.firstGroup(of: integerDigits) ?? integerDigits
    while position < integerDigits {
      if position > 0 { text.append(groupingSeparator) }
      digitSet.append(digits.span.extracting(position..<end), to: &text)
      position = end
      end += integerDigits - end > (grouping?.primary ?? 0) ? grouping?.secondary ?? 0 : integerDigits - end
    }
    end = digits.count
    while end > integerDigits + fractionDigits.lowerBound, digits[end - 1] == UInt8(ascii: "0") { end -= 1 }
    guard end > integerDigits else { return }
    text.append(decimalSeparator)
    digitSet.append(digits.span.extracting(integerDigits..<end), to: &text)
  }
}
