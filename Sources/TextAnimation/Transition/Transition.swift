/// How one label leaves while another enters: BBCyclingLabel's two stacked labels as a pure value.
///
/// Both labels rest at opacity 1, scale 1 and no offset; the transition says what deviates from it. The seed hides the
/// label that has left once the animation is over, whatever its last state.
public struct Transition: Sendable {
  private let exit: LabelTrack
  private let enter: LabelTrack

  /// Creates a custom transition: what the seed's prepare and transition closures do, as data.
  ///
  /// A list may be empty. A member without a keyframe at 0 or 1 is at rest there, as in CSS.
  /// - Parameters:
  ///   - exit: At most 100 keyframes of the label that leaves, ascending.
  ///   - enter: At most 100 keyframes of the label that enters, ascending.
  /// - Throws: ``InvalidMembers`` with every problem, such as `exit[1].scale`.
  public init(exit: [LabelKeyframe], enter: [LabelKeyframe]) throws(InvalidMembers) {
    let problems = LabelKeyframe.problems(in: "exit", exit) + LabelKeyframe.problems(in: "enter", enter)
    guard problems.isEmpty else { throw InvalidMembers(problems: problems) }
    self.exit = LabelTrack(exit)
    self.enter = LabelTrack(enter)
  }

  /// Creates one of the seed's transitions.
  public init(_ effect: TransitionEffect) {
    exit = LabelTrack([effect.exitEnd])
    enter = LabelTrack([effect.enterStart])
  }

  /// Both labels at `progress`, any finite number: a spring carries scale and offsets beyond their ends, while opacity
  /// stays within 0…1.
  public func labels(at progress: Double) -> (exit: LabelState, enter: LabelState) {
    (exit.state(at: progress), enter.state(at: progress))
  }
}

/// All numbers of one label over the whole progress.
///
/// A class, because what may have a transition is handed on often.
private final class LabelTrack: Sendable {
  let opacity: KeyframeTrack
  let scale: KeyframeTrack
  let rotation: KeyframeTrack
  let offsetX: KeyframeTrack
  let offsetY: KeyframeTrack

  init(_ keyframes: [LabelKeyframe]) {
    let rest = LabelState()
    opacity = KeyframeTrack(keyframes, \.opacity, rest: rest.opacity)
    scale = KeyframeTrack(keyframes, \.scale, rest: rest.scale)
    rotation = KeyframeTrack(keyframes, \.rotation, rest: rest.rotation)
    offsetX = KeyframeTrack(keyframes, \.offsetX, rest: rest.offsetX)
    offsetY = KeyframeTrack(keyframes, \.offsetY, rest: rest.offsetY)
  }

  func state(at progress: Double) -> LabelState {
    LabelState(
      opacity: opacity.value(at: progress).clampedToUnit, scale: max(scale.value(at: progress), 0),
      rotation: rotation.value(at: progress), offsetX: offsetX.value(at: progress), offsetY: offsetY.value(at: progress)
    )
  }
}
