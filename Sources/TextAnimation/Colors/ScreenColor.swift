internal import RealModule

/// One color of a screen, read as CSS writes colors.
public struct ScreenColor: Equatable, Sendable {
  /// Red, 0…255.
  public let red: UInt8
  /// Green, 0…255.
  public let green: UInt8
  /// Blue, 0…255.
  public let blue: UInt8
  /// From 0, invisible, to 1.
  public let opacity: Double

  /// Creates an opaque color from its code, such as 0x1A1A18.
  public init(_ code: UInt32) {
    red = UInt8(truncatingIfNeeded: code >> 16)
    green = UInt8(truncatingIfNeeded: code >> 8)
    blue = UInt8(truncatingIfNeeded: code)
    opacity = 1
  }

  /// Reads `#rgb` and its longer forms, also without the `#`, a name, `rgb()` or `oklch()`; `nil` for anything else.
  public init?(css text: String) {
    guard text.utf8.count <= 64, let color = Self.read(text) ?? Self.read("#" + text) else { return nil }
    let channels = color.channels
    (red, green, blue) = (channels[0], channels[1], channels[2])
    opacity = (min(max(color.opacity, 0), 1) * 1000).rounded() / 1000
  }

  /// Whether dark texts are read better on it than light ones.
  public var isLight: Bool {
    // Relative luminance of CSS (WCAG 2) with a gamma of 2; at 0.18 black and white have the same contrast.
    func linear(_ channel: UInt8) -> Double { Double(channel) * Double(channel) / 65_025 }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.18
  }

  private static func read(_ text: String) -> Color? {
    let bytes = Array(text.utf8)
    if let color = oklch(text) { return color }
    guard let written = WrittenColor.all(in: bytes).first, written.range == bytes.indices else { return nil }
    return written.color
  }

  /// `oklch(0.7 0.15 250 / 0.5)` (CSS Color 4, section 9.4): a percentage of the chroma is one of 0.4.
  private static func oklch(_ text: String) -> Color? {
    let text = text.lowercased()
    guard text.hasPrefix("oklch("), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst(6).dropLast().split { $0 == " " || $0 == "/" }
    guard 3...4 ~= parts.count, let lightness = share(parts[0], of: 1), let chroma = share(parts[1], of: 0.4),
      let hue = Double(parts[2].hasSuffix("deg") ? parts[2].dropLast(3) : parts[2]), hue.isFinite,
      let opacity = parts.count > 3 ? share(parts[3], of: 1) : 1
    else { return nil }
    let angle = hue.truncatingRemainder(dividingBy: 360) * .pi / 180
    return Color(
      lightness: min(max(lightness, 0), 1), chroma: min(max(chroma, 0), 0.5), angle: angle,
      opacity: min(max(opacity, 0), 1))
  }

  private static func share(_ text: Substring, of whole: Double) -> Double? {
    let isPercentage = text.hasSuffix("%")
    guard let value = Double(isPercentage ? text.dropLast() : text), value.isFinite else { return nil }
    return isPercentage ? value / 100 * whole : value
  }
}

extension Color {
  /// Takes the polar coordinates of OKLab, the angle in radians.
  fileprivate init(lightness: Double, chroma: Double, angle: Double, opacity: Double) {
    self.init(
      lightness: opacity * lightness, a: opacity * chroma * .cos(angle), b: opacity * chroma * .sin(angle),
      opacity: opacity)
  }
}
