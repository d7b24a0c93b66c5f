import TextAnimation

/// How the numbers of an animation are read and written, where a request says so.
struct NumberStyle: Sendable {
  /// Writes the numbers `from` and `to`, and all between; `nil` animates the two texts.
  var writer: (any TextInterpolator)?
  /// What numbers in texts are read with.
  var symbols = NumberSymbols.english
}

extension NumberStyle {
  /// The parameters that make two texts two numbers.
  static let writingNames = [
    "style", "currency", "fractionDigits", "minimumIntegerDigits", "grouping", "sign", "notation",
  ]

  /// The parameters that say how a number is written, ``writingNames`` and `format`.
  static let formattingNames = ["format"] + writingNames

  /// The parameters of a locale's way of writing numbers.
  static let names = ["locale"] + writingNames
}
