internal import Timing

/// How one label leaves while another enters: BBCyclingLabel's two stacked labels as a pure value.
///
/// At rest a label has opacity 1, scale 1 and no offset; the transition says what differs from that. The seed hides the
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

  /// Both labels at a share of the duration.
  ///
  /// As in CSS (Animations 1, section 3.8) a curve leads from each keyframe to the next: the keyframe's own, or the
  /// animation's. A spring carries scale and offsets beyond their ends, while opacity stays within 0…1.
  /// - Parameters:
  ///   - share: The share of the duration that has passed, any finite number; 0…1 between the ends.
  ///   - curve: The animation's curve, from a share to its eased progress; linear by default.
  /// - Returns: The label that leaves and the one that enters.
  public func labels(
    at share: Double, easedBy curve: (Double) -> Double = { $0 }
  ) -> (exit: LabelAppearance, enter: LabelAppearance) {
    (exit.state(at: share, curve), enter.state(at: share, curve))
  }
}

/// All numbers of one label over the whole duration.
///
/// A class, so that everything that may have a transition copies one reference.
private final class LabelTrack: Sendable {
  let opacity: KeyframeTrack
  let scale: KeyframeTrack
  let rotation: KeyframeTrack
  let offsetX: KeyframeTrack
  let offsetY: KeyframeTrack

  init(_ keyframes: [LabelKeyframe]) {
    let rest = LabelAppearance()
    opacity = KeyframeTrack(keyframes, \.opacity, rest: rest.opacity)
    scale = KeyframeTrack(keyframes, \.scale, rest: rest.scale)
    rotation = KeyframeTrack(keyframes, \.rotation, rest: rest.rotation)
    offsetX = KeyframeTrack(keyframes, \.offsetX, rest: rest.offsetX)
    offsetY = KeyframeTrack(keyframes, \.offsetY, rest: rest.offsetY)
  }

  func state(at share: Double, _ curve: (Double) -> Double) -> LabelAppearance {
    LabelAppearance(
      opacity: opacity.value(at: share, curve).clampedToUnit, scale: max(scale.value(at: share, curve), 0),
      rotation: rotation.value(at: share, curve), offsetX: offsetX.value(at: share, curve),
      offsetY: offsetY.value(at: share, curve))
  }
}

/// One number of a label over the whole duration.
///
/// As in CSS (Animations 1, section 3), a list without a keyframe at 0 or at 1 has one there with the value at rest.
struct KeyframeTrack: Sendable {
  /// Ascending, from 0 to 1.
  private let keys: [(at: Double, value: Double, curve: (any Easing)?)]

  init(_ keyframes: [LabelKeyframe], _ member: (LabelKeyframe) -> Double?, rest: Double) {
    var keys = keyframes.compactMap { keyframe in
      member(keyframe).map { (at: keyframe.at, value: $0, curve: keyframe.curve) }
    }
    if keys.first?.at != 0 { keys.insert((0, rest, nil), at: 0) }
    if keys.last?.at != 1 { keys.append((1, rest, nil)) }
    self.keys = keys
  }

  /// The value at a share of the duration; `curve` leads from a key without a curve of its own to the next.
  func value(at share: Double, _ curve: (Double) -> Double) -> Double {
    let next = max(keys.firstIndex { $0.at > share } ?? keys.count - 1, 1)
    let (start, end) = (keys[next - 1], keys[next])
    guard start.value != end.value else { return start.value }
    let linear = (share - start.at) / (end.at - start.at)
    // A hundred segments are far enough beyond the end of one, and keep every number finite.
    let fraction = start.curve?.progress(at: linear.clampedToUnit) ?? min(max(curve(linear), -100), 100)
    // Unlike start + (end − start) · fraction, exact at both ends.
    return start.value * (1 - fraction) + end.value * fraction
  }
}

/// Every problem of a value that a caller put together, so that all of them can be fixed at once.
public struct InvalidMembers: Error, Equatable, Sendable {
  /// One member and what is wrong with it.
  public struct Problem: Equatable, Sendable {
    /// The path of the member, such as `speed` or `exit[1].scale`.
    public var member: String
    /// What it should be, as the end of a sentence that begins with its name.
    public var reason: String
  }

  /// At least one problem, in the order of the members.
  public var problems: [Problem]
}

/// BBCyclingLabel's effects; any of them go together.
public struct TransitionEffect: OptionSet, Hashable, Sendable {
  /// The seed's bits.
  public let rawValue: UInt8

  /// Creates a set of effects from the seed's bits; unknown ones do nothing.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The new label appears.
  public static let fadeIn = TransitionEffect(rawValue: 1)
  /// The old label disappears.
  public static let fadeOut = TransitionEffect(rawValue: 2)
  /// The new label grows from half its size.
  public static let zoomIn = TransitionEffect(rawValue: 4)
  /// The old label grows to one and a half times its size: as the seed does, though its README says it shrinks.
  public static let zoomOut = TransitionEffect(rawValue: 8)
  /// The new label comes from below and pushes the old one out at the top.
  public static let scrollUp = TransitionEffect(rawValue: 16)
  /// The new label comes from above and pushes the old one out at the bottom; wins over ``scrollUp``.
  public static let scrollDown = TransitionEffect(rawValue: 32)

  /// One label fades into the other: the seed's default.
  public static let crossFade: TransitionEffect = [.fadeIn, .fadeOut]
  /// A cross-fade in which the new label grows from half its size.
  public static let scaleFadeIn: TransitionEffect = [.crossFade, .zoomIn]
  /// A cross-fade in which the old label grows to one and a half times its size.
  public static let scaleFadeOut: TransitionEffect = [.crossFade, .zoomOut]
}

// MARK: - Names

extension TransitionEffect {
  /// Every effect with its name, the single ones first.
  public static let named: [(name: String, effect: TransitionEffect)] = [
    ("fadeIn", .fadeIn), ("fadeOut", .fadeOut), ("zoomIn", .zoomIn), ("zoomOut", .zoomOut),
    ("scrollUp", .scrollUp), ("scrollDown", .scrollDown),
    ("crossFade", .crossFade), ("scaleFadeIn", .scaleFadeIn), ("scaleFadeOut", .scaleFadeOut),
  ]

  /// Reads names joined by `,` or `|`, such as `crossFade|scrollUp`; white space around them does not count.
  ///
  /// - Throws: ``InvalidMembers`` with a problem of the member `effect` for each name that is unknown.
  public init(parsing text: String) throws(InvalidMembers) {
    var problems = [InvalidMembers.Problem]()
    self = []
    for name in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "," || $0 == "|" }) {
      let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if let known = Self.named.first(where: { $0.name == name }) {
        formUnion(known.effect)
      } else {
        let names = Self.named.map { "`\($0.name)`" }.joined(separator: ", ")
        problems.append(
          .init(member: "effect", reason: "must be one or several of \(names), not `\(name.prefix(40))`"))
      }
    }
    guard problems.isEmpty else { throw InvalidMembers(problems: problems) }
  }
}

// MARK: - Looks

extension TransitionEffect {
  /// Where the new label begins; it ends at rest.
  var enterStart: LabelKeyframe {
    LabelKeyframe(
      at: 0, opacity: contains(.fadeIn) ? 0 : nil, scale: contains(.zoomIn) ? 0.5 : nil,
      offsetY: contains(.scrollDown) ? -1 : contains(.scrollUp) ? 1 : nil)
  }

  /// Where the old label ends; it begins at rest.
  var exitEnd: LabelKeyframe {
    LabelKeyframe(
      at: 1, opacity: contains(.fadeOut) ? 0 : nil, scale: contains(.zoomOut) ? 1.5 : nil,
      offsetY: contains(.scrollDown) ? 1 : contains(.scrollUp) ? -1 : nil)
  }
}
