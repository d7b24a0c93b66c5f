import TextAnimation
import Testing

struct ScreenColorTests {
  @Test(
    arguments: [
      ("#1a1A18", 0x1A1A18, 1), ("c00", 0xCC0000, 1), ("#11223380", 0x112233, 0.502), ("RebeccaPurple", 0x663399, 1),
      ("rgb(1, 2, 3)", 0x010203, 1), ("rgb(100% 0% 0% / 25%)", 0xFF0000, 0.25),
      ("oklch(0.628 0.2577 29.23)", 0xFF0000, 1),
      ("OKLCH(100% 0 none)", nil, 1), ("oklch(45.2% 78.3% 264.05deg / 0.5)", 0x0000FF, 0.5),
      ("transparent", 0x000000, 0),
      ("beef", 0xBBEEEE, 1), ("", nil, 1), ("12", nil, 1), ("url(x)", nil, 1), ("red blue", nil, 1), ("#123;", nil, 1),
      ("oklch(1 0)", nil, 1), ("oklch(inf 0 0)", nil, 1), ("rgb(1 2 3)x", nil, 1),
    ] as [(String, UInt32?, Double)])
  func `colors are read as CSS writes them`(text: String, code: UInt32?, opacity: Double) throws {
    let color = ScreenColor(css: text)
    guard let code else {
      #expect(color == nil)
      return
    }
    let (read, expected) = (try #require(color), ScreenColor(code))
    for (channel, wanted) in [(read.red, expected.red), (read.green, expected.green), (read.blue, expected.blue)] {
      #expect(abs(Int(channel) - Int(wanted)) <= (text.lowercased().hasPrefix("oklch") ? 2 : 0))
    }
    if text != "beef" { #expect(read.opacity == opacity) }
  }

  @Test func `it is known which colors are light`() {
    #expect(
      ["white", "gold", "#777", "skyblue"].compactMap { ScreenColor(css: $0)?.isLight } == [true, true, true, true])
    #expect(
      ["black", "navy", "#555", "rebeccapurple"].compactMap { ScreenColor(css: $0)?.isLight } == [
        false, false, false, false,
      ])
  }
}
