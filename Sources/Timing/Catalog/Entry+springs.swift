extension CurveCatalog.Entry {
  /// Springs in every family of parameters.
  static let springs: [CurveCatalog.Entry] = [
    CurveCatalog.Entry(
      "spring", physical,
      summary: """
        A spring: (mass, stiffness, damping, velocity) as in Core Animation, (duration:, bounce:) or \
        (response:, dampingFraction:) as in SwiftUI, (dampingRatio:, velocity:) with a duration as in UIView.
        """,
      example: "spring(duration: 0.5, bounce: 0.3)", parse: spring),
    preset("smooth", bounce: 0, "SwiftUI's spring without bounce."),
    preset("snappy", bounce: 0.15, "SwiftUI's spring with a small bounce."),
    preset("bouncy", bounce: 0.3, "SwiftUI's spring with a good bounce."),
    CurveCatalog.Entry(
      "pop", [CurveParameter("bounciness", 4, in: 0...20), CurveParameter("speed", 12, in: 0...20)],
      summary: "POP's spring by bounciness and speed, each 0 to 20."
    ) { Spring(bounciness: $0[0], speed: $0[1]) },
  ]

  private static let velocity = CurveParameter("velocity", 0, in: -1000...1000)

  private static let physical = [
    CurveParameter("mass", 1, in: 0.001...1e6), CurveParameter("stiffness", 100, in: 0.001...1e9),
    CurveParameter("damping", 10, in: 0...1e9), velocity,
  ]

  private static func preset(_ name: String, bounce: Double, _ summary: String) -> CurveCatalog.Entry {
    CurveCatalog.Entry(
      name, [CurveParameter("duration", 0.5, in: 0.01...60), CurveParameter("extraBounce", 0, in: -1...1)],
      summary: summary
    ) { Spring(duration: $0[0], bounce: min(max(bounce + $0[1], -1), 1)) }
  }

  /// The names of the arguments tell the family.
  @Sendable private static func spring(_ arguments: CurveArguments?) throws(CurveSyntaxError) -> any TimingCurve {
    let arguments = arguments ?? CurveArguments(tokens: [])
    let names = arguments.names
    if !names.isDisjoint(with: ["duration", "bounce"]) {
      let values = try arguments.numbers(
        [CurveParameter("duration", 0.5, in: 0.01...60), CurveParameter("bounce", 0, in: -1...1), velocity],
        of: "spring")
      return Spring(duration: values[0], bounce: values[1], velocity: values[2])
    }
    if !names.isDisjoint(with: ["response", "dampingFraction"]) {
      let parameters = [
        CurveParameter("response", 0.5, in: 0.01...60), CurveParameter("dampingFraction", 0.825, in: 0...100), velocity,
      ]
      let values = try arguments.numbers(parameters, of: "spring")
      return Spring(response: values[0], dampingFraction: values[1], velocity: values[2])
    }
    if names.contains("dampingRatio") {
      let values = try arguments.numbers([CurveParameter("dampingRatio", 1, in: 0.01...1), velocity], of: "spring")
      return FittedSpring(dampingRatio: values[0], velocity: values[1])
    }
    let values = try arguments.numbers(physical, of: "spring")
    return Spring(mass: values[0], stiffness: values[1], damping: values[2], velocity: values[3])
  }
}
