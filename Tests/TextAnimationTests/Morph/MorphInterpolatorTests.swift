import Testing
import TextAnimation

struct MorphInterpolatorTests {
  private func morph(_ source: String, _ target: String, _ effect: MorphEffect = .scale) throws
    -> any GlyphInterpolation
  {
    let interpolation = try MorphInterpolator(effect: effect).prepare(from: source, to: target)
    return try #require(interpolation as? any GlyphInterpolation)
  }

  @Test(arguments: MorphEffect.allCases)
  func `the ends are both texts at rest`(effect: MorphEffect) throws {
    let source = [Glyph("H", x: 0), Glyph("i", x: 1)]
    let target = [Glyph("O", x: 0), Glyph("i", x: 1), Glyph("!", x: 2)]
    let interpolation = try morph("Hi", "Oi!", effect)
    for progress in [0, -0.0, -0.5, -1e300] { #expect(interpolation.glyphs(at: progress) == source) }
    for progress in [1, 1.5, 1e300] { #expect(interpolation.glyphs(at: progress) == target) }
  }

  @Test func `a moved character glides to its new place and stays whole`() throws {
    // b leads by one delay, so the run begins at −0.026; nothing lags behind index 1.
    let glyphs = try morph("ab", "ba").glyphs(at: 0.5)
    #expect(glyphs.count == 2)
    #expect(glyphs[0].isClose(to: Glyph("a", x: 0.96875)))
    #expect(glyphs[1].isClose(to: Glyph("b", x: 0.02393)))
  }

  @Test func `a character shrinks away while another grows in its place`() throws {
    let glyphs = try morph("a", "b").glyphs(at: 0.25)
    #expect(glyphs.count == 2)
    #expect(glyphs[0].isClose(to: Glyph("a", x: 0, scale: 0.2373, opacity: 0.75)))
    #expect(glyphs[1].isClose(to: Glyph("b", x: 0, scale: 0.7627, opacity: 0.25)))
  }

  @Test(arguments: MorphEffect.allCases)
  func `what cannot be seen is not told`(effect: MorphEffect) throws {
    let interpolation = try morph("The quick brown fox", "A lazy dog\nsleeps through it", effect)
    for step in 0...1_000 {
      let glyphs = interpolation.glyphs(at: Double(step) / 1_000)
      #expect(glyphs.allSatisfy { $0.opacity > 0 && $0.scale > 0 })
    }
  }

  @Test(arguments: MorphEffect.allCases)
  func `nothing jumps`(effect: MorphEffect) throws {
    let interpolation = try morph("The quick brown fox", "A lazy dog\nsleeps through it", effect)
    let steps = 5_000
    var before = [String: [Glyph]]()
    for step in 0...steps {
      let glyphs = Dictionary(grouping: interpolation.glyphs(at: Double(step) / Double(steps)), by: \.text)
      for (text, now) in glyphs where before[text]?.count == now.count {
        for (old, new) in zip(before[text] ?? [], now) {
          #expect(abs(old.x - new.x) + abs(old.y - new.y) < 0.05 && abs(old.scale - new.scale) < 0.005)
          #expect(abs(old.opacity - new.opacity) < 0.02 && abs(old.rotation - new.rotation) < 2)
        }
      }
      before = glyphs
    }
  }

  @Test func `a newline is no glyph and starts a line`() throws {
    let glyphs = try morph("", "ab\r\nc\n\nd").glyphs(at: 1)
    #expect(glyphs == [Glyph("a", x: 0), Glyph("b", x: 1), Glyph("c", x: 0, y: 1), Glyph("d", x: 0, y: 3)])
  }

  @Test func `a character that stays may change its line`() throws {
    let glyphs = try morph("a b", "a\nb").glyphs(at: 0.5)
    let moving = try #require(glyphs.first { $0.text == "b" })
    #expect(moving.x < 1 && moving.y > 0.9)
  }

  @Test func `as text, a cell changes when its new character is half way in`() throws {
    let strip = """
      Hello
      Hello
      Hello
      Helpo
      Help!
      Help!
      Help!
      """
    let interpolation = try morph("Hello", "Help!")
    let texts = [0, 0.25, 0.48, 0.565, 0.6, 0.75, 1].map { interpolation.shown(at: $0) }
    #expect(texts.joined(separator: "\n") == strip)
  }

  @Test(arguments: MorphEffect.allCases)
  func `every number is finite and in its range`(effect: MorphEffect) throws {
    for (source, target) in OddTexts.pairs {
      let interpolation = try morph(source, target, effect)
      for glyph in OddTexts.progresses.flatMap(interpolation.glyphs) {
        #expect(glyph.x.isFinite && glyph.y.isFinite && abs(glyph.rotation) < 270)
        #expect((0...1).contains(glyph.opacity) && (0...1).contains(glyph.scale))
      }
    }
  }

  /// Sixteen times as long as a text may be: comparing each character with each would take minutes.
  @Test func `texts without a character in common are matched in linear time`() throws {
    let start = processorSeconds()
    let source = String(String.UnicodeScalarView((0..<65_536).compactMap { Unicode.Scalar(0x2_0000 + $0) }))
    let target = String(String.UnicodeScalarView((0..<65_536).compactMap { Unicode.Scalar(0x3_0000 + $0) }))
    let glyphs = try morph(source, target).glyphs(at: 0.5)
    #expect(!glyphs.isEmpty)
    #expect(processorSeconds() - start < 60)
  }
}
