import Testing
import Timing

struct EasingVectorTests {
  @Test func `easings agree with Chromium`() throws {
    for row in try Vectors.load("easing", as: Vectors.EasingRow.self) {
      let easing = try #require(try CurveCatalog.standard.curve(row.curve) as? any Easing, "\(row.curve)")
      for point in row.points {
        // At a jump either neighbour is right.
        let near = [0, -1e-9, 1e-9].map { easing.progress(at: min(max(point[0] + $0, 0), 1)) }
        #expect(near.contains { abs($0 - point[1]) < 1e-5 }, "\(row.curve) at \(point[0])")
      }
    }
  }

  @Test func `what is an easing is what Chromium takes for one`() throws {
    for row in try Vectors.load("easing_syntax", as: Vectors.SyntaxRow.self) where !row.curve.hasPrefix("spring(") {
      let isValid = (try? CurveCatalog.standard.curve(row.curve)) != nil
      #expect(isValid == row.valid, "\(row.curve)")
    }
  }

  // CSS Syntax 3: comments may stand anywhere between tokens, and the end of the text closes what is open.
  @Test(arguments: [
    ("ease/**/", true), ("/* a */ease-out", true), ("cubic-bezier(0,0/**/,1,1)", true), ("cubic-bezier(0,0,1,1", true),
    ("steps(3, start", true), ("linear(0 10%20%, 1)", true), ("linear(0,1%0)", true), ("ease ease", false),
    ("ease,", false), ("cubic-bezier(0,0,1,1))", false), ("steps(3,start,end)", false), ("linear(0 0% 0 0%, 1)", false),
    ("steps(3.0)", false), ("cubic-bezier(.5.5,0,1)", false), ("steps(2,JUMP-NONE)", true), ("ease()", false),
    ("steps", false), ("linear(0,1) ease", false), ("EASEIN", false), ("easein", false), ("ease-in\u{a0}", false),
  ])
  func `a text is cut as CSS cuts it`(text: String, isValid: Bool) {
    #expect(((try? CurveCatalog.standard.curve(text)) != nil) == isValid)
  }

  @Test func `a name that is none is told`() {
    let error = #expect(throws: CurveSyntaxError.self) { try CurveCatalog.standard.curve("easeOutQad(3)") }
    #expect(error?.unknownName == "easeOutQad")
    #expect(error?.description == "has no curve called `easeOutQad`")
  }
}
