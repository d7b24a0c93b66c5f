import TextFilms
import Interpolation
import Testing
import TextAnimation

struct TypewriterInterpolatorTests {
  @Test func `it removes back to the common prefix and then types`() throws {
    let typing = try TypewriterInterpolator().prepare(from: "Hello", to: "Help!")
    let strip = """
      Hello
      Hell
      Hel
      Help
      Help!
      """
    #expect(typing.film(frames: 5) == strip)
  }

  @Test(arguments: [
    ("", "Hi", ["", "H", "Hi"]),
    ("Hi", "", ["Hi", "H", ""]),
    ("", "👨‍👩‍👧e\u{301}🇩🇪", ["", "👨‍👩‍👧", "👨‍👩‍👧e\u{301}", "👨‍👩‍👧e\u{301}🇩🇪"]),
    ("x👍🏽", "x👍", ["x👍🏽", "x", "x👍"]),
    ("🇩🇪", "🇩🇰", ["🇩🇪", "", "🇩🇰"]),
    ("a\r\n", "a\n", ["a\r\n", "a", "a\n"]),
    ("e", "e\u{301}", ["e", "", "e\u{301}"]),
    ("\u{E9}", "e\u{301}", ["\u{E9}", "", "e\u{301}"]),
    ("नमस्ते", "नम", ["नमस्ते", "नम"]),
    ("مر", "مرح", ["مر", "مرح"]),
  ])
  func `each step is one grapheme cluster`(source: String, target: String, frames: [String]) throws {
    let typing = try TypewriterInterpolator().prepare(from: source, to: target)
    for (step, frame) in frames.enumerated() {
      let progress = Double(step) / Double(frames.count - 1)
      #expect(typing.bytes(at: progress) == Array(frame.utf8), "step \(step)")
    }
  }

  @Test(arguments: [
    (0.0, ""), (0.2499, ""), (0.25, "a"), (0.4999, "a"), (0.5, "ab"), (0.9999, "abc"), (1, "abcd"), (1.2, "abcd"),
  ])
  func `a character appears when its share of the progress is complete`(progress: Double, text: String) throws {
    #expect(try TypewriterInterpolator().prepare(from: "", to: "abcd").text(at: progress) == text)
  }

  @Test func `a step is never late by a rounding error`() throws {
    for length in 1...300 {
      let typing = try TypewriterInterpolator().prepare(from: "", to: String(repeating: "x", count: length))
      for step in 0...length {
        #expect(typing.bytes(at: Double(step) / Double(length)).count == step, "step \(step) of \(length)")
      }
    }
  }

  @Test func `every character of a frame belongs to the source or the target`() throws {
    for (source, target) in OddTexts.pairs {
      let typing = try TypewriterInterpolator().prepare(from: source, to: target)
      let known = Set((Array(source) + Array(target)).map { Array($0.utf8) })
      for step in 0...60 {
        let frame = typing.text(at: Double(step) / 60)
        #expect(frame.allSatisfy { known.contains(Array($0.utf8)) }, "\(source) → \(target): \(frame)")
      }
    }
  }

  @Test(arguments: [("Hello", "Help!", 0.125), ("", "ab", 0.25), ("same", "same", 0.5)])
  func `the threshold is half a step`(source: String, target: String, threshold: Double) throws {
    #expect(try TypewriterInterpolator().prepare(from: source, to: target).threshold == threshold)
  }
}
