import Interpolation
import Testing

@testable import TextAnimation
@testable import WrittenNumbers

struct MorphEffectTests {
  static let rest = Glyph("x", x: 1)

  @Test(
    arguments: [
      (.scale, 0, Glyph("x", x: 1)),
      (.scale, 0.5, Glyph("x", x: 1, scale: 0.03125, opacity: 0.5)),
      (.scale, 1, Glyph("x", x: 1, scale: 0, opacity: 0)),
      (.evaporate, 0, Glyph("x", x: 1)),
      (.evaporate, 0.5, Glyph("x", x: 1, y: -0.775, opacity: 0.03125)),
      (.evaporate, 1, Glyph("x", x: 1, y: -0.8, opacity: 0)),
      (.fall, 0, Glyph("x", x: 1)),
      (.fall, 0.5, Glyph("x", x: 1, rotation: 168 * 1.2126975)),
      (.fall, 0.9, Glyph("x", x: 1, y: 10.0 / 17, rotation: 168 * 1.0233142, opacity: 0.21)),
      (.fall, 1, Glyph("x", x: 1, y: 10.0 / 17 * 2.48832, rotation: 168, opacity: 0.01)),
      (.pixelate, 0.5, Glyph("x", x: 1)),
      (.pixelate, 0.75, Glyph("x", x: 1, opacity: 0.51)),
      (.anvil, 0.5, Glyph("x", x: 1, opacity: 0.5)),
      (.rollUp, 0.5, Glyph("x", x: 1, y: -0.484375, opacity: 0.03125)),
      (.rollDown, 0.5, Glyph("x", x: 1, y: 0.484375, opacity: 0.03125)),
    ] as [(MorphEffect, Double, Glyph)])
  func `a removed character goes as in LTMorphingLabel`(effect: MorphEffect, progress: Double, glyph: Glyph) {
    #expect(effect.removing(Self.rest, 1, progress: progress).isClose(to: glyph))
  }

  @Test(
    arguments: [
      (.scale, 0, 0, Glyph("x", x: 1, scale: 0, opacity: 0)),
      (.scale, 0.5, 0.6, Glyph("x", x: 1, scale: 0.96875, opacity: 0.6)),
      (.scale, 1, 1.2, Glyph("x", x: 1)),
      (.evaporate, 0, 0, Glyph("x", x: 1, y: 1.2, opacity: 0)),
      (.evaporate, 0.5, 0.6, Glyph("x", x: 1, y: 0.0375, opacity: 0.6)),
      (.evaporate, 1, 1.2, Glyph("x", x: 1)),
      (.fall, 0, 0, Glyph("x", x: 1, scale: 0, opacity: 0)),
      (.fall, 0.5, 0.6, Glyph("x", x: 1, scale: 0.96875, opacity: 0.6)),
      (.fall, 1, 1.2, Glyph("x", x: 1)),
      (.pixelate, 0.25, 0.3, Glyph("x", x: 1, opacity: 0.3)),
      (.pixelate, 1, 1.2, Glyph("x", x: 1)),
      (.anvil, 0, 0, Glyph("x", x: 1, y: -1, opacity: 0)),
      (.anvil, 0.5, 0.6, Glyph("x", x: 1, y: -0.234375, opacity: 0.6)),
      (.anvil, 1, 1.2, Glyph("x", x: 1)),
      (.rollUp, 0.5, 0.6, Glyph("x", x: 1, y: 0.015625, opacity: 0.6)),
      (.rollDown, 0.5, 0.6, Glyph("x", x: 1, y: -0.015625, opacity: 0.6)),
    ] as [(MorphEffect, Double, Double, Glyph)])
  func `an added character comes as in LTMorphingLabel`(
    effect: MorphEffect, progress: Double, overall: Double, glyph: Glyph
  ) {
    #expect(effect.adding(Self.rest, progress: progress, overall: overall).isClose(to: glyph))
  }

  @Test(arguments: [(0, -1.0), (1, 1), (2, 1), (3, -1), (4, -1), (5, -1), (6, -1), (7, 1)])
  func `a falling character tips over to the side its place says`(place: Int, side: Double) {
    let glyph = MorphEffect.fall.removing(Self.rest, place, progress: 1)
    #expect(glyph.rotation == 168 * side)
  }

  @Test(
    arguments: [
      (.scale, 0, 0, 0), (.scale, 10, 0.26, 0.26),
      (.evaporate, 0, 0.026, 0.026), (.evaporate, 2, 0, 0), (.evaporate, 3, -0.026, -0.026),
      (.fall, 0, 0, 0), (.fall, 2, 0.026 * 1.7 * 0.9092974268, 0.026 * 2 / 1.7),
      (.fall, 5, 0.026 * 1.7 * -0.9589242747, 0.026 * 5 / 1.7),
      (.anvil, 0, 0, 0), (.anvil, 5, 0, 0.026 * 1.7 * 0.9589242747),
      (.pixelate, 5, 0.13, 0.13), (.rollUp, 5, 0.13, 0.13),
    ] as [(MorphEffect, Int, Double, Double)])
  func `characters set out one after another`(effect: MorphEffect, index: Int, lead: Double, lag: Double) {
    #expect(abs(effect.lead(of: index) - lead) < 1e-9)
    #expect(abs(effect.lag(of: index) - lag) < 1e-9)
  }
}

extension Glyph {
  func isClose(to other: Glyph) -> Bool {
    let pairs = [
      (x, other.x), (y, other.y), (scale, other.scale), (rotation, other.rotation), (opacity, other.opacity),
    ]
    return text == other.text && pairs.allSatisfy { abs($0 - $1) < 1e-4 }
  }
}
