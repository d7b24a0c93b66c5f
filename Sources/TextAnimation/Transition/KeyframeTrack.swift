internal import Timing

/// One number of a label over the whole progress.
///
/// As in CSS (Animations 1, section 3), a list without a keyframe at 0 or at 1 has one there with the value at rest.
struct KeyframeTrack: Sendable {
  private struct Key {
    let at: Double
    let value: Double
    let curve: (any Easing)?
  }

  /// Ascending, from 0 to 1.
  private let keys: [Key]

  init(_ keyframes: [LabelKeyframe], _ member: (LabelKeyframe) -> Double?, rest: Double) {
    var keys = keyframes.compactMap { keyframe in
      member(keyframe).map { Key(at: keyframe.at, value: $0, curve: keyframe.curve) }
    }
    if keys.first?.at != 0 { keys.insert(Key(at: 0, value: rest, curve: nil), at: 0) }
    if keys.last?.at != 1 { keys.append(Key(at: 1, value: rest, curve: nil)) }
    self.keys = keys
  }

  /// The value at `progress`, where an overshoot prolongs the first and the last segment if they are linear.
  func value(at progress: Double) -> Double {
    let next = max(keys.firstIndex { $0.at > progress } ?? keys.count - 1, 1)
    let (start, end) = (keys[next - 1], keys[next])
    guard start.value != end.value else { return start.value }
    let linear = (progress - start.at) / (end.at - start.at)
    // A hundred segments are far enough beyond the end of one, and keep every number finite.
    let fraction = start.curve?.progress(at: linear.clampedToUnit) ?? min(max(linear, -100), 100)
    // Unlike start + (end − start) · fraction, exact at both ends.
    return start.value * (1 - fraction) + end.value * fraction
  }
}
