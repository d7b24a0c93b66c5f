package import TextAnimation

/// How a picture looks and plays, whatever it shows: what SVG and other pictures share.
package struct PictureStyle: Sendable {
  /// The color of its texts, where it was asked for.
  package var color: ScreenColor?
  /// What lies behind the texts; nothing where it was not asked for.
  package var background: ScreenColor?
  /// Pixels of the font size, by which all lengths of a ``PictureFrame`` are multiplied.
  package var size = 48.0
  /// What the texts are written in.
  package var font = PictureFont.standard
  /// Where narrower texts stand; `nil` for the alignment of the animation.
  package var alignment: TextAlignment?
  /// What decides about colors that were not asked for; without it the background, and else a page's white.
  package var theme: Theme?
  /// How often all frames are shown; the sequence has those of once.
  package var repeatCount = Playback.RepeatCount.times(1)
  /// Seconds between two times.
  package var repeatDelay = 0.0
  /// Seconds of the sequence that are over when it begins.
  package var elapsed = 0.0
  /// Whether readers who ask for less motion see it move all the same, as a clock whose last text lies ahead; programs that
  /// show no motion then show its first text.
  package var keepsMotion = false

  package init() {}

  /// What decides about colors that were not asked for.
  package enum Theme: String, CaseIterable, Sendable {
    /// What the viewer prefers; a form that cannot ask is light.
    case auto
    /// Dark texts.
    case light
    /// Light texts.
    case dark
  }
}

extension PictureStyle {
  /// The color that was asked for, or one that can be read; `prefersDark` counts where nothing else decides.
  func ink(prefersDark: Bool = false) -> ScreenColor {
    if let color { return color }
    let isDark =
      switch theme {
      case .light: false
      case .dark: true
      case .auto, nil: background.map { !$0.isLight } ?? (theme == .auto && prefersDark)
      }
    return ScreenColor(isDark ? 0xF2F1EC : 0x1A1A18)
  }

  /// Whether its colors depend on what the viewer prefers.
  var asksViewer: Bool { color == nil && background == nil && theme == .auto }
}

/// The fonts that a picture asks for, and how wide their characters are, about.
///
/// Nobody knows which font a viewer has. So pictures place texts by what fonts have in common, and have viewers that can
/// do so fit each text to its place.
package struct PictureFont: Sendable {
  /// As in CSS, without anything that would have to be escaped.
  let families: String
  /// Whether all characters are one cell or two wide.
  let isMonospaced: Bool
  /// Measures a text in font sizes, where the fonts are at hand.
  var measure: (@Sendable (String) -> Double)?

  /// What a picture has that asks for none.
  static let standard = PictureFont(
    families: "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace", isMonospaced: true)

  /// What parameters say is possible.
  package static let rule = "up to 8 names of letters, digits, blanks and hyphens, with commas between them"

  private init(families: String, isMonospaced: Bool) {
    self.families = families
    self.isMonospaced = isMonospaced
  }

  /// `nil` where there are more names, or others, than the ``rule`` says.
  package init?(_ names: [Substring]) {
    guard names.count <= 8, names.allSatisfy(Self.isName) else { return nil }
    isMonospaced = names.contains { Self.fixedMarks.contains(where: $0.lowercased().contains) }
    let families = names.map { Self.generic.contains($0.lowercased()) ? $0.lowercased() : "'\($0)'" }
    self.families = (families + [isMonospaced ? "monospace" : "sans-serif"]).joined(separator: ", ")
  }

  /// Such a name can end neither an attribute nor the quotation marks around it.
  private static func isName(_ name: Substring) -> Bool {
    1...64 ~= name.utf8.count && name.first?.isLetter == true
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x2D: true
        default: false
        }
      }
  }

  private static let generic: Set<String> = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
    "ui-monospace", "ui-rounded", "math",
  ]
  private static let fixedMarks = ["mono", "courier", "consolas", "menlo", "code", "terminal", "typewriter"]
}

extension PictureFont {
  /// The width of a text in font sizes.
  func width(of text: some StringProtocol) -> Double {
    if let measure { return measure(String(text)) }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// The width of a character in font sizes.
  func width(of character: Character) -> Double {
    if let measure { return measure(String(character)) }
    guard let scalar = character.unicodeScalars.first else { return 0 }
    // Such characters are mostly those of East Asia, and emoji.
    if scalar.value >= 0x1100 { return isMonospaced ? 2 * Self.cell : 1 }
    if isMonospaced { return Self.cell }
    guard scalar.isASCII, 0x20...0x7E ~= scalar.value else { return 0.6 }
    return Double(Self.widths[Int(scalar.value) - 0x20]) / 100
  }

  /// The width of most characters in font sizes.
  var cell: Double { Self.cell }
  private static let cell = 0.62

  /// The widths of ASCII's characters in bold fonts without serifs, in hundredths; figures are tabular.
  private static let widths: [UInt8] = [
    28, 33, 47, 60, 60, 89, 72, 24, 33, 33, 39, 60, 28, 33, 28, 28,
    62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 33, 33, 60, 60, 60, 61,
    98, 72, 72, 72, 72, 67, 61, 78, 72, 28, 56, 72, 61, 83, 72, 78,
    67, 78, 72, 67, 61, 72, 67, 94, 67, 67, 61, 33, 28, 33, 60, 56,
    33, 56, 61, 56, 61, 56, 33, 61, 61, 28, 28, 56, 28, 89, 61, 61,
    61, 61, 39, 56, 33, 61, 56, 78, 56, 56, 50, 39, 28, 39, 60,
  ]
}
