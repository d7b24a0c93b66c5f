import TextAnimation

extension AnimationRequest {
  /// The parameters that have no effect.
  ///
  /// - Parameters:
  ///   - animation: What was prepared.
  ///   - interpolation: The interpolation that took the texts.
  /// - Returns: Those that change nothing about what was prepared.
  func warnings(about animation: Animation, by interpolation: String) -> [ParameterProblem] {
    var warnings: [ParameterProblem] = []
    func warn(_ name: String, _ detail: String) {
      warnings.append(ParameterProblem(parameter: name, detail: "has no effect \(detail)"))
    }
    // A program that embeds the service may have registered others that use the seed.
    let isKnown = interpolation == "none" || InterpolatorCatalog.standard[interpolation] != nil
    if seed != 0, isKnown, interpolation != "scramble" { warn("seed", "without `interpolation=scramble`") }
    if rounding != nil, animation.content.value == nil, isKnown, interpolation != "colors" {
      warn("rounding", "where no number counts")
    }
    if clamp != .none, !animation.isClamped { warn("clamp", "where nothing overshoots") }
    return warnings
  }
}
