extension CurveCatalog {
  static let springEntries: [CurveEntry] = physicalSprings + perceptualSprings

  /// Springs by their physics; `spring` tries the parameters of each entry in this order.
  private static let physicalSprings: [CurveEntry] = [
    CurveEntry(
      "spring", kind: .spring,
      parameters: [
        CurveParameter("mass", 1, in: 0.01...1000), CurveParameter("stiffness", 100, in: 0.01...1_000_000),
        CurveParameter("damping", 10, in: 0...100_000), velocity,
      ],
      summary: "A mass on a spring: CASpringAnimation.", example: "spring(mass: 1, stiffness: 100, damping: 10)"
    ) {
      Spring(mass: $0["mass"], stiffness: $0["stiffness"], damping: $0["damping"], velocity: $0["velocity"])
    },
    CurveEntry(
      "spring", kind: .spring, parameters: [seconds("duration"), CurveParameter("bounce", 0, in: -0.99...1), velocity],
      summary: "A spring by its perceptual duration: SwiftUI.", example: "spring(duration: 0.5, bounce: 0.3)"
    ) { Spring(duration: $0["duration"], bounce: $0["bounce"], velocity: $0["velocity"]) },
    CurveEntry(
      "spring", kind: .spring,
      parameters: [seconds("response"), CurveParameter("dampingFraction", 0.825, in: 0...100), velocity],
      summary: "A spring by its response: SwiftUI.", example: "spring(response: 0.5, dampingFraction: 0.8)"
    ) { Spring(response: $0["response"], dampingFraction: $0["dampingFraction"], velocity: $0["velocity"]) },
    CurveEntry(
      "spring", kind: .spring, parameters: [CurveParameter("dampingRatio", nil, in: 0.01...1), velocity],
      summary: "A spring that settles when its duration is over, which must be given: UIView.",
      example: "spring(dampingRatio: 0.4, velocity: -1)"
    ) { FittedSpring(dampingRatio: $0["dampingRatio"], velocity: $0["velocity"]) },
    CurveEntry(
      "pop", kind: .spring,
      parameters: [CurveParameter("bounciness", 4, in: 0...20), CurveParameter("speed", 12, in: 0...20), velocity],
      summary: "A spring by its bounciness and speed: Facebook POP.", example: "pop(10, 12)"
    ) { Spring(bounciness: $0["bounciness"], speed: $0["speed"], velocity: $0["velocity"]) },
  ]

  /// SwiftUI's presets.
  private static let perceptualSprings: [CurveEntry] = [
    preset("smooth", bounce: 0, "no"),
    preset("snappy", bounce: 0.15, "a little"),
    preset("bouncy", bounce: 0.3, "much"),
  ]

  private static func preset(_ name: String, bounce: Double, _ amount: String) -> CurveEntry {
    CurveEntry(
      name, kind: .spring,
      parameters: [seconds("duration"), CurveParameter("extraBounce", 0, in: (-0.99 - bounce)...(1 - bounce))],
      summary: "A spring with \(amount) bounce: SwiftUI.", example: "\(name)(duration: 0.5, extraBounce: 0.1)"
    ) { Spring(duration: $0["duration"], bounce: bounce + $0["extraBounce"]) }
  }

  static let decayEntries: [CurveEntry] = [
    CurveEntry(
      "decay", kind: .decay,
      parameters: [
        CurveParameter("velocity", nil, in: -1e12...1e12), CurveParameter("deceleration", 0.998, in: 0.5...0.9999),
      ],
      summary: "A push of so many units per second that friction slows, to wherever it comes to rest: Facebook POP.",
      example: "decay(velocity: 1000)"
    ) { Decay(velocity: $0["velocity"], deceleration: $0["deceleration"]) }
  ]

  private static let velocity = CurveParameter("velocity", 0, in: -1000...1000)

  private static func seconds(_ name: String) -> CurveParameter {
    CurveParameter(name, 0.5, in: 0.01...60, isTime: true)
  }
}
