public import TextBytes

/// A text between two texts that shows a number which can be told by itself.
public protocol ValueInterpolation: TextInterpolation {
  /// Appends the first animated number at `progress`, rounded as it is shown, in plain digits: `-1234.50`.
  func writeValue(at progress: Double, to text: inout UTF8Buffer)
}
