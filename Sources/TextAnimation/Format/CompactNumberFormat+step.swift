internal import TextBytes

extension CompactNumberFormat {
  /// How numbers of one power of ten are written.
  public struct Step: Equatable, Sendable {
    let unit: Int
    let writing: Writing

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - unit: The power of ten that is left out: 3 for thousands.
    ///   - format: The affixes and digits; its count of fraction digits and its shift say nothing here.
    ///   - exceptions: The formats of whole numbers that the language puts into another plural.
    public init(unit: Int, format: NumberFormat, exceptions: [Int: NumberFormat] = [:]) {
      self.unit = unit
      writing = Writing(format, exceptions: exceptions.mapValues { Writing($0, exceptions: [:]) })
    }
  }

  /// A format with its exceptions, in a class, so that a frame does not copy all their texts.
  final class Writing: Equatable, Sendable {
    let format: NumberFormat
    let exceptions: [Int: Writing]

    init(_ format: NumberFormat, exceptions: [Int: Writing]) {
      self.format = format
      self.exceptions = exceptions
    }

    static func == (lhs: Writing, rhs: Writing) -> Bool {
      lhs.format == rhs.format && lhs.exceptions == rhs.exceptions
    }
  }
}

extension CompactNumberFormat.Writing {
  /// Appends a number of fewer than 17 digits, given in units of the last digit shown.
  ///
  /// A method of the class, because one of the format would copy it.
  /// - Returns: Whether the zeros in front leave it that short.
  @inline(__always)
  func write(
    _ digits: UInt64, isNegative: Bool, fractionDigits: ClosedRange<Int>, to text: inout UTF8Buffer
  ) -> Bool {
    let minimum = fractionDigits.upperBound &+ format.minimumIntegerDigits
    guard minimum <= 16 else { return false }
    let sign = digits == 0 ? 0 : isNegative ? -1 : 1
    format.write(NarrowDigits(digits, minimum: minimum), sign: sign, fractionDigits: fractionDigits, to: &text)
    return true
  }
}
