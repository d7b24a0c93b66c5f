public import TextAnimation

/// A locale's way of writing numbers as a closed value; ICU is not asked again.
public enum LocalizedFormat: Equatable, Sendable {
  /// By its digits.
  case standard(NumberFormat)
  /// By its size.
  case compact(CompactNumberFormat)
}

extension LocalizedFormat {
  /// What an animation is written in, with values rounded in one way.
  public func notation(rounding: Rounding) -> any NumberNotation {
    switch self {
    case .standard(var format):
      format.rounding = rounding
      return format
    case .compact(var format):
      format.rounding = rounding
      return format
    }
  }

  /// Reads a style off specimens that ICU writes.
  ///
  /// - Throws: ``UnreadableNumbers`` if the numbering system has not ten digits in a row.
  /// - Complexity: Some 10 calls of ICU, and 300 for compact notation; 1,000 more for each size that has plurals.
  init(reading style: LocalizedStyle) throws(UnreadableNumbers) {
    switch style.notation {
    case .standard: self = .standard(try NumberFormat(reading: style))
    case .compact: self = .compact(try CompactNumberFormat(reading: style))
    }
  }
}
