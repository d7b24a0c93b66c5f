extension CurveCatalog.Entry {
  /// The names a style sheet knows, in lower case.
  static let cssNames: Set<String> = [
    "linear", "ease", "ease-in", "ease-out", "ease-in-out", "step-start", "step-end", "cubic-bezier", "steps",
  ]

  /// CSS Easing 2, and Core Animation's names for the same curves.
  static let css: [CurveCatalog.Entry] = [
    CurveCatalog.Entry(
      "linear", summary: "No easing; with stops, straight lines between them.", example: "linear(0, 0.25 75%, 1)",
      parse: { arguments throws(CurveSyntaxError) in
        try arguments.map { arguments throws(CurveSyntaxError) in try piecewise(arguments) } ?? LinearEasing()
      }),
    keyword("ease", .ease, "Fast, then slow: the default of CSS."),
    keyword("ease-in", .easeIn, "Slow at the start."),
    keyword("ease-out", .easeOut, "Slow at the end."),
    keyword("ease-in-out", .easeInOut, "Slow at both ends."),
    keyword("default", .ease, "Core Animation's name of `ease`."),
    keyword("easeInEaseOut", .easeInOut, "Core Animation's name of `ease-in-out`."),
    keyword("step-start", Steps(1, .jumpStart), "The target at once: `steps(1, start)`."),
    keyword("step-end", Steps(1, .jumpEnd), "The target at the end: `steps(1, end)`."),
    CurveCatalog.Entry(
      "cubic-bezier", summary: "A Bézier curve by its two control points; both x within 0…1.",
      example: "cubic-bezier(0.2, 0, 0, 1)", parse: bezier),
    CurveCatalog.Entry(
      "steps", summary: "A staircase: a number of steps, and start, end, jump-start, jump-end, jump-none or jump-both.",
      example: "steps(4, jump-none)", parse: steps),
  ]

  private static func keyword(_ name: String, _ curve: CubicBezier, _ summary: String) -> CurveCatalog.Entry {
    keyword(name, curve as any TimingCurve, summary)
  }

  private static func keyword(_ name: String, _ curve: any TimingCurve, _ summary: String) -> CurveCatalog.Entry {
    CurveCatalog.Entry(name, summary: summary, example: name) { arguments throws(CurveSyntaxError) in
      guard arguments == nil else { throw CurveSyntaxError("has parentheses after `\(name)`, which takes none") }
      return curve
    }
  }

  @Sendable private static func bezier(_ arguments: CurveArguments?) throws(CurveSyntaxError) -> any TimingCurve {
    let values = (arguments?.parts ?? []).compactMap { part -> Double? in
      if part.count == 1, case .number(let value, _) = part[0] { value } else { nil }
    }
    guard let arguments, arguments.parts.count == 4, values.count == 4 else {
      throw CurveSyntaxError("needs four numbers in `cubic-bezier()`")
    }
    guard (0...1).contains(values[0]), (0...1).contains(values[2]) else {
      throw CurveSyntaxError("needs the first and third number of `cubic-bezier()` within 0…1")
    }
    return CubicBezier(values[0], values[1], values[2], values[3])
  }

  @Sendable private static func steps(_ arguments: CurveArguments?) throws(CurveSyntaxError) -> any TimingCurve {
    let parts = arguments?.parts ?? []
    guard (1...2).contains(parts.count), parts[0].count == 1, case .number(let count, isInteger: true) = parts[0][0],
      count >= 1
    else { throw CurveSyntaxError("needs a whole number above 0 in `steps()`") }
    var position = Steps.Position.jumpEnd
    if parts.count == 2 {
      guard parts[1].count == 1, case .identifier(let name) = parts[1][0], let named = Steps.Position(css: name) else {
        let names = Steps.Position.allCases.map(\.rawValue).joined(separator: ", ")
        throw CurveSyntaxError("needs start, end, \(names) as the second argument of `steps()`")
      }
      position = named
    }
    guard position != .jumpNone || count >= 2 else {
      throw CurveSyntaxError("needs two steps at least in `steps()` with `jump-none`")
    }
    return Steps(Int(min(count, 1e9)), position)
  }

  private static func piecewise(_ arguments: CurveArguments) throws(CurveSyntaxError) -> any TimingCurve {
    var stops: [PiecewiseLinear.Stop] = []
    for part in arguments.parts {
      guard let stop = PiecewiseLinear.Stop(part) else {
        throw CurveSyntaxError("needs a number with at most two percentages for each stop of `linear()`")
      }
      stops.append(stop)
    }
    guard stops.count >= 2 else { throw CurveSyntaxError("needs two stops at least in `linear()`") }
    return PiecewiseLinear(stops)
  }
}

extension Steps.Position {
  fileprivate init?(css name: String) {
    switch name.lowercased() {
    case "start": self = .jumpStart
    case "end": self = .jumpEnd
    case let name: self.init(rawValue: name)
    }
  }
}

extension PiecewiseLinear.Stop {
  /// `<number> && <percentage>{0,2}`: the number before or after the percentages.
  fileprivate init?(_ tokens: [CurveToken]) {
    var output: Double?
    var inputs: [Double] = []
    var isClosed = false
    for token in tokens where token != .whitespace {
      switch token {
      case .number(let value, _) where output == nil:
        output = value
        isClosed = !inputs.isEmpty
      case .percentage(let value) where inputs.count < 2 && !isClosed: inputs.append(value)
      default: return nil
      }
    }
    guard let output else { return nil }
    self.init(output: output, inputs: inputs)
  }
}
