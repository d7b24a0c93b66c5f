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
  /// Puts separators between the digits that were appended in ASCII from `start` on, and translates them.
  ///
  /// The last `fractionDigits.upperBound` of them stand after the separator; zeros at the end are left out as far as
  /// `fractionDigits` allows.
  func layOut(from start: Int, fractionDigits: ClosedRange<Int>, in text: inout UTF8Buffer) {
    let end = text.count
    let point = end - fractionDigits.upperBound
    var position = start
    var group = grouping?.firstGroup(of: point - start) ?? point - start
    while position < point {
      if position > start { text.append(groupingSeparator) }
      digitSet.append(position..<position + group, to: &text)
      position += group
      let rest = point - position
      group = rest > grouping?.primary ?? 0 ? grouping?.secondary ?? 0 : rest
    }
    var shown = end
    while shown > point + fractionDigits.lowerBound, text[shown - 1] == UInt8(ascii: "0") { shown -= 1 }
    if shown > point {
      text.append(decimalSeparator)
      digitSet.append(point..<shown, to: &text)
    }
    text.remove(start..<end)
  }
}
