extension Character {
  /// The cells of a terminal that the character takes: 2 for emoji and for what East Asian fonts write as wide as it is
  /// high, 0 for what has no width of its own, else 1.
  public var cells: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    if first.properties.isEmojiPresentation || first.isWide { return 2 }
    // U+FE0F asks for the emoji.
    if first.properties.isEmoji, unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return first == "\u{AD}" ? 1 : 0
    default: return 1
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is wide or full width by Unicode's `EastAsianWidth.txt`.
  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return Self.wide.contains { $0 ~= value }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DF2,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}

extension StringProtocol {
  /// The cells of a terminal that the text takes in one line.
  public var cells: Int { reduce(0) { $0 + $1.cells } }

  /// As much of the text as so many cells hold; where that is not all, it ends with an ellipsis.
  public func cropped(toCells width: Int) -> String {
    guard cells > width else { return String(self) }
    var (cropped, room) = ("", width - 1)
    for character in self {
      room -= character.cells
      guard room >= 0 else { break }
      cropped.append(character)
    }
    return width > 0 ? cropped + "…" : ""
  }
}
