extension Double {
  /// The nearest finite number: infinity becomes the greatest, NaN becomes 0.
  var finite: Double {
    if isFinite { return self }
    if isNaN { return 0 }
    return self < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }

  /// The nearest number within `range`; NaN becomes its lower end.
  func clamped(to range: ClosedRange<Double>) -> Double {
    // `max` of the standard library returns its first argument where the other is NaN.
    Swift.min(Swift.max(range.lowerBound, self), range.upperBound)
  }

  /// The nearest number within 0…1; NaN becomes 0.
  package var clampedToUnit: Double { self > 0 ? Swift.min(self, 1) : 0 }

  /// The shortest text that reads back as the same number, without a fraction where it has none.
  package var shortest: String {
    let text = "\(self == 0 ? 0 : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
