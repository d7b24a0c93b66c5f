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

  /// Appends the root element's start, its title and its style.
  func writePictureHead(to svg: inout UTF8Buffer) {
    let animation = sequence.animation
    let cells = max(Self.cells(animation.source), Self.cells(animation.target)) + 2
    let width = Int(Double(cells * Self.fontSize) * Self.cell) + Self.fontSize
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
    svg.append(decimal: width)
    svg.append(" 72\" width=\"")
    svg.append(decimal: width)
    svg.append("\" height=\"72\" role=\"img\">\n<title>")
    svg.appendXML(animation.target)
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

  /// Appends one frame's text, with when it is seen; nothing where it equals the one before.
  func writePictureText(_ index: Int, to svg: inout UTF8Buffer) {
    guard index == 0 || isNew(index) else { return }
    let end = (sequence.count ?? 1) - 1
    var next = index + 1
    while next <= end, !isNew(next) { next += 1 }
    svg.append("<text x=\"24\" y=\"52\">")
    svg.appendXMLText { sequence.writeText(ofFrame: index, to: &$0) }
    svg.append("<set attributeName=\"visibility\" to=\"visible\" begin=\"")
    // What is shown before the delay is over is the first text too.
    svg.append(shortest: index == 0 ? 0 : sequence.time(of: index))
    if next > end {
      svg.append("s\" fill=\"freeze\"/></text>\n")
    } else {
      svg.append("s\" end=\"")
      svg.append(shortest: sequence.time(of: next))
      svg.append("s\"/></text>\n")
    }
  }

  private func isNew(_ index: Int) -> Bool {
    var shown = UTF8Buffer()
    var before = UTF8Buffer()
    sequence.writeText(ofFrame: index, to: &shown)
    sequence.writeText(ofFrame: index - 1, to: &before)
    return shown.bytes() != before.bytes()
  }

  /// How many digits wide a text is, about.
  private static func cells(_ text: String) -> Int {
    text.reduce(0) { $0 + (($1.unicodeScalars.first?.value ?? 0) >= 0x1100 ? 2 : 1) }
  }
}
