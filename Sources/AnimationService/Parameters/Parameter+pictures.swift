import TextAnimation

extension Parameter {
  /// How pictures look.
  static let pictures: [Parameter] = [
    color("color", "The color of a picture's texts; without it dark or light, whichever `theme` says.") {
      $0.picture.color = $1
    },
    color("background", "The color behind a picture's texts; without it nothing is, and white in a GIF.") {
      $0.picture.background = $1
    },
    number(
      "size", in: 8...400, default: "48", "Pixels of the font size of a picture.", examples: ["24"],
      places: .pictures
    ) { $0.picture.size = $1 },
    Parameter(
      "font", .text,
      "The fonts of a picture, the best first: \(PictureFont.rule). Without it those with characters of one width.",
      examples: ["system-ui", "Inter, sans-serif"], in: .pictures
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.picture.font = try PictureFont(value.text())
    },
    choice(
      "theme", of: PictureStyle.Theme.self, default: "auto",
      """
      Whether the texts of a picture are dark (`light`) or light (`dark`), where `color` does not say; `auto` is as its \
      `background` or its viewer needs it.
      """, places: .pictures
    ) { $0.picture.theme = $1 },
    alignment("Where narrower texts of a picture stand.", in: [.labelReading, .labelFrames]) {
      $0.picture.alignment = $1
    },
  ]

  static func alignment(
    _ summary: String, in places: Places, _ set: @escaping @Sendable (inout RequestParameters, TextAlignment) -> Void
  ) -> Parameter {
    let names = TextAlignment.allCases.map(\.rawValue) + TextAlignment.aliases.map(\.key)
    return Parameter(
      "align", .choice(names), default: "left", "\(summary) `start` is `left` and `end` is `right`.", in: places
    ) { value, parameters, _ throws(ParameterRefusal) in
      let name = try value.text()
      guard let alignment = TextAlignment(named: name) else { throw .noChoice(name, among: names) }
      set(&parameters, alignment)
    }
  }

  private static func color(
    _ name: String, _ summary: String, _ set: @escaping @Sendable (inout RequestParameters, ScreenColor) -> Void
  ) -> Parameter {
    Parameter(
      name, .text,
      "\(summary) As in CSS: `#c00` (also without the `#`), a name, `rgb()` or `oklch()`.",
      examples: ["c00", "rebeccapurple", "oklch(0.6 0.2 250)"], in: .pictures
    ) { value, parameters, _ throws(ParameterRefusal) in
      let text = try value.text()
      guard let color = ScreenColor(css: text) else {
        throw ParameterRefusal(
          "must be a color such as `#c00`, `rebeccapurple`, `rgb(204 0 0)` or `oklch(0.6 0.2 250)`, not `\(text.excerpt)`"
        )
      }
      set(&parameters, color)
    }
  }
}

extension Parameter.Places {
  /// Wherever the answer may be a picture.
  public static let pictures: Parameter.Places = [.frames, .labelReading, .labelFrames]
}
