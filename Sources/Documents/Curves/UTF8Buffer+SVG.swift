import TextAnimation
import TextBytes

extension UTF8Buffer {
  /// Appends a coordinate and a space, to a hundredth of a unit.
  mutating func appendCoordinate(_ value: Double) {
    append(shortest: (value * 100).rounded() / 100)
    append(" ")
  }

  /// Appends both coordinates of a point.
  package mutating func appendPoint(_ point: (x: Double, y: Double)) {
    appendCoordinate(point.x)
    appendCoordinate(point.y)
  }

  /// Appends what stands before `=`, and the value.
  mutating func appendAttribute(_ name: StaticString, _ value: Double) {
    append(name)
    append("=\"")
    append(shortest: (value * 100).rounded() / 100)
    append("\"")
  }

  /// Appends a straight line of one class.
  mutating func appendLine(from start: (x: Double, y: Double), to end: (x: Double, y: Double), kind: StaticString) {
    append("<path class=\"")
    append(kind)
    append("\" d=\"M")
    appendPoint(start)
    append("L")
    appendPoint(end)
    append("\"/>\n")
  }

  /// Appends a number to a thousandth as a text of one class.
  mutating func appendLabel(
    _ value: Double, at point: (x: Double, y: Double), kind: StaticString, unit: StaticString = ""
  ) {
    append("<text class=\"")
    append(kind)
    append("\"")
    appendAttribute(" x", point.x)
    appendAttribute(" y", point.y)
    append(">")
    append(shortest: (value * 1000).rounded() / 1000)
    append(unit)
    append("</text>\n")
  }
}

extension UTF8Buffer {
  /// Appends what stands before a number, and the number to a hundredth.
  mutating func append(_ start: StaticString, _ value: Double) {
    append(start)
    append(rounded: value, to: 100)
  }

  /// Appends a number to the nearest part of so many in 1.
  mutating func append(rounded value: Double, to parts: Double) {
    let value = (value * parts).rounded() / parts
    // There is no negative zero in a picture.
    append(shortest: value == 0 ? 0 : value)
  }

  /// Appends a color without its opacity.
  mutating func append(_ color: ScreenColor) {
    append("#")
    for channel in [color.red, color.green, color.blue] { append(hexadecimal: channel) }
  }

  /// Appends the attribute of a color, and one with its opacity where it is not opaque.
  mutating func append(_ color: ScreenColor, as attribute: StaticString) {
    append(" ")
    append(attribute)
    append("=\"")
    append(color)
    append("\"")
    guard color.opacity < 1 else { return }
    append(" ")
    append(attribute)
    append("-opacity=\"")
    append(shortest: color.opacity)
    append("\"")
  }
}
