public import TextBytes

/// A text between two texts that shows a number which can be told by itself.
public protocol ValueInterpolation: TextInterpolation {
  /// Appends the first animated number at `progress`, rounded as it is shown, in plain digits: `-1234.50`.
  func writeValue(at progress: Double, to text: inout UTF8Buffer)

  /// The digits of all numbers that are too long for machine words, at both ends: a text takes some 45 ns for each of them,
  /// and three times as much where the progress is next to nothing. By default there are none.
  var exactDigits: Int { get }
}

extension ValueInterpolation {
  /// No long numbers.
  public var exactDigits: Int { 0 }
}

extension Animation {
  /// The digits that each frame's text is computed from one by one; 0 where machine words hold its numbers.
  public var exactDigits: Int {
    content.value?.exactDigits ?? 0
  }
}
