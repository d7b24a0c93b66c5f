import Testing
import Timing

struct SpellingTests {
  @Test(arguments: [
    ("cuve", "curve"), ("Curve", "curve"), ("form", "from"), ("frm", "from"), ("durration", "duration"),
    ("fp", "fps"), ("interpolatoin", "interpolation"),
  ])
  func `a slip of the fingers finds the name that was meant`(typed: String, meant: String) {
    let names = ["from", "to", "curve", "duration", "fps", "interpolation"]
    #expect(Spelling.nearest(to: typed, among: names) == meant)
  }

  @Test(arguments: ["colour", "x", "", "ab", String(repeating: "a", count: 100_000)])
  func `what resembles nothing has no suggestion`(typed: String) {
    #expect(Spelling.nearest(to: typed, among: ["from", "to", "curve", "duration"]) == nil)
  }
}
