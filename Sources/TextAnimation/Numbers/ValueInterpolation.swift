public import TextBytes

/// A text between two texts that shows a number which can be told by itself.
public protocol ValueInterpolation: TextInterpolation {
  /// Appends the first animated number at `progress`, rounded as it is shown, in plain digits: `-1234.50`.
  func writeValue(at progress: Double, to text: inout UTF8Buffer)
}

extension Animation {
  /// The digits that each frame's text is computed from one by one; 0 where machine words hold its numbers.
  public var exactDigits: Int {
    guard case .interpolated(let interpolation, _) = content else { return 0 }
    return interpolation.exactDigits
  }
}
