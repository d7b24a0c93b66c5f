extension CurveCatalog {
  /// UICountingLabel's modes; its bounces are Penner's.
  static let countingEntries: [CurveEntry] =
    EasingDirection.allCases.map { direction in
      CurveEntry(
        "ease" + direction.title, kind: .counting, parameters: [CurveParameter("rate", 3, in: 0.1...20)],
        summary: "A power of time, \(direction.summary); `\(direction.keyword)` is CSS's Bézier.",
        example: "ease\(direction.title)(2.5)"
      ) { Directed(Power($0["rate"]), direction) }
    } + [
      CurveEntry(
        "easeInBounceAsShipped", kind: .counting,
        summary: "UICountingLabel's EaseInBounce with its mistake: from the target to its mirror image, then a leap."
      ) { _ in Directed(MistakenBounce(), .in) }
    ]

  /// Penner's thirty.
  static let pennerEntries: [CurveEntry] = EasingDirection.allCases.flatMap { direction in
    [
      penner("Quad", "A square", direction) { _ in Directed(Power(2), direction) },
      penner("Cubic", "A cube", direction) { _ in Directed(Power(3), direction) },
      penner("Quart", "A fourth power", direction) { _ in Directed(Power(4), direction) },
      penner("Quint", "A fifth power", direction) { _ in Directed(Power(5), direction) },
      penner("Sine", "A sine wave", direction) { _ in Directed(Sine(), direction) },
      penner("Expo", "A power of two", direction) { _ in Directed(Exponential(), direction) },
      penner("Circ", "A circle", direction) { _ in Directed(Circular(), direction) },
      penner("Back", "Overshoots", direction, [CurveParameter("overshoot", Back.standardOvershoot, in: 0...20)]) {
        let back = Back(overshoot: $0["overshoot"])
        return Directed(direction == .inOut ? back.scaledForInOut : back, direction)
      },
      penner(
        "Elastic", "Swings", direction,
        [
          CurveParameter("amplitude", 1, in: 1...10),
          CurveParameter("period", direction == .inOut ? 0.45 : 0.3, in: 0.01...10),
        ]
      ) { Directed(Elastic(amplitude: $0["amplitude"], period: $0["period"]), direction) },
      penner("Bounce", "Bounces", direction) { _ in Directed(Bounce(), direction) },
    ]
  }

  private static func penner(
    _ family: String, _ motion: String, _ direction: EasingDirection, _ parameters: [CurveParameter] = [],
    make: @escaping @Sendable (CurveArguments) -> any TimingCurve
  ) -> CurveEntry {
    CurveEntry(
      "ease" + direction.title + family, kind: .penner, parameters: parameters,
      summary: "\(motion), \(direction.summary).", make: make)
  }
}

extension EasingDirection {
  fileprivate var title: String {
    switch self {
    case .in: "In"
    case .out: "Out"
    case .inOut: "InOut"
    }
  }

  /// CSS's keyword for a motion like it.
  fileprivate var keyword: String {
    switch self {
    case .in: "ease-in"
    case .out: "ease-out"
    case .inOut: "ease-in-out"
    }
  }

  fileprivate var summary: String {
    switch self {
    case .in: "at the start"
    case .out: "at the end"
    case .inOut: "at both ends"
    }
  }
}
