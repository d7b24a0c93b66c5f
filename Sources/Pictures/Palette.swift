/// The colors of a picture's shades.
public struct Palette: Equatable, Sendable {
  /// A color of sRGB.
  public struct Color: Equatable, Sendable {
    /// Red, green and blue.
    public var red, green, blue: UInt8
    /// From 0, invisible, to 1.
    public var opacity: Double

    /// Creates a color.
    public init(red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1) {
      (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    /// Black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = Color(red: 255, green: 255, blue: 255)
    /// No color.
    public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
  }

  /// What each shade looks like.
  private let colors: [Color]

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - text: The color of the text.
  ///   - background: The color behind it.
  public init(text: Color, background: Color) {
    colors = (0..<Shades.count).map { shade in
      var ink = text
      ink.opacity *= Double(shade) / Double(Shades.count - 1)
      return ink.over(background)
    }
  }
}

extension Palette {
  /// Red, green and blue of each shade.
  var bytes: [UInt8] { colors.flatMap { [$0.red, $0.green, $0.blue] } }

  /// The opacity of each shade; `nil` where all are opaque.
  var opacities: [UInt8]? {
    let opacities = colors.map { UInt8(($0.opacity * 255).rounded()) }
    return opacities.allSatisfy { $0 == 255 } ? nil : opacities
  }
}

extension Palette.Color {
  /// The color that it makes with another behind it.
  public func over(_ background: Palette.Color) -> Palette.Color {
    let rest = background.opacity * (1 - opacity)
    let all = opacity + rest
    // What is not seen has the color of what will be, so that nothing else shows where a picture is scaled.
    guard all > 0 else { return Palette.Color(red: red, green: green, blue: blue, opacity: 0) }
    func mix(_ own: UInt8, _ other: UInt8) -> UInt8 {
      UInt8(min((Double(own) * opacity + Double(other) * rest) / all, 255).rounded())
    }
    return Palette.Color(
      red: mix(red, background.red), green: mix(green, background.green), blue: mix(blue, background.blue),
      opacity: min(all, 1))
  }
}
