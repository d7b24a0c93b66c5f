import TextAnimation
import TextBytes

extension PreparedLabel {
  /// The text that is shown at a time, byte for byte, and a line break.
  func text(at time: Int64) -> [UInt8] {
    var text = UTF8Buffer()
    state.writeText(at: time, to: &text)
    text.append("\n")
    return text.bytes()
  }

  /// A picture that shows what is shown at a time, and goes on to the target.
  func picture(at time: Int64, _ style: PictureStyle, spending meter: inout Meter) -> [UInt8] {
    var svg = UTF8Buffer(capacity: 4_096)
    var position = PicturePosition()
    SVGPicture(prepared, style, since: start.seconds(to: time)).write(
      nil, from: &position, to: &svg, until: .max, spending: &meter)
    svg.append("</svg>\n")
    return svg.bytes()
  }
}
