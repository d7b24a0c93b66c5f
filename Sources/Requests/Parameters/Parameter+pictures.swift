import TextBytes
import Documents
package import TextAnimation

extension Parameter {
  fileprivate static let color = ParameterKey("color", .color())
  fileprivate static let background = ParameterKey("background", .color())
  fileprivate static let size = ParameterKey("size", .number(8...400))
  fileprivate static let font = ParameterKey("font", .font())
  fileprivate static let theme = ParameterKey("theme", .choice(of: PictureStyle.Theme.self))
  fileprivate static let pictureAlignment = ParameterKey("align", .alignment())

  package static let seconds = ParameterKey("seconds", .seconds(0...600))

  /// How pictures look.
  static let pictures: [Parameter] = [
    colored(
      color, "The color of a picture's texts; without it dark or light, whichever `theme` says.",
      shown: .picture("color=c23616")),
    colored(
      background, "The color behind a picture's texts; without it nothing is, and white in a GIF.",
      shown: .picture("background=rebeccapurple")),
    Parameter(
      size, default: "48", "Pixels of the font size of a picture.", examples: ["24"], shown: .picture("size=24"),
      in: .pictures),
    Parameter(
      font,
      "The fonts of a picture, the best first: \(PictureFont.rule). Without it those with characters of one width.",
      examples: ["system-ui", "Inter, sans-serif"], shown: .picture("font=Georgia,+serif"), in: .pictures),
    Parameter(
      theme,
      """
      Whether the texts of a picture are dark (`light`) or light (`dark`), where `color` does not say. Without it they are \
      as its `background` needs them, and dark where it has none; `auto` asks the viewer's system, which knows nothing of \
      the page around the picture.
      """, shown: .picture("background=808080&theme=dark"), in: .pictures),
    Parameter(
      pictureAlignment, default: "left",
      "Where narrower texts of a picture stand. `start` is `left` and `end` is `right`.",
      shown: .picture(query: "from=Good+evening&to=Hi&interpolation=morph&align=right", text: "Hi"),
      in: [.labelReading, .labelFrames]),
    Parameter(
      seconds,
      """
      How many seconds a picture of a label shows, from now on; 0 is one that stands. Without it 60 of a label that runs, \
      and of others until it rests.
      """, examples: ["60"], shown: .command("\(ShownRequest.label)?as=svg&seconds=10"), in: .labelReading),
  ]

  private static func colored(_ color: ParameterKey<ScreenColor>, _ summary: String, shown: ShownRequest) -> Parameter {
    Parameter(
      color, "\(summary) As in CSS: `#c00` (also without the `#`), a name, `rgb()` or `oklch()`.",
      examples: ["c00", "rebeccapurple", "oklch(0.6 0.2 250)"], shown: shown, in: .pictures)
  }
}

extension PictureStyle {
  /// Takes what is asked for.
  package init(_ parameters: RequestParameters) {
    self.init()
    color = parameters[Parameter.color]
    background = parameters[Parameter.background]
    size = parameters[Parameter.size] ?? size
    font = parameters[Parameter.font] ?? font
    theme = parameters[Parameter.theme]
    alignment = parameters[Parameter.pictureAlignment]
  }

  /// Repeats by itself what is to be repeated, so that only the frames of once are made.
  package mutating func takeRepetition(of playback: inout Playback) {
    (repeatCount, repeatDelay) = (playback.repeatCount, playback.repeatDelay)
    playback.repeatCount = .times(1)
  }
}

extension RequestParameters {
  /// Says which parameters need a picture, and has a picture repeat what it shows by itself: it has the frames of once.
  mutating func takePicture(_ form: SequenceRepresentation) -> PictureStyle {
    guard form.isPicture else {
      guard choseAny(Self.ofPictures) else { return PictureStyle() }
      for name in Self.namesOfPictures where choseAny(ParameterSet(named: [name])) {
        warn(name, "has no effect without a picture, such as `as=svg`")
      }
      return PictureStyle()
    }
    var style = PictureStyle(self)
    style.takeRepetition(of: &playback)
    return style
  }

  private static let namesOfPictures = ["color", "background", "size", "font", "theme"]
  private static let ofPictures = ParameterSet(named: namesOfPictures)
}

extension Parameter.Places {
  /// Wherever the answer may be a picture.
  public static let pictures: Parameter.Places = [.frames, .labelReading, .labelFrames]
}

extension ValueType {
  fileprivate static func color() -> Self where Value == ScreenColor {
    written { (text) throws(ParameterRefusal) in
      if let color = ScreenColor(css: text) { return color }
      let examples = "`#c00`, `rebeccapurple`, `rgb(204 0 0)` or `oklch(0.6 0.2 250)`"
      throw ParameterRefusal("must be a color such as \(examples), not `\(text.excerpt)`")
    }
  }

  fileprivate static func font() -> Self where Value == PictureFont {
    written { (text) throws(ParameterRefusal) in
      if let font = PictureFont(text.elements(separatedBy: ",")) { return font }
      throw ParameterRefusal("must be \(PictureFont.rule), not `\(text.excerpt)`")
    }
  }
}
