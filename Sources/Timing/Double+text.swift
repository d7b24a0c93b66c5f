import RealModule

extension Double {
  /// The nearest number with so many digits after the point.
  func rounded(digits: Int) -> Double {
    let scale = Double.pow(10, digits)
    return (self * scale).rounded() / scale
  }

  /// The shortest text that reads back as the same number, without a fraction where it has none.
  var shortest: String {
    let text = "\(self == 0 ? 0 : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
