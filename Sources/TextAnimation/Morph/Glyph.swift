public import Interpolation

/// One character of a frame with its position and its appearance.
///
/// Places are counted in character cells: `x` to the right from where the lines are aligned (their left ends, middles or
/// right ends), `y` from the first line in label heights downward (a line is one label high, as high as its font size). Scale and rotation happen about the
/// middle of the cell's lower edge, so that one `transform-origin: 50% 100%` draws every effect.
public struct Glyph: Equatable, Sendable {
  /// One grapheme cluster.
  public var text: String
  /// Cells from where the line is aligned to the left edge of the glyph's cell.
  public var x: Double
  /// Label heights from the first line down to the glyph's line, plus what the effect adds.
  public var y: Double
  /// The size as a fraction of the font size: 1 at rest, never below 0.
  public var scale: Double
  /// Degrees clockwise.
  public var rotation: Double
  /// From 0, invisible, to 1.
  public var opacity: Double
  /// Where one that stays comes from and goes to, in cells as `x`: who draws in a font with letters of many widths takes
  /// the places of these in both texts, and goes from one to the other by ``glide(at:)``.
  public var from, to: Double?

  /// Creates a glyph, at rest where nothing else is said.
  ///
  /// - Parameters:
  ///   - text: One grapheme cluster.
  ///   - x: Cells to the right.
  ///   - y: Label heights downward.
  ///   - scale: A fraction of the font size.
  ///   - rotation: Degrees clockwise.
  ///   - opacity: 0…1.
  public init(
    _ text: String, x: Double, y: Double = 0, scale: Double = 1, rotation: Double = 0, opacity: Double = 1
  ) {
    self.text = text
    self.x = x
    self.y = y
    self.scale = scale
    self.rotation = rotation
    self.opacity = opacity
  }
}

extension Glyph {
  /// A glyph at rest for each character of a text, one cell each; `nil` for a newline, which starts a line.
  static func resting(in text: String, _ alignment: TextAlignment) -> [Glyph?] {
    var starts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { alignment.start(ofLine: $0.count) }[...]
    var (column, line) = (starts.removeFirst(), 0.0)
    return text.map { character in
      guard !character.isNewline else {
        (column, line) = (starts.removeFirst(), line + 1)
        return nil
      }
      defer { column += 1 }
      return Glyph(String(character), x: column, y: line)
    }
  }
}

/// An interpolation that also knows where each character stands and how it looks.
public protocol GlyphInterpolation: TextInterpolation {
  /// Every visible character at `progress`, any finite number: the source's own at 0 and the target's at 1, at rest.
  func glyphs(at progress: Double) -> [Glyph]

  /// The same way to the target from another text, which glyphs show that are not at rest; by default as it is.
  ///
  /// - Parameters:
  ///   - source: What is shown as plain text.
  ///   - glyphs: Its characters, and others that are on their way out.
  /// - Returns: An interpolation whose glyphs at 0 are those given.
  func settingOut(from source: String, _ glyphs: [Glyph]) -> any GlyphInterpolation
}

extension GlyphInterpolation {
  /// The interpolation as it is.
  public func settingOut(from source: String, _ glyphs: [Glyph]) -> any GlyphInterpolation { self }
}

/// The characters of a text as they look amid a change, from where the next one sets out.
struct ShownGlyphs: Sendable {
  /// One for each character of the text; `nil` for a newline.
  let glyphs: [Glyph?]
  /// Those that are no character of the text, on their way out.
  let others: [Glyph]

  /// The characters of a text at rest.
  init(resting text: String, _ alignment: TextAlignment) {
    glyphs = Glyph.resting(in: text, alignment)
    others = []
  }

  /// Finds for each character of a text the nearest of those glyphs that show it.
  ///
  /// A character without one is invisible where it would rest.
  init(of text: String, _ shown: [Glyph], _ alignment: TextAlignment) {
    var others = shown
    glyphs = Glyph.resting(in: text, alignment).map { resting -> Glyph? in
      guard var resting else { return nil }
      let alike = others.indices.filter { others[$0].text == resting.text }
      if let nearest = alike.min(by: { others[$0].distance(to: resting) < others[$1].distance(to: resting) }) {
        return others.remove(at: nearest)
      }
      resting.opacity = 0
      return resting
    }
    self.others = others
  }
}

extension Glyph {
  fileprivate func distance(to other: Glyph) -> Double { abs(x - other.x) + abs(y - other.y) }

  var isVisible: Bool { opacity > 0 && scale > 0 }

  /// Whether so much of it shows that somebody may see it.
  func isVisible(from share: Double) -> Bool { opacity >= share && scale >= share }

  /// The glyph less a share of its opacity.
  func faded(by share: Double) -> Glyph {
    var glyph = self
    glyph.opacity *= 1 - share
    return glyph
  }

  /// The glyph a share of the way to where another stands, and to its looks.
  func moved(toward other: Glyph, by share: Double) -> Glyph {
    var glyph = self
    glyph.x += (other.x - x) * share
    glyph.y += (other.y - y) * share
    glyph.scale += (other.scale - scale) * share
    glyph.rotation += (other.rotation - rotation) * share
    glyph.opacity += (other.opacity - opacity) * share
    return glyph
  }
}
