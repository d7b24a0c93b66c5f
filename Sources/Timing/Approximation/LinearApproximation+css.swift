extension LinearApproximation {
  /// The lines as CSS writes them: `linear(0, 0.25 75%, 1)` (CSS Easing 2 section 2.1).
  ///
  /// Percentages that follow from the position in the list are left out, and a level stretch is one stop with two; two stops are the
  /// fewest that CSS takes.
  public var cssText: String {
    var parts: [String] = []
    var rest = stops[...]
    while let stop = rest.popFirst() {
      var percentages = [stop.percentage]
      if stops.count > 2, let next = rest.first, next.progress == stop.progress {
        percentages.append(next.percentage)
        rest.removeFirst()
      }
      let isImplied = percentages == (parts.isEmpty ? [0] : [100]) && (parts.isEmpty || rest.isEmpty)
      let places = isImplied ? [] : percentages.map { "\(Self.decimal($0))%" }
      parts.append(([Self.decimal(stop.progress)] + places).joined(separator: " "))
    }
    return "linear(\(parts.joined(separator: ", ")))"
  }

  /// Swift's shortest decimal, which is a number of CSS too, without a needless `.0`.
  private static func decimal(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
