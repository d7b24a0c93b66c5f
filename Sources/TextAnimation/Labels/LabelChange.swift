public import Timing

/// How one change of a label moves: made from the label's parameters.
public struct LabelChange: Sendable {
  /// How far the change has come at each moment.
  public var curve: any TimingCurve
  /// The curve's text, by which a residual names it.
  public var curveText: String
  /// Seconds; `nil` as in ``Animation``.
  public var duration: Double?
  /// Where overshoot is cut.
  public var clamp: Animation.Clamp
  /// Text before every text that is shown.
  public var prefix: String
  /// Text behind every text that is shown.
  public var suffix: String
  /// The text at rest for a target, where that is not the target itself.
  public var text: @Sendable (_ target: String) -> String
  /// The target for the numbers that are shown, where a format writes them; `nil` where there is none.
  public var target: @Sendable (_ numbers: [String]) -> String?
  /// The texts between two texts, or why there are none.
  public var content: @Sendable (_ from: String, _ to: String) -> Animation.Content
  /// The curve that a residual names; `nil` for a text that is none.
  public var curveNamed: @Sendable (String) -> (any TimingCurve)?

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - curve: How far the change has come at each moment.
  ///   - curveText: The curve's text.
  ///   - duration: Seconds; `nil` as in ``Animation``.
  ///   - clamp: Where overshoot is cut.
  ///   - prefix: Text before every text that is shown.
  ///   - suffix: Text behind every text that is shown.
  ///   - text: The text at rest for a target; by default the target.
  ///   - target: The target for the numbers that are shown; by default the only one.
  ///   - content: The texts between two texts.
  ///   - curveNamed: The curve that a residual names.
  public init(
    curve: any TimingCurve, curveText: String, duration: Double? = nil, clamp: Animation.Clamp = .none,
    prefix: String = "", suffix: String = "", text: @escaping @Sendable (_ target: String) -> String = { $0 },
    target: @escaping @Sendable (_ numbers: [String]) -> String? = { $0.count == 1 ? $0[0] : nil },
    content: @escaping @Sendable (_ from: String, _ to: String) -> Animation.Content,
    curveNamed: @escaping @Sendable (String) -> (any TimingCurve)?
  ) {
    self.curve = curve
    self.curveText = curveText
    self.duration = duration
    self.clamp = clamp
    self.prefix = prefix
    self.suffix = suffix
    self.text = text
    self.target = target
    self.content = content
    self.curveNamed = curveNamed
  }
}
