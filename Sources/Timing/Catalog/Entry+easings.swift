extension CurveCatalog.Entry {
  /// UICountingLabel's counting modes.
  static let counting: [CurveCatalog.Entry] = {
    let rate = [CurveParameter("rate", 3, in: 0.01...100)]
    let endings: [(EasingDirection, String)] = [
      (.easeIn, "Slow at the start"), (.easeOut, "Slow at the end"), (.easeInOut, "Slow at both ends"),
    ]
    let powers = endings.map { direction, summary in
      CurveCatalog.Entry(direction.rawValue, rate, summary: "\(summary), by a power: UICountingLabel's mode.") {
        DirectedEasing(PowerEasing($0[0]), direction)
      }
    }
    return powers
  }()

  /// Penner's thirty.
  static let penner: [CurveCatalog.Entry] = EasingDirection.allCases.flatMap { direction in
    [
      family("Quad", direction, "a power of 2") { PowerEasing(2) },
      family("Cubic", direction, "a power of 3") { PowerEasing(3) },
      family("Quart", direction, "a power of 4") { PowerEasing(4) },
      family("Quint", direction, "a power of 5") { PowerEasing(5) },
      family("Sine", direction, "a quarter of a sine wave") { SineEasing() },
      family("Expo", direction, "ten doublings") { ExponentialEasing() },
      family("Circ", direction, "a quarter of a circle") { CircularEasing() },
      family("Bounce", direction, "four bounces") { BounceEasing() },
      CurveCatalog.Entry(
        "\(direction.rawValue)Back", [CurveParameter("overshoot", 1.70158, in: 0...100)],
        summary: "Penner: draws back before it goes."
      ) { values in
        // Penner's joined curve draws back as far as a single one only with a larger parameter.
        DirectedEasing(BackEasing(overshoot: values[0] * (direction == .easeInOut ? 1.525 : 1)), direction)
      },
      CurveCatalog.Entry(
        "\(direction.rawValue)Elastic",
        [
          CurveParameter("amplitude", 1, in: 1...100),
          CurveParameter("period", direction == .easeInOut ? 0.45 : 0.3, in: 0.01...10),
        ],
        summary: "Penner: swings like a rubber band."
      ) { DirectedEasing(ElasticEasing(amplitude: $0[0], period: $0[1]), direction) },
    ]
  }

  private static func family<Family: Easing>(
    _ name: String, _ direction: EasingDirection, _ what: String, _ make: @escaping @Sendable () -> Family
  ) -> CurveCatalog.Entry {
    CurveCatalog.Entry("\(direction.rawValue)\(name)", summary: "Penner: \(what).") { _ in
      DirectedEasing(make(), direction)
    }
  }
}
