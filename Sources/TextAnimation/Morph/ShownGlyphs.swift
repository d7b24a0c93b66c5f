import Interpolation

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
