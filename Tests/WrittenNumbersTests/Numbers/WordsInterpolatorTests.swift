import WrittenNumbers
import Testing
import Interpolation
import TextBytes

struct WordsInterpolatorTests {
  // The first is the example of d3's `interpolateString`.
  @Test(arguments: [
    ("300 12px sans-serif", "500 36px Comic-Sans", "400 24px Comic-Sans"),
    ("10 apples", "20 pears and plums", "15 pears and plums"), ("about 1.50 m", "2.50 m or so", "2.00 m or so"),
    ("5 apples", "7 apples", "6 apples"), ("x1 y2", "x3 y4", "x2 y3"),
  ])
  func `words with numbers count and the others are the target's`(source: String, target: String, middle: String) throws
  {
    var text = UTF8Buffer()
    try NumbersInterpolator(.words).prepare(from: source, to: target).write(at: 0.5, to: &text)
    #expect(text.text() == middle)
  }

  @Test(arguments: [("12px wide", "36pt wide"), ("1 apple", "2 of 3 pears"), ("apples", "5 pears"), ("12px", "36pt")])
  func `a word counts to one that differs in its numbers only`(source: String, target: String) throws {
    let reason = #expect(throws: NotAnimatable.self) { try NumbersInterpolator().prepare(from: source, to: target) }
    #expect(throws: try #require(reason)) { try NumbersInterpolator(.words).prepare(from: source, to: target) }
  }
}
