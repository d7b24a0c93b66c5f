import Testing
import TextAnimation
import Interpolation

struct TransitionEffectTests {
  @Test(arguments: [
    ("fadeIn", 1), ("fadeOut", 2), ("zoomIn", 4), ("zoomOut", 8), ("scrollUp", 16), ("scrollDown", 32),
    ("crossFade", 3), ("scaleFadeIn", 7), ("scaleFadeOut", 11),
    ("crossFade,scrollUp", 19), ("fadeIn|fadeOut", 3), ("fadeIn , zoomOut|scrollDown", 41), ("zoomIn,zoomIn", 4),
  ])
  func `names stand for the seed's bits`(text: String, bits: UInt8) throws {
    #expect(try TransitionEffect(parsing: text).rawValue == bits)
  }

  @Test(arguments: [
    ("", [""]), ("fade", ["fade"]), ("FadeIn", ["FadeIn"]), ("fadeIn,,zoomIn", [""]), ("fadeIn|", [""]),
    ("fade In", ["fade In"]), ("spin,fadeIn,warp", ["spin", "warp"]),
  ])
  func `every unknown name is a problem`(text: String, names: [String]) throws {
    let error = #expect(throws: InvalidMembers.self) { try TransitionEffect(parsing: text) }
    let problems = try #require(error).problems
    #expect(problems.map(\.member) == names.map { _ in "effect" })
    #expect(zip(problems, names).allSatisfy { $0.reason.hasSuffix("not `\($1)`") })
  }

  private static let looks: [(effect: TransitionEffect, exit: [LabelAppearance], enter: [LabelAppearance])] = [
    (TransitionEffect(), [LabelAppearance(), LabelAppearance()], [LabelAppearance(), LabelAppearance()]),
    (.fadeIn, [LabelAppearance(), LabelAppearance()], [LabelAppearance(opacity: 0), LabelAppearance()]),
    (.fadeOut, [LabelAppearance(), LabelAppearance(opacity: 0)], [LabelAppearance(), LabelAppearance()]),
    (.zoomIn, [LabelAppearance(), LabelAppearance()], [LabelAppearance(scale: 0.5), LabelAppearance()]),
    (.zoomOut, [LabelAppearance(), LabelAppearance(scale: 1.5)], [LabelAppearance(), LabelAppearance()]),
    (.scrollUp, [LabelAppearance(), LabelAppearance(offsetY: -1)], [LabelAppearance(offsetY: 1), LabelAppearance()]),
    (
      .scrollDown, [LabelAppearance(), LabelAppearance(offsetY: 1)], [LabelAppearance(offsetY: -1), LabelAppearance()]
    ),
    (
      [.scrollUp, .scrollDown], [LabelAppearance(), LabelAppearance(offsetY: 1)],
      [LabelAppearance(offsetY: -1), LabelAppearance()]
    ),
    (.crossFade, [LabelAppearance(), LabelAppearance(opacity: 0)], [LabelAppearance(opacity: 0), LabelAppearance()]),
    (
      .scaleFadeIn, [LabelAppearance(), LabelAppearance(opacity: 0)],
      [LabelAppearance(opacity: 0, scale: 0.5), LabelAppearance()]
    ),
    (
      .scaleFadeOut, [LabelAppearance(), LabelAppearance(opacity: 0, scale: 1.5)],
      [LabelAppearance(opacity: 0), LabelAppearance()]
    ),
  ]

  @Test(arguments: looks)
  func `each effect has the seed's start and end`(
    effect: TransitionEffect, exit: [LabelAppearance], enter: [LabelAppearance]
  ) {
    let transition = Transition(effect)
    #expect([0, 1].map { transition.labels(at: $0).exit } == exit)
    #expect([0, 1].map { transition.labels(at: $0).enter } == enter)
  }

  @Test func `half way is half way`() {
    let (exit, enter) = Transition([.crossFade, .zoomIn, .zoomOut, .scrollUp]).labels(at: 0.5)
    #expect(exit == LabelAppearance(opacity: 0.5, scale: 1.25, offsetY: -0.5))
    #expect(enter == LabelAppearance(opacity: 0.5, scale: 0.75, offsetY: 0.5))
  }

  @Test func `a spring carries scale and offset beyond their ends but not opacity`() {
    let transition = Transition([.crossFade, .zoomIn, .zoomOut, .scrollDown])
    #expect(transition.labels(at: 1.5).exit == LabelAppearance(opacity: 0, scale: 1.75, offsetY: 1.5))
    #expect(transition.labels(at: 1.5).enter == LabelAppearance(opacity: 1, scale: 1.25, offsetY: 0.5))
    #expect(transition.labels(at: -0.5).exit == LabelAppearance(opacity: 1, scale: 0.75, offsetY: -0.5))
    #expect(transition.labels(at: -0.5).enter == LabelAppearance(opacity: 0, scale: 0.25, offsetY: -1.5))
    #expect(transition.labels(at: -9).enter.scale == 0)
  }
}
