import TextFilms
import TextAnimation
import WrittenNumbers
import Interpolation
import SeededNumbers
import Testing
import Timing

/// Morphs whose target changes while their characters move.
@Suite struct RetargetedGlyphsTests {
  static let names = ["morph", "evaporate", "fall", "pixelate", "anvil", "numericText", "wave"]
  private static let texts = ["Hello world", "Help", "a Hello", "two\nlines here", "Hello", "", "1,234"]

  @Test(arguments: names) func charactersSetOutFromWhereTheyAreAndComeToRest(_ name: String) throws {
    var generator = SeededGenerator(state: 3)
    let change = try LabelChange("ease-in-out", 1, by: [name])
    for _ in 0..<20 {
      var (label, time) = (LabelState(from: "Hello world", to: "Help me", by: change), 0.0)
      for _ in 0..<4 {
        time += Double.random(in: 0.05...0.9, using: &generator)
        let next = label.going(to: Self.texts[Int.random(in: 0..<7, using: &generator)], at: time, by: change)
        #expect(next.text(at: time) == label.text(at: time))
        if next.motion != label.motion {
          #expect(try areAlike(label.glyphs(at: time), next.glyphs(at: time)), "\(label.motion.target) \(next.motion)")
          // A wave puts another character into a cell at its top.
          #expect(try name == "wave" || next.makesNoLeap(of: 0.25, from: time, to: time + 1.1), "\(next.motion)")
        }
        #expect(try LabelState(next.motion, by: change).glyphs(at: time + 0.3) == next.glyphs(at: time + 0.3))
        #expect(next.text(at: time + 2) == next.motion.target)
        let rest = LabelState(from: "", to: next.motion.target, by: change)
        #expect(try next.glyphs(at: time + 2) == rest.glyphs(at: 5))
        label = next
      }
    }
  }

  @Test func aMorphThatIsCalledBackGoesBack() throws {
    let change = try LabelChange("linear", 1, by: ["morph"])
    let label = LabelState(from: "cat", to: "dog", by: change).going(to: "cat", at: 0.2, by: change)
    #expect(label.text(at: 0.2) == "cat")
    #expect(label.animation.isAnimated)
    #expect(label.text(at: 0.7) == "cat")
    #expect(try label.glyphs(at: 0.7).allSatisfy { $0.opacity > 0.5 || "dog".contains($0.text) })
    #expect(try label.glyphs(at: 2).map(\.text) == ["c", "a", "t"])
  }

  @Test func longTextsSetOutFromRest() throws {
    let change = try LabelChange("linear", 1, by: ["morph"])
    let long = String(repeating: "Lorem ipsum ", count: 40)
    let label = LabelState(from: long, to: String(long.reversed()), by: change).going(to: "short", at: 0.5, by: change)
    #expect(label.motion.glyphs.isEmpty)
    #expect(label.text(at: 2) == "short")
  }

  /// Whether two moments show the same glyphs but for what nobody sees.
  private func areAlike(_ glyphs: [Glyph], _ others: [Glyph]) -> Bool {
    [(glyphs, others), (others, glyphs)].allSatisfy { some, others in
      some.allSatisfy { glyph in
        glyph.opacity < 0.02 || glyph.scale < 0.02 || others.contains { $0.isNear(glyph, within: 0.001) }
      }
    }
  }
}

extension Glyph {
  func isNear(_ other: Glyph, within limit: Double) -> Bool {
    text == other.text
      && [x - other.x, y - other.y, scale - other.scale, (rotation - other.rotation) / 90, opacity - other.opacity]
        .allSatisfy { abs($0) < limit }
  }
}

extension LabelState {
  /// The characters that are shown at a second.
  func glyphs(at seconds: Double) throws -> [Glyph] {
    guard let glyphs = animation.content.glyphs else {
      return try MorphInterpolator().prepare(from: "", to: animation.target).glyphs(at: 1)
    }
    return glyphs(animation.progress(at: seconds - Double(motion.start) / 1e6))
  }

  /// Whether no glyph that is well seen appears or vanishes from one moment to the next.
  fileprivate func makesNoLeap(of limit: Double, from start: Double, to end: Double) throws -> Bool {
    var before = try glyphs(at: start)
    for time in stride(from: start, through: end, by: 0.001) {
      let now = try glyphs(at: time)
      for (some, others) in [(before, now), (now, before)] {
        for glyph in some where glyph.opacity > limit && glyph.scale > limit {
          guard others.contains(where: { $0.isNear(glyph, within: limit) }) else { return false }
        }
      }
      before = now
    }
    return true
  }
}
