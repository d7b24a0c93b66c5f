public import Interpolation
public import Timing

/// What is stored of a label: enough to say what it shows at any time, with the parameters of its newest change.
public struct LabelMotion: Sendable, Equatable {
  /// The text that the newest change sets out from; `nil` where there is none and the target shows at once.
  ///
  /// Where numbers add up it says with the target how they are written: it is the target before, the text that was shown,
  /// or the one that said so until then. Otherwise it is the text that was shown.
  public var source: String?
  /// The text at rest.
  public var target: String
  /// When the newest change begins: microseconds since 1970 by the store's clock.
  public var start: Int64
  /// What each change has left to do where numbers add up, the newest last; none for an animation of source and target.
  public var residuals: [Residual]
  /// The characters of the source as they looked at the start, and those on their way out; none where it was at rest.
  ///
  /// A digit of an odometer is moved up by as much as it had rolled.
  public var glyphs: [Glyph]
  /// The number that grows by itself, written as in the source, or else as in the target; the residuals are beside it.
  ///
  /// The target is then the text at its end, or that at its start where it has none.
  public var run: LabelRun?
  /// Creates a motion, by default one that sets out from rest.
  public init(
    to target: String, from source: String? = nil, at start: Int64, residuals: [Residual] = [], glyphs: [Glyph] = [],
    run: LabelRun? = nil
  ) {
    self.source = source
    self.target = target
    self.start = start
    self.residuals = residuals
    self.glyphs = glyphs
    self.run = run
  }

  /// The same motion at another time.
  func moved(to start: Int64) -> LabelMotion {
    var moved = self
    moved.start = start
    moved.run?.since = start
    for index in residuals.indices {
      moved.residuals[index].start = max(residuals[index].start - self.start + start, 0)
    }
    return moved
  }

  /// The most residuals of a label; when one more comes, one takes the place of all.
  public static let residualLimit = 64

  /// The most glyphs that are kept; where there are more, the next change sets out from the text at rest.
  public static let glyphLimit = 256
}

/// What a change has left to do: distances that shrink to nothing in its time.
public struct Residual: Sendable, Equatable {
  /// When the change began: microseconds since 1970 by the store's clock.
  public var start: Int64
  /// The text of its curve.
  public var curve: String
  /// Its seconds, above 0.
  public var duration: Double
  /// For each number that counts, in order, its whole way as a plain decimal: `-12.5`.
  public var distances: [String]
  /// For each of them the units a second that it starts with beside the curve's own; empty for none.
  public var velocities: [Double]

  /// Creates a residual.
  ///
  /// - Parameters:
  ///   - start: Microseconds since 1970.
  ///   - curve: The text of the curve.
  ///   - duration: Seconds, above 0.
  ///   - distances: A plain decimal for each number that counts.
  ///   - velocities: Units a second for each of them, or none.
  public init(start: Int64, curve: String, duration: Double, distances: [String], velocities: [Double] = []) {
    self.start = start
    self.curve = curve
    self.duration = duration
    self.distances = distances
    self.velocities = velocities
  }
}

/// How much a retarget keeps of what is under way: the less, the fewer bytes.
public enum LabelDetail: CaseIterable, Sendable {
  /// Each change, characters and wheels.
  case all
  /// One residual in the place of all.
  case sum
  /// The text that is shown.
  case text
  /// Nothing: the target shows at once.
  case target
}

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
  /// The only number of a text, of which each other can take the place; `nil` where there is none that counts.
  public var number: @Sendable (_ text: String) -> RunningNumber?
  /// Frames per second while the label moves.
  public var fps: Double

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
  ///   - number: The only number of a text; by default none.
  ///   - fps: Frames per second while the label moves.
  public init(
    curve: any TimingCurve, curveText: String, duration: Double? = nil, clamp: Animation.Clamp = .none,
    prefix: String = "", suffix: String = "", text: @escaping @Sendable (_ target: String) -> String = { $0 },
    target: @escaping @Sendable (_ numbers: [String]) -> String? = { $0.count == 1 ? $0[0] : nil },
    content: @escaping @Sendable (_ from: String, _ to: String) -> Animation.Content,
    curveNamed: @escaping @Sendable (String) -> (any TimingCurve)?,
    number: @escaping @Sendable (_ text: String) -> RunningNumber? = { _ in nil }, fps: Double = 60
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
    self.number = number
    self.fps = fps
  }
}
