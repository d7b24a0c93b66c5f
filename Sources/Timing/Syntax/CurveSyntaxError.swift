/// A curve's text that cannot be read.
public struct CurveSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One sentence that names what is wrong and, for a misspelt name, the nearest one.
  public let message: String

  /// Creates an error from its sentence.
  public init(_ message: String) {
    self.message = message
  }

  /// The sentence.
  public var description: String { message }
}

extension CurveSyntaxError {
  /// Says that nothing is called `word`, and what it may have meant.
  static func unknown(_ kind: String, _ word: String, among names: some Sequence<String>) -> CurveSyntaxError {
    let guess = Spelling.nearest(to: word, among: Array(names))
    return CurveSyntaxError("There is no \(kind) \(word.quoted)\(guess.map { "; did you mean `\($0)`?" } ?? ".")")
  }
}

extension String {
  /// The text in backquotes, cut where it is too long to repeat.
  var quoted: String {
    unicodeScalars.count > 40 ? "`\(String(String.UnicodeScalarView(unicodeScalars.prefix(40))))…`" : "`\(self)`"
  }

  /// The text with A–Z made small and everything else as it is: how CSS compares its names.
  ///
  /// `lowercased()` would also fold U+212A, the Kelvin sign, into a letter.
  var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
