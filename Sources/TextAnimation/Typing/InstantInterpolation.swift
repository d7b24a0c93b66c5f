public import TextBytes

/// A text that changes at once, for an animation that moves whole labels instead of their characters.
public struct InstantInterpolation: TextInterpolation {
  private let target: [UInt8]

  /// Creates the change to a text.
  public init(to target: String) {
    self.target = Array(target.utf8)
  }

  /// The target.
  public func write(at progress: Double, to text: inout UTF8Buffer) {
    text.append(contentsOf: target)
  }

  /// Those of the target.
  public var byteCount: Int { target.capacity }

  /// A thousandth, which suits the labels that move, since the text itself does not change.
  public var threshold: Double { 0.001 }
}
