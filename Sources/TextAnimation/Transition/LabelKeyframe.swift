public import Timing

/// What a label looks like at one point of a transition; a member left out is not touched here.
public struct LabelKeyframe: Sendable {
  /// The share of the duration, 0…1.
  public var at: Double
  /// From 0, invisible, to 1.
  public var opacity: Double?
  /// The size about the label's centre, 0…100; 1 at rest.
  public var scale: Double?
  /// Degrees clockwise, at most a hundred turns.
  public var rotation: Double?
  /// Label heights to the right, at most 1,000.
  public var offsetX: Double?
  /// Label heights downward, at most 1,000.
  public var offsetY: Double?
  /// How each member goes from here to its next keyframe; `nil` is by the curve of the animation.
  public var curve: (any Easing)?

  /// Creates a keyframe.
  ///
  /// - Parameters:
  ///   - at: The share of the duration, 0…1.
  ///   - opacity: 0…1.
  ///   - scale: 0…100.
  ///   - rotation: Degrees clockwise.
  ///   - offsetX: Label heights to the right.
  ///   - offsetY: Label heights downward.
  ///   - curve: The way to the next keyframe.
  public init(
    at: Double, opacity: Double? = nil, scale: Double? = nil, rotation: Double? = nil, offsetX: Double? = nil,
    offsetY: Double? = nil, curve: (any Easing)? = nil
  ) {
    self.at = at
    self.opacity = opacity
    self.scale = scale
    self.rotation = rotation
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.curve = curve
  }
}

// MARK: - Validation

extension LabelKeyframe {
  /// What is wrong with a list of keyframes; `list` is its name.
  static func problems(in list: String, _ keyframes: [LabelKeyframe]) -> [InvalidMembers.Problem] {
    guard keyframes.count <= 100 else { return [.init(member: list, reason: "has more than 100 keyframes")] }
    return zip(keyframes.indices, keyframes).flatMap { index, keyframe in
      keyframe.problems(after: index > 0 ? keyframes[index - 1].at : nil).map { member, reason in
        .init(member: "\(list)[\(index)].\(member)", reason: reason)
      }
    }
  }

  private func problems(after previous: Double?) -> [(member: String, reason: String)] {
    var problems = [(member: String, reason: String)]()
    if !(0...1).contains(at) {
      problems.append(("at", "must be within 0…1"))
    } else if let previous, at <= previous {
      problems.append(("at", "must be above that of the keyframe before"))
    }
    for (member, value, limits, reason) in [
      ("opacity", opacity, 0...1, "must be within 0…1"),
      ("scale", scale, 0...100, "must be within 0…100"),
      ("rotation", rotation, -36_000...36_000, "must be within −36,000…36,000 degrees"),
      ("offsetX", offsetX, -1_000...1_000, "must be within −1,000…1,000 label heights"),
      ("offsetY", offsetY, -1_000...1_000, "must be within −1,000…1,000 label heights"),
    ] as [(String, Double?, ClosedRange<Double>, String)] {
      // Not a number lies in no range.
      if let value, !limits.contains(value) { problems.append((member, reason)) }
    }
    return problems
  }
}

/// How one of the two labels of a transition looks.
public struct LabelAppearance: Equatable, Sendable {
  /// From 0, invisible, to 1.
  public var opacity: Double
  /// The size about the label's centre: 1 at rest, never below 0.
  public var scale: Double
  /// Degrees clockwise about the label's centre.
  public var rotation: Double
  /// Label heights to the right.
  public var offsetX: Double
  /// Label heights downward.
  public var offsetY: Double

  /// Creates a state, at rest where nothing else is said.
  ///
  /// - Parameters:
  ///   - opacity: 0…1.
  ///   - scale: 1 at rest.
  ///   - rotation: Degrees clockwise.
  ///   - offsetX: Label heights to the right.
  ///   - offsetY: Label heights downward.
  public init(
    opacity: Double = 1, scale: Double = 1, rotation: Double = 0, offsetX: Double = 0, offsetY: Double = 0
  ) {
    self.opacity = opacity
    self.scale = scale
    self.rotation = rotation
    self.offsetX = offsetX
    self.offsetY = offsetY
  }
}
