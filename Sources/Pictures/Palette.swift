/// The colors of a picture's shades.
package struct Palette: Equatable, Sendable {
  /// A color of sRGB.
  package struct Color: Equatable, Sendable {
    package var red, green, blue: UInt8
    /// From 0, invisible, to 1.
    package var opacity: Double

    package init(red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1) {
      (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    package static let black = Color(red: 0, green: 0, blue: 0)
    package static let white = Color(red: 255, green: 255, blue: 255)
    package static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
  }

  private let colors: [Color]

  package init(text: Color, background: Color) {
    colors = (0..<Shades.count).map { shade in
      var ink = text
      ink.opacity *= Double(shade) / Double(Shades.count - 1)
      return ink.over(background)
    }
  }
}

extension Palette {
  var bytes: [UInt8] { colors.flatMap { [$0.red, $0.green, $0.blue] } }

  /// The opacity of each shade; `nil` where all are opaque.
  var opacities: [UInt8]? {
    let opacities = colors.map { UInt8(($0.opacity * 255).rounded()) }
    return opacities.allSatisfy { $0 == 255 } ? nil : opacities
  }
}

extension Palette.Color {
  /// The color that it makes with another behind it.
  package func over(_ background: Palette.Color) -> Palette.Color {
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
