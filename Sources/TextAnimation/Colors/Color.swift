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

  init(lightness: Double, a: Double, b: Double, opacity: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
    self.opacity = opacity
  }
}

extension Color {
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
