internal import RealModule
internal import Timing

/// A color in OKLab with its opacity (CSS Color 4, sections 9.3 and 12.3).
///
/// The three numbers are multiplied by the opacity, so that a color that fades in does not pass through the black of
/// `transparent`.
struct Color: Equatable {
  private let lightness: Double
  private let a: Double
  private let b: Double
  /// From 0, invisible, to 1.
  let opacity: Double
}

extension Color {
  /// Takes the eight bits of each channel of sRGB.
  init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    let (r, g, b) = (Self.linear(red / 255), Self.linear(green / 255), Self.linear(blue / 255))
    let l = Double.root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 3)
    let m = Double.root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 3)
    let s = Double.root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b, 3)
    self.init(
      lightness: opacity * (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s),
      a: opacity * (1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s),
      b: opacity * (0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s), opacity: opacity)
  }

  /// The color on the straight way to another; beyond 0…1 the way goes on, far beyond all colors of a screen.
  func mixed(with other: Color, at progress: Double) -> Color {
    let progress = min(max(progress, -100), 100)
    func mix(_ value: KeyPath<Color, Double>) -> Double {
      self[keyPath: value] * (1 - progress) + other[keyPath: value] * progress
    }
    return Color(
      lightness: mix(\.lightness), a: mix(\.a), b: mix(\.b), opacity: min(max(mix(\.opacity), 0), 1))
  }

  /// Red, green and blue of sRGB in 0…255, each brought into the range where the screen has no such color.
  var channels: [UInt8] {
    guard opacity > 0 else { return [0, 0, 0] }
    let (lightness, a, b) = (lightness / opacity, a / opacity, b / opacity)
    func cube(_ root: Double) -> Double { root * root * root }
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    let red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
    let green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
    let blue = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
    return [red, green, blue].map { UInt8((255 * Self.encoded($0.clampedToUnit)).rounded()) }
  }

  /// From sRGB's value, 0…1, to one in proportion to light.
  private static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : Double.pow((value + 0.055) / 1.055, 2.4)
  }

  /// From a value in proportion to light, 0…1, to sRGB's.
  private static func encoded(_ value: Double) -> Double {
    value <= 0.0031308 ? value * 12.92 : 1.055 * Double.pow(value, 1 / 2.4) - 0.055
  }
}

extension Color {
  /// The named colors of CSS (Color 4, section 6.1), as red, green and blue in one number.
  static let named: [String: UInt32] = [
    "aliceblue": 0xF0F8FF, "antiquewhite": 0xFAEBD7, "aqua": 0x00FFFF, "aquamarine": 0x7FFFD4, "azure": 0xF0FFFF,
    "beige": 0xF5F5DC, "bisque": 0xFFE4C4, "black": 0x000000, "blanchedalmond": 0xFFEBCD, "blue": 0x0000FF,
    "blueviolet": 0x8A2BE2, "brown": 0xA52A2A, "burlywood": 0xDEB887, "cadetblue": 0x5F9EA0, "chartreuse": 0x7FFF00,
    "chocolate": 0xD2691E, "coral": 0xFF7F50, "cornflowerblue": 0x6495ED, "cornsilk": 0xFFF8DC, "crimson": 0xDC143C,
    "cyan": 0x00FFFF, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgoldenrod": 0xB8860B, "darkgray": 0xA9A9A9,
    "darkgreen": 0x006400, "darkgrey": 0xA9A9A9, "darkkhaki": 0xBDB76B, "darkmagenta": 0x8B008B,
    "darkolivegreen": 0x556B2F, "darkorange": 0xFF8C00, "darkorchid": 0x9932CC, "darkred": 0x8B0000,
    "darksalmon": 0xE9967A, "darkseagreen": 0x8FBC8F, "darkslateblue": 0x483D8B, "darkslategray": 0x2F4F4F,
    "darkslategrey": 0x2F4F4F, "darkturquoise": 0x00CED1, "darkviolet": 0x9400D3, "deeppink": 0xFF1493,
    "deepskyblue": 0x00BFFF, "dimgray": 0x696969, "dimgrey": 0x696969, "dodgerblue": 0x1E90FF, "firebrick": 0xB22222,
    "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22, "fuchsia": 0xFF00FF, "gainsboro": 0xDCDCDC,
    "ghostwhite": 0xF8F8FF, "gold": 0xFFD700, "goldenrod": 0xDAA520, "gray": 0x808080, "green": 0x008000,
    "greenyellow": 0xADFF2F, "grey": 0x808080, "honeydew": 0xF0FFF0, "hotpink": 0xFF69B4, "indianred": 0xCD5C5C,
    "indigo": 0x4B0082, "ivory": 0xFFFFF0, "khaki": 0xF0E68C, "lavender": 0xE6E6FA, "lavenderblush": 0xFFF0F5,
    "lawngreen": 0x7CFC00, "lemonchiffon": 0xFFFACD, "lightblue": 0xADD8E6, "lightcoral": 0xF08080,
    "lightcyan": 0xE0FFFF, "lightgoldenrodyellow": 0xFAFAD2, "lightgray": 0xD3D3D3, "lightgreen": 0x90EE90,
    "lightgrey": 0xD3D3D3, "lightpink": 0xFFB6C1, "lightsalmon": 0xFFA07A, "lightseagreen": 0x20B2AA,
    "lightskyblue": 0x87CEFA, "lightslategray": 0x778899, "lightslategrey": 0x778899, "lightsteelblue": 0xB0C4DE,
    "lightyellow": 0xFFFFE0, "lime": 0x00FF00, "limegreen": 0x32CD32, "linen": 0xFAF0E6, "magenta": 0xFF00FF,
    "maroon": 0x800000, "mediumaquamarine": 0x66CDAA, "mediumblue": 0x0000CD, "mediumorchid": 0xBA55D3,
    "mediumpurple": 0x9370DB, "mediumseagreen": 0x3CB371, "mediumslateblue": 0x7B68EE, "mediumspringgreen": 0x00FA9A,
    "mediumturquoise": 0x48D1CC, "mediumvioletred": 0xC71585, "midnightblue": 0x191970, "mintcream": 0xF5FFFA,
    "mistyrose": 0xFFE4E1, "moccasin": 0xFFE4B5, "navajowhite": 0xFFDEAD, "navy": 0x000080, "oldlace": 0xFDF5E6,
    "olive": 0x808000, "olivedrab": 0x6B8E23, "orange": 0xFFA500, "orangered": 0xFF4500, "orchid": 0xDA70D6,
    "palegoldenrod": 0xEEE8AA, "palegreen": 0x98FB98, "paleturquoise": 0xAFEEEE, "palevioletred": 0xDB7093,
    "papayawhip": 0xFFEFD5, "peachpuff": 0xFFDAB9, "peru": 0xCD853F, "pink": 0xFFC0CB, "plum": 0xDDA0DD,
    "powderblue": 0xB0E0E6, "purple": 0x800080, "rebeccapurple": 0x663399, "red": 0xFF0000, "rosybrown": 0xBC8F8F,
    "royalblue": 0x4169E1, "saddlebrown": 0x8B4513, "salmon": 0xFA8072, "sandybrown": 0xF4A460, "seagreen": 0x2E8B57,
    "seashell": 0xFFF5EE, "sienna": 0xA0522D, "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slateblue": 0x6A5ACD,
    "slategray": 0x708090, "slategrey": 0x708090, "snow": 0xFFFAFA, "springgreen": 0x00FF7F, "steelblue": 0x4682B4,
    "tan": 0xD2B48C, "teal": 0x008080, "thistle": 0xD8BFD8, "tomato": 0xFF6347, "turquoise": 0x40E0D0,
    "violet": 0xEE82EE, "wheat": 0xF5DEB3, "white": 0xFFFFFF, "whitesmoke": 0xF5F5F5, "yellow": 0xFFFF00,
    "yellowgreen": 0x9ACD32,
  ]
}

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
