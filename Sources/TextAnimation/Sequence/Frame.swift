/// One frame of a sequence.
public struct Frame: Equatable, Sendable {
  /// Its number, from 0.
  public var index: Int
  /// Seconds after the start of the sequence.
  public var time: Double
  /// The eased progress; overshoot leaves 0…1.
  public var progress: Double
  /// What the label shows.
  public var text: String
}
