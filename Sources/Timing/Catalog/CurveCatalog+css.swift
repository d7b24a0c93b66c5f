extension CurveCatalog {
  static let cssEntries: [CurveEntry] = [
    .keyword("linear", .css, "Constant speed.", Linear()),
    .keyword("ease", .css, "Fast start, slow end.", CubicBezier.ease),
    .keyword("ease-in", .css, "Slow start.", CubicBezier.easeIn),
    .keyword("ease-out", .css, "Slow end.", CubicBezier.easeOut),
    .keyword("ease-in-out", .css, "Slow start and end: a Bézier, where `easeInOut` is a power.", CubicBezier.easeInOut),
    .keyword("step-start", .css, "One jump at the start.", Steps(1, .jumpStart)),
    .keyword("step-end", .css, "One jump at the end.", Steps(1)),
    CurveEntry(
      "cubic-bezier", .css, [.time("x1"), .progress("y1"), .time("x2"), .progress("y2")],
      "A curve drawn by two control points.", "cubic-bezier(0.34, 1.56, 0.64, 1)",
      .notation { cursor throws(CurveSyntaxError) in try CubicBezier(css: &cursor) }),
    CurveEntry(
      "linear", .css, [], "Straight lines between stops: a progress each, with up to two percentages.",
      "linear(0, 0.7 25%, 1)",
      .notation { cursor throws(CurveSyntaxError) in try PiecewiseLinear(css: &cursor) }),
    CurveEntry(
      "steps", .css, [CurveParameter("count", nil, in: 1...Double(Int32.max))],
      "Equal jumps: at the end of each step, or as jump-start, jump-end, jump-none or jump-both say.",
      "steps(4, jump-none)",
      .notation { cursor throws(CurveSyntaxError) in try Steps(css: &cursor) }),
  ]

  static let coreAnimationEntries: [CurveEntry] = [
    .keyword("default", .coreAnimation, "The same as `ease`.", CubicBezier.ease),
    .keyword("easeInEaseOut", .coreAnimation, "The same as `ease-in-out`.", CubicBezier.easeInOut),
  ]
}

extension CurveEntry {
  fileprivate static func keyword(
    _ name: String, _ kind: Kind, _ summary: String, _ curve: any TimingCurve
  ) -> CurveEntry {
    CurveEntry(name, kind, [], summary, name, .keyword(curve))
  }
}

extension CurveParameter {
  fileprivate static func time(_ name: String) -> CurveParameter {
    CurveParameter(name, nil, in: 0...1)
  }

  fileprivate static func progress(_ name: String) -> CurveParameter {
    let limit = Double(Float.greatestFiniteMagnitude)
    return CurveParameter(name, nil, in: -limit...limit)
  }
}
