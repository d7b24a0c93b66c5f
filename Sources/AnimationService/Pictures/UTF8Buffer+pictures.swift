import TextAnimation
import TextBytes

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

  /// Appends the name of a picture, which begins with a letter.
  mutating func append(name: UInt64) {
    append("k")
    append(contentsOf: String(name, radix: 36))
  }

  /// Appends a color without its opacity.
  mutating func append(_ color: ScreenColor) {
    append("#")
    for channel in [color.red, color.green, color.blue] {
      for digit in [channel >> 4, channel & 15] { append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
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
