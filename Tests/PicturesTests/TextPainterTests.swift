import Testing

@testable import Pictures

struct TextPainterTests {
  /// Texts drawn into a picture that has room for one digit, or one emoji.
  private static func drawn(_ texts: PlacedText..., emoji: [Character] = []) throws -> Shades {
    let picture = PainterPool.shared.draw { painter in
      painter.choose(families: "DejaVu Sans Mono, monospace", size: 40, weight: 600)
      let width = painter.width(of: emoji.first.map(String.init) ?? "8")
      _ = painter.begin(width: Int(width.rounded(.up)), height: 48, text: .black, emoji: emoji)
      return painter.picture(of: texts)
    }
    return try #require(picture)
  }

  private static let digit = PlacedText("8", at: PlacedText.Point(x: 0, y: 40))

  @Test func `a text leaves ink above the line that it stands on`() throws {
    let picture = try Self.drawn(Self.digit)
    #expect(picture.pixels.contains(15))
    #expect(picture.pixels[..<(8 * picture.width)].allSatisfy { $0 == 0 })
    #expect(picture.pixels[(42 * picture.width)...].allSatisfy { $0 == 0 })
    #expect(picture.width > 15 && picture.width < 40)
  }

  @Test func `half of a text's opacity is half of its shade`() throws {
    var text = Self.digit
    text.opacity = 0.5
    #expect(try [7, 8].contains(Self.drawn(text).pixels.max()))
  }

  @Test func `a text is scaled about its pivot`() throws {
    var text = Self.digit
    (text.scale, text.pivot) = (0.5, PlacedText.Point(x: 0, y: 40))
    let (small, large) = (try Self.drawn(text), try Self.drawn(Self.digit))
    #expect(small.pixels[..<(20 * small.width)].allSatisfy { $0 == 0 })
    #expect(small.pixels.count { $0 > 7 } * 3 < large.pixels.count { $0 > 7 })
  }

  @Test func `a window hides what is outside it`() throws {
    var text = Self.digit
    text.window = PlacedText.Window(top: 24, bottom: 48, soft: 4)
    let picture = try Self.drawn(text)
    #expect(picture.pixels[..<(24 * picture.width)].allSatisfy { $0 == 0 })
    #expect(picture.pixels[(28 * picture.width)...].contains(15))
  }

  @Test func `an emoji has colors, which fade with it`() throws {
    var apple = PlacedText("🍎", at: PlacedText.Point(x: 0, y: 40))
    let colors = try Self.drawn(apple, emoji: ["🍎"]).pixels.filter { $0 >= 16 }
    #expect(colors.count > 500 && Set(colors).count > 20, "is fonts-noto-color-emoji there?")
    apple.opacity = 0.5
    let pale = try Self.drawn(apple, emoji: ["🍎"]).pixels.filter { $0 >= 16 }
    // Of six steps the third.
    #expect(pale.count > 500 && pale.allSatisfy { ($0 - 16) % 6 < 3 })
    apple.window = PlacedText.Window(top: 24, bottom: 48, soft: 4)
    let low = try Self.drawn(apple, emoji: ["🍎"])
    #expect(low.pixels[..<(24 * low.width)].allSatisfy { $0 == 0 } && low.pixels.contains { $0 >= 16 })
  }

  @Test func `what is drawn too small for Cairo keeps nothing else from being drawn`() throws {
    var apple = PlacedText("🍎", at: PlacedText.Point(x: 0, y: 40))
    apple.scale = 1e-6
    for emoji in [[], ["🍎"]] as [[Character]] {
      #expect(try Self.drawn(apple, Self.digit, emoji: emoji).pixels.contains(15))
    }
  }

  @Test(arguments: [
    "", "\0\u{1}\t\n", "\u{202E}abc", "👩‍👩‍👧", String(repeating: "\u{301}", count: 500), "لا إله", "\u{FFFF}",
  ])
  func `no text of a client is too odd`(_ text: String) throws {
    _ = try Self.drawn(PlacedText(text + "x", at: PlacedText.Point(x: 0, y: 40)))
  }
}

struct PaletteTests {
  @Test func `shades lead from the background to the text`() {
    let palette = Palette(Inks(text: .black), background: .white)
    #expect(palette.opacities == nil)
    #expect(palette.bytes.prefix(3) == [255, 255, 255] && palette.bytes.suffix(3) == [0, 0, 0])
    #expect(palette.bytes[3 * 3] == 204)
  }

  @Test func `without a background the text's color fades`() {
    let palette = Palette(Inks(text: .white), background: .clear)
    #expect(palette.opacities == (0..<16).map { UInt8(17 * $0) })
    #expect(palette.bytes.allSatisfy { $0 == 255 })
  }

  @Test func `emoji have the colors that differ most, in steps of opacity, and all else is text`() {
    let gray = Palette.Color(red: 100, green: 100, blue: 100)
    #expect(!Inks(text: gray, pixels: [0, 0xFF64_6464, 0x8032_3232]).hasEmoji)
    var inks = Inks(text: gray, pixels: [0xFFFF_0000, 0xFF00_00FF, 0xFF64_6464])
    let palette = Palette(inks, background: .white)
    #expect(palette.bits == 8 && palette.bytes.count == 3 * 256)
    func color(_ pixel: UInt32) -> [UInt8] {
      let place = 3 * Int(inks.places(of: [pixel])[0])
      return Array(palette.bytes[place..<place + 3])
    }
    #expect(color(0) == [255, 255, 255] && color(0xFF64_6464) == [100, 100, 100])
    #expect(color(0xFFFF_0000) == [255, 0, 0] && color(0xFF08_00F8) == [0, 0, 255])
    // A twelfth and half of what is opaque.
    #expect(color(0x1010_0000) == [255, 255, 255] && color(0x8080_0000) == [255, 128, 128])
    #expect(color(0x8032_3232) == [172, 172, 172])
  }
}
