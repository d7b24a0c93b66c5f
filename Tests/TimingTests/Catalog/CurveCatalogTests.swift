import Testing
import Timing

@Test func `every entry's example and defaults can be read`() throws {
  for entry in CurveCatalog.standard.entries {
    _ = try CurveCatalog.standard.curve(entry.example)
    #expect(!entry.summary.isEmpty)
    for parameter in entry.parameters {
      #expect(parameter.defaultValue.map(parameter.range.contains) ?? true)
      #expect(parameter.range.lowerBound.isFinite && parameter.range.upperBound.isFinite)
    }
    if entry.parameters.allSatisfy({ $0.defaultValue != nil }) { _ = try CurveCatalog.standard.curve(entry.name) }
  }
}

@Test func `Penner's thirty are thirty`() {
  #expect(CurveCatalog.standard.entries.filter { $0.kind == .penner }.count == 30)
}

@Test(arguments: [
  ("eseOutQuad", "There is no curve `eseOutQuad`; did you mean `easeOutQuad`?"),
  ("easein", "There is no curve `easein`; did you mean `easeIn`?"),
  ("cubic-beizer(0, 0, 1, 1)", "There is no curve `cubic-beizer`; did you mean `cubic-bezier`?"),
  ("xyzzy", "There is no curve `xyzzy`."),
  ("", "A curve begins with its name, not the end."),
  ("5", "A curve begins with its name, not `5`."),
  ("ease in", "Nothing can follow a curve, but `in` does."),
  ("ease()", "`ease` takes no arguments."),
  ("steps", "`steps` needs arguments, as in `steps(4, jump-none)`."),
  ("steps(2.5)", "`steps()` needs a whole number from 1 on, not `2.5`."),
  ("steps(3 start)", "`steps` needs a comma or `)` after an argument, not `start`."),
  ("steps(3, strt)", "There is no position `strt`; did you mean `start`?"),
  ("steps(1, jump-none)", "`steps()` needs at least 2 steps with `jump-none`, not 1."),
  ("cubic-bezier(2, 0, 1, 1)", "`cubic-bezier()` needs x1 from 0 to 1, not 2."),
  ("cubic-bezier(0, 0, 1)", "`cubic-bezier()` needs a comma after x2, not `)`."),
  ("linear(0)", "`linear()` needs at least two stops, as in `linear(0, 0.3 20%, 1)`."),
  ("linear(0, 50%)", "`linear()` needs a number in each stop, not `)`."),
  ("spring(duration: 1, bounse: 0)", "There is no parameter `bounse`; did you mean `bounce`?"),
  (
    "spring(mass: 1, bounce: 0)",
    "`spring` takes mass, stiffness, damping, velocity; or duration, bounce, velocity; or "
      + "response, dampingFraction, velocity; or dampingRatio, velocity."
  ),
  ("spring(mass: 0)", "`spring` needs `mass` from 0.01 to 1000, not 0."),
  ("spring(1, mass: 2)", "`spring` is given `mass` twice."),
  ("spring(mass: 1, 2)", "`spring` needs a name for each argument after the first named one, not `2`."),
  ("spring(mass 1)", "`spring` needs a colon after `mass`, not `1`."),
  ("spring(mass: 1s)", "`spring` takes `mass` without a unit."),
  ("spring(duration: 1min)", "`spring` needs a number, not `1min`."),
  ("spring(velocity: 50%)", "`spring` needs a number, not `50%`."),
  ("decay", "`decay` needs a value for `velocity`."),
  ("easeInQuad(3)", "`easeInQuad` takes no arguments."),
])
func `an error names what is wrong`(text: String, message: String) {
  #expect(throws: CurveSyntaxError(message)) { try CurveCatalog.standard.curve(text) }
}

@Test func `an error repeats no more than forty characters`() throws {
  let error = #expect(throws: CurveSyntaxError.self) {
    try CurveCatalog.standard.curve(String(repeating: "e\u{301}", count: 9000))
  }
  #expect(try #require(error).message.unicodeScalars.count < 80)
}

@Test(arguments: ["spring(1, 100, 10, 0)", "spring(1, stiffness: 100)", "spring()", "spring(velocity: 0, damping: 10)"])
func `arguments may have names or not, and any order with them`(text: String) throws {
  #expect(try CurveCatalog.standard.curve(text) as? Spring == Spring())
}

@Test func `names choose among the springs`() throws {
  #expect(try spring("spring(bounce: 0.3)") == Spring(duration: 0.5, bounce: 0.3))
  #expect(try spring("spring(response: 200ms)") == Spring(response: 0.2))
  #expect(try spring("pop(speed: 3)") == Spring(bounciness: 4, speed: 3))
  #expect(
    try CurveCatalog.standard.curve("spring(dampingRatio: .4, velocity: -1)") as? FittedSpring
      == FittedSpring(dampingRatio: 0.4, velocity: -1))
  #expect(try CurveCatalog.standard.curve("decay(7)") as? Decay == Decay(velocity: 7))
}

@Test func `a registered curve is read, listed and tried first`() throws {
  var catalog = CurveCatalog.standard
  let rate = CurveParameter("rate", 2, in: 1...9)
  catalog.register(CurveEntry("ease", parameters: [rate], summary: "Mine.") { Directed(.power($0["rate"]), .in) })
  catalog.register(
    CurveEntry("none-at-all", summary: "Fails.") { _ throws(CurveSyntaxError) in throw CurveSyntaxError("Never.") })
  #expect(try catalog.curve("ease").position(at: 0.5, duration: 1) == 0.25)
  #expect(try catalog.curve("ease(rate: 3)").position(at: 0.5, duration: 1) == 0.125)
  #expect(try catalog.curve("ease-in") is CubicBezier)
  #expect(throws: CurveSyntaxError("Never.")) { try catalog.curve("none-at-all") }
  #expect(throws: CurveSyntaxError.self) { try CurveCatalog().curve("ease") }
}

@Test func `sixty thousand characters are read in passing`() throws {
  let stops = (0..<12_000).map { "0.\($0)" }.joined(separator: ",")
  let curve = try #require(try CurveCatalog.standard.curve("linear(\(stops))") as? PiecewiseLinear)
  #expect(curve.points.count == 12_000)
  for text in [String(repeating: "(", count: 60_000), String(repeating: "/*", count: 30_000), "steps(" + stops] {
    #expect(throws: CurveSyntaxError.self) { try CurveCatalog.standard.curve(text) }
  }
}

private func spring(_ text: String) throws -> Spring? {
  try CurveCatalog.standard.curve(text) as? Spring
}
