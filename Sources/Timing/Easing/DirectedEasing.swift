/// Which end of an animation an easing slows.
public enum EasingDirection: String, CaseIterable, Sendable {
  /// Slow at the start: the family as it is.
  case easeIn
  /// Slow at the end: the family mirrored.
  case easeOut
  /// Slow at both ends: the family, then its mirror, each in half the time.
  case easeInOut
}

/// A family of easings, given as the one that is slow at the start, turned toward either end.
///
/// One formula serves three curves (Penner's `easeIn`, `easeOut`, `easeInOut`); both ends are exact.
public struct DirectedEasing<Family: Easing>: Easing {
  /// The easing that is slow at the start.
  public let family: Family
  /// Which end is slow.
  public let direction: EasingDirection

  /// Turns a family.
  public init(_ family: Family, _ direction: EasingDirection) {
    self.family = family
    self.direction = direction
  }

  /// The family's progress, mirrored or joined with its mirror.
  public func progress(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    return switch direction {
    case .easeIn: family.progress(at: fraction)
    case .easeOut: 1 - family.progress(at: 1 - fraction)
    case .easeInOut:
      fraction < 0.5 ? family.progress(at: 2 * fraction) / 2 : 1 - family.progress(at: 2 - 2 * fraction) / 2
    }
  }

  /// The family's slope, mirrored or joined with its mirror.
  public func slope(at fraction: Double) -> Double {
    switch direction {
    case .easeIn: family.slope(at: fraction)
    case .easeOut: family.slope(at: 1 - fraction)
    case .easeInOut: family.slope(at: fraction < 0.5 ? 2 * fraction : 2 - 2 * fraction)
    }
  }
}
