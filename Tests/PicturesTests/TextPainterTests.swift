import Testing

@testable import Pictures

struct TextPainterTests {
  private static let font = TextFont(families: "DejaVu Sans Mono, monospace", size: 40, weight: 600)

  /// Texts drawn into a picture that has room for one digit.
  private static func drawn(_ texts: PlacedText...) throws -> Shades {
    let picture = PainterPool.shared.draw { painter in
      painter.choose(font)
      _ = painter.begin(width: Int(painter.width(of: "8").rounded(.up)), height: 48)
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

  @Test(arguments: [
    "", "\0\u{1}\t\n", "\u{202E}abc", "👩‍👩‍👧", String(repeating: "\u{301}", count: 500), "لا إله", "\u{FFFF}",
  ])
  func `no text of a client is too odd`(_ text: String) throws {
    _ = try Self.drawn(PlacedText(text + "x", at: PlacedText.Point(x: 0, y: 40)))
  }
}

struct PaletteTests {
  @Test func `shades lead from the background to the text`() {
    let palette = Palette(text: .black, background: .white)
    #expect(palette.opacities == nil)
    #expect(palette.bytes.prefix(3) == [255, 255, 255] && palette.bytes.suffix(3) == [0, 0, 0])
    #expect(palette.bytes[3 * 3] == 204)
  }

  @Test func `without a background the text's color fades`() {
    let palette = Palette(text: .white, background: .clear)
    #expect(palette.opacities == (0..<16).map { UInt8(17 * $0) })
    #expect(palette.bytes.allSatisfy { $0 == 255 })
  }
}
