internal import TextBytes

/// A way of writing in which a number's size decides how many digits it shows: `1.2K`, `1.235e+03`.
protocol SizedFormat: Sendable {
  /// Which way values go that lie between two shown digits.
  var rounding: Rounding { get }

  /// The digits after the separator that a number gets whose first digit stands for 10^`exponent`, fewer than none where
  /// the last digit shown stands before it.
  ///
  /// Larger numbers never get more.
  func fractionDigits(at exponent: Int) -> Int

  /// The power of ten from which on the texts between two numbers can be counted, or `nil` where they are too many.
  func lowestExponent(from source: ExactDecimal, to target: ExactDecimal) -> Int?

  /// Appends one number.
  func write(_ value: ExactDecimal, to text: inout UTF8Buffer)

  /// The same where a few machine words suffice; otherwise nothing is appended.
  ///
  /// - Returns: Whether they did.
  func write(_ value: NarrowValue, to text: inout UTF8Buffer) -> Bool
}
