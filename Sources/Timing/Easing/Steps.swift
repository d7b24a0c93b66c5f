/// A staircase (CSS Easing 2 section 2.3, `steps()`).
public struct Steps: Easing {
  /// Where the jumps are.
  public enum Position: String, CaseIterable, Sendable {
    /// The first jump is at the start.
    case jumpStart = "jump-start"
    /// The last jump is at the end.
    case jumpEnd = "jump-end"
    /// No jump is at either end; this takes two steps at least.
    case jumpNone = "jump-none"
    /// A jump is at both ends.
    case jumpBoth = "jump-both"
  }

  /// The number of steps, at least 1.
  public let count: Int
  /// Where the jumps are.
  public let position: Position

  /// Creates a staircase.
  public init(_ count: Int, _ position: Position = .jumpEnd) {
    self.count = max(count, position == .jumpNone ? 2 : 1)
    self.position = position
  }

  /// The level of the step; at a jump the upper one.
  public func progress(at fraction: Double) -> Double {
    let clamped = min(max(fraction, 0), 1)
    let jumps = Double(count) + (position == .jumpBoth ? 1 : position == .jumpNone ? -1 : 0)
    let isEarly = position == .jumpStart || position == .jumpBoth
    let step = (clamped * Double(count)).rounded(.down) + (isEarly ? 1 : 0)
    return min(step, jumps) / jumps
  }

  /// Always 0: between jumps nothing moves.
  public func slope(at fraction: Double) -> Double { 0 }
}
