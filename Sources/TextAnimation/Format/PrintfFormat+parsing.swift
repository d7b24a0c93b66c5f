internal import TextBytes

/// Why a text is not a format, and at which character.
public struct MalformedFormat: Error, Equatable, Sendable {
  /// The character that is wrong, from 1.
  public let position: Int
  /// One sentence for the reader.
  public let reason: String
}

extension PrintfFormat {
  /// Parses a format such as `Points: %'d` or `%.1f%%`.
  ///
  /// - Throws: ``MalformedFormat`` unless it has exactly one conversion, of a number, within the limits.
  public init(_ text: String) throws(MalformedFormat) {
    var parser = PrintfParser(text)
    prefix = Literal(parser.literal())
    guard !parser.isAtEnd else {
      throw MalformedFormat(position: 1, reason: "the format has no conversion such as %d or %.2f")
    }
    var flags = parser.flags()
    width = try parser.count(of: "width") ?? 0
    precision = parser.skip(".") ? try parser.count(of: "precision") ?? 0 : nil
    parser.skipLengthModifiers()
    let letter = try parser.conversion()
    if !"difFeEgG".contains(letter) { flags.subtract(.signs) }
    self.flags = flags
    conversion = Self.conversions[letter] ?? .decimal
    suffix = Literal(parser.literal())
    guard parser.isAtEnd else {
      throw parser.error("only one conversion is allowed, and a percent sign is written %%")
    }
  }

  /// What each letter asks for.
  fileprivate static let conversions: [Character: Conversion] = [
    "d": .decimal, "i": .decimal, "u": .decimal,
    "x": .hexadecimal(isUppercase: false), "X": .hexadecimal(isUppercase: true), "o": .octal,
    "f": .fixed, "F": .fixed,
    "e": .exponent(isUppercase: false), "E": .exponent(isUppercase: true),
    "g": .general(isUppercase: false), "G": .general(isUppercase: true),
  ]
}

private struct PrintfParser {
  private let characters: [Character]
  private var position = 0

  init(_ text: String) {
    characters = Array(text)
  }

  var isAtEnd: Bool { position == characters.count }

  private var next: Character? { isAtEnd ? nil : characters[position] }

  mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  /// Reads up to the percent sign of a conversion; `%%` stands for a percent sign.
  mutating func literal() -> String {
    var literal = ""
    while let character = next {
      if character == "%" {
        guard position + 1 < characters.count, characters[position + 1] == "%" else { break }
        position += 1
      }
      literal.append(character)
      position += 1
    }
    return literal
  }

  mutating func flags() -> PrintfFormat.Flags {
    let meanings: [Character: PrintfFormat.Flags] = [
      "-": .leftAligned, "+": .plus, " ": .space, "#": .alternate, "0": .zero, "'": .grouped,
    ]
    var flags: PrintfFormat.Flags = []
    position += 1
    while let flag = next.flatMap({ meanings[$0] }) {
      flags.insert(flag)
      position += 1
    }
    return flags
  }

  /// Reads a width or a precision, if one is written.
  mutating func count(of name: String) throws(MalformedFormat) -> Int? {
    var count: Int?
    while let character = next, character.isASCII, let digit = character.wholeNumberValue {
      let enlarged = (count ?? 0) * 10 + digit
      guard enlarged <= NumberLimits.writtenDigits else {
        throw error("the \(name) is more than \(NumberLimits.writtenDigits)")
      }
      count = enlarged
      position += 1
    }
    return count
  }

  /// Skips `hh h l ll q L z t j`: a number is as wide as its value.
  mutating func skipLengthModifiers() {
    guard let modifier = next, "hlqLztj".contains(modifier) else { return }
    position += 1
    if "hl".contains(modifier) { _ = skip(modifier) }
  }

  mutating func conversion() throws(MalformedFormat) -> Character {
    guard let letter = next else { throw error("the format ends within a conversion") }
    guard PrintfFormat.conversions[letter] != nil else {
      throw error("“\(letter)” is not a conversion of a number; d i u x X o f F e E g G are")
    }
    position += 1
    return letter
  }

  func error(_ reason: String) -> MalformedFormat {
    MalformedFormat(position: position + 1, reason: reason)
  }
}
