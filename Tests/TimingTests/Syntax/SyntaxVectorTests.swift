import Testing
import Timing

/// Names that are curves here and none to a browser.
private let own = ["spring(1,100,10,0)"]

@Test func `a text is a curve exactly where Chromium takes it`() throws {
  let rows = try Vectors.rows(of: "easing_syntax", as: Vectors.Syntax.self)
  #expect(rows.count == 192)
  for row in rows {
    #expect(isCurve(row.curve) == (row.valid || own.contains(row.curve)), "\(row.curve)")
  }
}

/// Where Chromium 156 takes what CSS refuses: after a number it skips one more that follows without a space.
private let skipped = ["linear(1e1.5 50%,1)"]

@Test func `math functions, escapes and white space are read as Chromium reads them`() throws {
  let rows = try Vectors.rows(of: "easing_syntax_more", as: Vectors.Syntax.self)
  #expect(rows.count == 1386)
  for row in rows where !skipped.contains(row.curve) {
    #expect(isCurve(row.curve) == row.valid, "\(row.curve.debugDescription)")
  }
}

@Test func `what math functions come to is what Chromium computes`() throws {
  let rows = try Vectors.rows(of: "easing_more", as: Vectors.Easing.self)
  #expect(rows.count > 300)
  for row in rows {
    let curve = try #require(try CurveCatalog.standard.curve(row.curve) as? any Easing)
    for point in row.points {
      let error = [0, -1e-12, 1e-12].map { abs(curve.progress(at: point[0] + $0) - point[1]) }.min() ?? .infinity
      #expect(error <= 1e-5 * max(1, abs(point[1])), "\(row.curve.debugDescription) at \(point[0])")
    }
  }
}

@Test func `math functions work in every argument, and their nesting has an end`() throws {
  let catalog = CurveCatalog.standard
  #expect(
    try catalog.curve("spring(duration: calc(1 / 2), bounce: min(.3, 1))") as? Spring
      == Spring(duration: 0.5, bounce: 0.3))
  #expect(isCurve("linear(0, " + String(repeating: "calc(", count: 50) + "1"))
  #expect(!isCurve("linear(0, " + String(repeating: "calc(", count: 5000) + "1"))
  #expect(!isCurve("linear(0, " + String(repeating: "(", count: 5000) + "1"))
}

/// By CSS Syntax 3 and CSS Easing 2; none of them in the recorded rows.
@Test(arguments: [
  "/**/ease", "ease/* not closed", " \t\n\u{C}ease\r\n", "e\\61se", "\\65 ase", "e\\000061 se", "cubic-bezier(0,0,1,1",
  "linear(0, 1", "steps(3, START)", "steps(3/**/,end)", "Steps(0003)", "steps(99999999999999999999)",
  "linear(0 10%20%,1)", "linear(0.5-20%, 1)", "linear(10% 20% 0, 1)", "linear(-0,+1)", "linear(0 1e3%, 1)",
  "linear(.5e1,1E-2)", "cubic-bezier(0,1e400,1,-1e400)", "cubic-bezier(1e-400,0,1,1)",
])
func `the rules of CSS take this`(text: String) {
  #expect(isCurve(text))
}

@Test(arguments: [
  "ease()", "ease ease", "ease,linear", "ease;", "ease)", "(ease)", "-ease", "--ease", "ease!important", "\"ease\"",
  "steps/**/(3)", "steps(3))", "steps(3.0)", "steps(3e0)", "steps(3px)", "steps(3%)", "steps(,3)", "steps(3,start,)",
  "steps(3,start end)", "steps(\"3\")", "cubic-bezier(0,0,1,1.)", "cubic-bezier(0 ,0, 1 1)", "linear(10% 0 20%, 1)",
  "linear(0 10% 1, 1)", "linear(0, 1, 10%)", "linear(0,,1)", "linear 0, 1", "l\u{131}near", "ea\u{17F}e",
  "step\u{2011}end",
  "linear\\", "ease\\\n", "steps(3;)", "inherit", "cubic-bezier(+ 0,0,1,1)", "linear(0 - 1)", "ease\u{0}", "\u{0}",
  "easein", "EASEINQUAD", "Spring", "springs", "frames(3)",
])
func `the rules of CSS refuse this`(text: String) {
  #expect(!isCurve(text))
}

@Test func `no text however broken does harm`() {
  let pieces = [
    "linear", "steps", "cubic-bezier", "spring", "decay", "(", ")", ",", ":", "%", "/*", "*/",
    "\\", "-", "+", ".", "e9",
    "1e999", "99999999999999999999999", "0", "mass", "duration", " ", "\u{0}", "é", "\u{1F600}", "s", "ms", "\"", "\n",
  ]
  var state: UInt64 = 7
  func next(below count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
  for _ in 0..<5000 {
    let text = (0...next(below: 12)).map { _ in pieces[next(below: pieces.count)] }.joined()
    guard let curve = try? CurveCatalog.standard.curve(text) else { continue }
    #expect(curve.position(at: 0.3, duration: 1).isFinite, "\(text)")
  }
}

private func isCurve(_ text: String) -> Bool {
  (try? CurveCatalog.standard.curve(text)) != nil
}
