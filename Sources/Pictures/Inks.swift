/// The colors in which the texts of a film are drawn: one, and those of emoji where the machine has a font with colors.
///
/// A picture's pixels have the 16 shades of the text's color; behind these come 40 colors, each in its steps of opacity.
package struct Inks: Sendable {
  /// The steps of opacity of an emoji's color.
  static let steps = 6

  let text: Palette.Color
  /// The colors of emoji, five bits for each of red, green and blue; none, or 40.
  private var cells: [Int] = []
  /// For each color of five bits, the place in the palette of the nearest; 0 where none has been looked for.
  private var places = [UInt8](repeating: 0, count: 1 << 15)

  /// Chooses the colors that differ most among those of pixels which have not the text's color; these are premultiplied,
  /// from the highest byte: opacity, red, green and blue.
  package init(text: Palette.Color, pixels: [UInt32] = []) {
    self.text = text
    let found = Set(pixels.filter { $0 >> 24 > 127 && !isText($0) }.map(Self.cell)).sorted()
    var distances = found.map { _ in Int32.max }
    while cells.count < (256 - Shades.count) / Self.steps,
      let next = found.indices.max(by: { distances[$0] < distances[$1] })
    {
      cells.append(found[next])
      for index in found.indices { distances[index] = min(distances[index], Self.distance(found[index], found[next])) }
    }
  }
}

extension Inks {
  package var hasEmoji: Bool { !cells.isEmpty }

  /// The colors of emoji, as transparent as the text.
  var emoji: [Palette.Color] {
    cells.map { cell in
      let color = Self.channels(of: cell) &* 255 / 31
      return Palette.Color(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z), opacity: text.opacity)
    }
  }

  /// The places in the palette of pixels' colors; a clear one has the first.
  mutating func places(of pixels: [UInt32]) -> [UInt8] {
    var found = [UInt8](repeating: 0, count: pixels.count)
    for index in pixels.indices where pixels[index] != 0 {
      found[index] = index > 0 && pixels[index] == pixels[index - 1] ? found[index - 1] : place(of: pixels[index])
    }
    return found
  }

  private mutating func place(of pixel: UInt32) -> UInt8 {
    let opacity = Int(pixel >> 24)
    if isText(pixel) { return UInt8((opacity + 8) / 17) }
    let step = (opacity * Self.steps + 127) / 255
    guard step > 0 else { return 0 }
    let cell = Self.cell(of: pixel)
    if places[cell] == 0 {
      let nearest = cells.indices.min { Self.distance(cells[$0], cell) < Self.distance(cells[$1], cell) }
      places[cell] = UInt8(Shades.count + (nearest ?? 0) * Self.steps)
    }
    return places[cell] + UInt8(step - 1)
  }

  /// Whether a pixel has the text's color; what lies over another is rounded twice.
  private func isText(_ pixel: UInt32) -> Bool {
    let expected = SIMD3(Int32(text.red), Int32(text.green), Int32(text.blue)) &* Int32(pixel >> 24)
    let difference = Self.channels(of: pixel) &* 255 &- expected
    return max(difference.max(), -difference.min()) <= 2 * 255
  }

  /// The color of a pixel that is not clear, five bits for each of red, green and blue.
  private static func cell(of pixel: UInt32) -> Int {
    let color = pointwiseMin(channels(of: pixel) &* 31 / Int32(pixel >> 24), SIMD3(repeating: 31))
    return Int(color.x << 10 | color.y << 5 | color.z)
  }

  private static func distance(_ one: Int, _ other: Int) -> Int32 {
    let difference = channels(of: one) &- channels(of: other)
    return (difference &* difference).wrappedSum()
  }

  private static func channels(of cell: Int) -> SIMD3<Int32> {
    SIMD3(Int32(cell >> 10), Int32(cell >> 5 & 31), Int32(cell & 31))
  }

  private static func channels(of pixel: UInt32) -> SIMD3<Int32> {
    SIMD3(Int32(pixel >> 16 & 0xFF), Int32(pixel >> 8 & 0xFF), Int32(pixel & 0xFF))
  }
}
