import TextFilms
import Testing
import TextAnimation
import WrittenNumbers
import Interpolation

struct WaveTests {
  private func wave(_ source: String, _ target: String) throws -> any TextInterpolation {
    try WaveInterpolator().prepare(from: source, to: target)
  }

  @Test(arguments: [
    ("sunny", "rainy", "sunny\nrunny\nranny\nrainy\nrainy\nrainy\nrainy"),
    ("Hi", "Howdy!", "Hi\nHi\nHo\nHow\nHowd\nHowdy\nHowdy!"),
    ("Goodbye", "Bye", "Goodbye\nBoodbye\nByodbye\nByebye\nByeye\nByee\nBye"),
  ])
  func `each character in turn becomes the target's`(source: String, target: String, film: String) throws {
    #expect(try wave(source, target).film(frames: 7) == film)
  }

  @Test func `the ends are both texts at rest`() throws {
    let interpolation = try wave("Hi", "O!?")
    for progress in [0, -0.5, -1e300] {
      #expect(interpolation.glyphs(at: progress) == [Glyph("H", x: 0), Glyph("i", x: 1)])
    }
    for progress in [1, 1.5, 1e300] {
      #expect(interpolation.glyphs(at: progress) == [Glyph("O", x: 0), Glyph("!", x: 1), Glyph("?", x: 2)])
    }
  }

  @Test func `half-way the middle character is at the top and its neighbours are at rest`() throws {
    let glyphs = try wave("abc", "xyz").glyphs(at: 0.5)
    #expect(glyphs == [Glyph("x", x: 0), Glyph("y", x: 1, y: -0.5), Glyph("c", x: 2)])
  }

  @Test func `a cell of one text alone fades`() throws {
    #expect(try wave("a", "ab").glyphs(at: 0.8125).map(\.opacity) == [1])
    let rising = try #require(try wave("ab", "a").glyphs(at: 0.8125).last)
    #expect(rising.text == "b" && abs(rising.opacity - 0.5) < 1e-12 && abs(rising.y + 0.375) < 1e-12)
    let falling = try #require(try wave("a", "ab").glyphs(at: 0.9375).last)
    #expect(falling.text == "b" && abs(falling.opacity - 0.5) < 1e-12 && abs(falling.y + 0.375) < 1e-12)
  }

  @Test func `lines keep their places`() throws {
    let glyphs = try wave("a\nb", "c\nd").glyphs(at: 0.125)
    #expect(glyphs == [Glyph("c", x: 0, y: -0.5), Glyph("b", x: 0, y: 1)])
  }
}
