/// Pictures one after another in a file that shows each for its time.
///
/// Pictures that are equal become one, and of each only what has changed is kept.
package struct Film: Sendable {
  private var file: any FilmFile
  /// What is shown, and since when; `nil` before the first.
  private var shown: (picture: Shades, start: Int)?
  /// What has changed when it was shown.
  private var change: (pixels: Shades, area: Area)?

  /// `plays` says how often it is shown; 0 is without end.
  package init(_ format: FilmFormat, width: Int, height: Int, palette: Palette, plays: Int) {
    let head = (width: width, height: height, palette: palette, plays: plays)
    switch format {
    case .gif: file = GIFFile(head)
    case .apng: file = APNGFile(head)
    }
  }
}

package enum FilmFormat: Sendable {
  /// GIF89a.
  case gif
  /// PNG with frames, as in the third edition of its specification.
  case apng

  /// Ticks in a second: the unit of times.
  package var ticksPerSecond: Int {
    switch self {
    case .gif: 100
    case .apng: 1000
    }
  }

  /// The pictures in a second that make sense: players show what a GIF has for less than two ticks for ten, and screens
  /// have no more than 60 in a second.
  package var picturesPerSecond: Double {
    switch self {
    case .gif: 50
    case .apng: 60
    }
  }
}

/// What is true of all pictures of a file.
typealias FilmHead = (width: Int, height: Int, palette: Palette, plays: Int)

/// A file that takes one change after the other.
protocol FilmFile: Sendable {
  /// The bytes so far, about.
  var byteCount: Int { get }
  /// The longest time of one change, in ticks.
  static var longestTime: Int { get }
  mutating func append(_ pixels: Shades, at area: Area, ticks: Int)
  mutating func finish() -> [UInt8]
}

extension Film {
  package var byteCount: Int { file.byteCount }

  /// The picture is as large as the film, and `tick`, counted from the start, not before that of the picture before.
  package mutating func show(_ picture: Shades, at tick: Int) {
    guard let shown else {
      change = (picture, picture.area)
      return self.shown = (picture, tick)
    }
    guard let area = picture.difference(from: shown.picture) else { return }
    write(until: tick)
    change = (picture[area], area)
    self.shown = (picture, tick)
  }

  /// Ends the film at the tick when the last picture has stood for its time.
  package mutating func finish(at tick: Int) -> [UInt8] {
    write(until: tick)
    return file.finish()
  }

  /// What stands longer than the format can say is shown again, one pixel of it.
  private mutating func write(until tick: Int) {
    guard let change, let shown else { return }
    let longest = type(of: file).longestTime
    var ticks = tick - shown.start
    file.append(change.pixels, at: change.area, ticks: min(ticks, longest))
    let corner = Area(columns: 0..<1, rows: 0..<1)
    while ticks > longest {
      ticks -= longest
      file.append(shown.picture[corner], at: corner, ticks: min(ticks, longest))
    }
  }
}

/// The colors of a picture's pixels.
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

  package init(_ inks: Inks, background: Color) {
    func shades(_ ink: Color, _ steps: ClosedRange<Int>) -> [Color] {
      steps.map { step in
        var ink = ink
        ink.opacity *= Double(step) / Double(steps.upperBound)
        return ink.over(background)
      }
    }
    colors = shades(inks.text, 0...Shades.count - 1) + inks.emoji.flatMap { shades($0, 1...Inks.steps) }
  }
}

extension Palette {
  /// The bits that say which color a pixel has.
  var bits: Int { colors.count > Shades.count ? 8 : 4 }

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
