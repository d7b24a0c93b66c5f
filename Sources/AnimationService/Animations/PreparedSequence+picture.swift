import TextAnimation
import TextBytes
import WireFormat

/// The sequence as a moving picture: an SVG that plays by itself wherever an image may stand.
///
/// Each text that differs from the one before is an element of its own, made visible for its time by SMIL; scripts and
/// style sheets of a page cannot reach into an image. The last text stays. Who prefers reduced motion sees only that.
extension PreparedSequence {
  private static let fontSize = 48
  /// The advance of a digit in the fonts named, as a share of the font size; wide characters take two.
  private static let cell = 0.62

  /// Appends the picture but for its end, from a position on, until there are `size` bytes.
  ///
  /// Where the first `elapsed` seconds are over, it begins with the text that is shown then.
  func writePicture(
    _ timing: TimingTable?, from position: inout CuePosition, to svg: inout UTF8Buffer, until size: Int,
    since elapsed: Double = 0
  ) {
    if position.isStart { writePictureHead(to: &svg) }
    forEachCue(timing, from: &position) { cue, text in
      if let end = cue.end, end <= elapsed { return svg.count < size }
      svg.append("<text x=\"24\" y=\"52\">")
      svg.appendXMLText { $0.append(contentsOf: text) }
      svg.append("<set attributeName=\"visibility\" to=\"visible\" begin=\"")
      svg.append(shortest: max(cue.start - elapsed, 0))
      if let end = cue.end {
        svg.append("s\" end=\"")
        svg.append(shortest: end - elapsed)
        svg.append("s\"/></text>\n")
      } else {
        svg.append("s\" fill=\"freeze\"/></text>\n")
      }
      return svg.count < size
    }
  }

  /// Appends the root element's start, its title and its style.
  private func writePictureHead(to svg: inout UTF8Buffer) {
    let texts = sequence.animation.shownTexts
    let cells = texts.reduce(0) { max($0, Self.cells($1)) } + 2
    let width = Int(Double(cells * Self.fontSize) * Self.cell) + Self.fontSize
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
    svg.append(decimal: width)
    svg.append(" 72\" width=\"")
    svg.append(decimal: width)
    svg.append("\" height=\"72\" role=\"img\">\n<title>")
    svg.appendXML(texts.last ?? "")
    svg.append("</title>\n")
    svg.append(
      """
      <style>
      text { font: 600 48px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1a1a18;
        white-space: pre; visibility: hidden }
      @media (prefers-color-scheme: dark) { text { fill: #f2f1ec } }
      @media (prefers-reduced-motion: reduce) {
        text { display: none } text:last-of-type { display: inline; visibility: visible !important } }
      </style>

      """)
  }

  /// How many digits wide a text is, about.
  private static func cells(_ text: String) -> Int {
    text.reduce(0) { $0 + (($1.unicodeScalars.first?.value ?? 0) >= 0x1100 ? 2 : 1) }
  }
}
