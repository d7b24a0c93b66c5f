import ProcessorTime
import TextFilms
import Testing
import TextAnimation
import WrittenNumbers
import Interpolation

struct MorphInterpolatorTests {
  private func morph(_ source: String, _ target: String, _ effect: MorphEffect = .scale) throws
    -> any TextInterpolation
  {
    try MorphInterpolator(effect: effect).prepare(from: source, to: target)
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
    let glyphs = try morph("xc", "yc").glyphs(at: 0.5) + morph("ab", "xab").glyphs(at: 0.3)
    #expect(glyphs.contains { $0.isClose(to: Glyph("c", x: 1)) })
    #expect(glyphs.contains { $0.isClose(to: Glyph("a", x: 0.7627)) })
    #expect(glyphs.contains { $0.isClose(to: Glyph("b", x: 1.7627)) })
  }

  @Test func `a character shrinks away before another grows in its place`() throws {
    let interpolation = try morph("a", "b")
    #expect(interpolation.glyphs(at: 0.05).count == 1)
    #expect(interpolation.glyphs(at: 0.05)[0].isClose(to: Glyph("a", x: 0, scale: 0.2373, opacity: 0.75)))
    #expect(interpolation.glyphs(at: 0.365).count == 1)
    #expect(interpolation.glyphs(at: 0.365)[0].isClose(to: Glyph("b", x: 0, scale: 0.7627, opacity: 0.2256)))
  }

  private static let pairs = [
    ("Good morning", "Good evening"), ("Mon", "Sun"), ("Total 1,000", "Total 2,480"), ("abc", "cba"),
    ("a the cat", "the cat"), ("Design", "Morphing"), ("9", "1,000,000"), ("Hello world", "world, hello"),
    ("The quick brown fox jumps over the lazy dog", "A lazy dog sleeps through all of it"), ("", "Hello"),
  ]

  @Test(arguments: MorphEffect.allCases)
  func `no character lies over another, and what comes waits for what stays`(effect: MorphEffect) throws {
    for (source, target) in Self.pairs {
      let interpolation = try morph(source, target, effect)
      for instant in 0...60 {
        let all = interpolation.glyphs(at: Double(instant) / 60)
        #expect(!all.isEmpty || (instant < 12 && source.isEmpty), "\(source) -> \(target), \(instant)")
        let glyphs = all.filter { $0.opacity > 0.3 }
        for (index, glyph) in glyphs.enumerated() {
          for other in glyphs[(index + 1)...] where abs(glyph.y - other.y) < 0.8 {
            let room = 0.35 * (glyph.scale + other.scale)
            #expect(abs(glyph.x - other.x) >= room, "\(source) -> \(target), \(instant): \(glyph) \(other)")
          }
        }
      }
      let rest = interpolation.glyphs(at: 1)
      for instant in 13...60 {
        let glyphs = interpolation.glyphs(at: Double(instant) / 60)
        guard glyphs.contains(where: { (0.5..<1).contains($0.opacity) }) else { continue }
        for glyph in glyphs where glyph.opacity >= 0.5 {
          #expect(rest.contains { $0.text == glyph.text && abs($0.x - glyph.x) < 0.2 }, "\(instant): \(glyph)")
        }
      }
    }
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
    let steps = 10_000
    var before = [String: [Glyph]]()
    for step in 0...steps {
      let glyphs = Dictionary(grouping: interpolation.glyphs(at: Double(step) / Double(steps)), by: \.text)
      for (text, now) in glyphs where before[text]?.count == now.count {
        for (old, new) in zip(before[text] ?? [], now) {
          #expect(abs(old.x - new.x) + abs(old.y - new.y) < 0.08 && abs(old.scale - new.scale) < 0.005)
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
    let texts = [0, 0.25, 0.48, 0.565, 0.6, 0.75, 1].map { interpolation.text(at: $0) }
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
