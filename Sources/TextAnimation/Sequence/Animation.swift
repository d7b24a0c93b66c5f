public import Interpolation
public import TextBytes
public import Timing

/// One change of a text, prepared: what it is at each moment is a pure function of time.
public struct Animation: Sendable {
  /// The text before.
  public let source: String
  /// The text after.
  public let target: String
  /// How far the change has come at each moment.
  public let curve: any TimingCurve
  /// Seconds of one iteration; 0 where nothing is animated.
  public let duration: Double
  /// Where overshoot is cut.
  public let clamp: Clamp
  /// Text before every text that is shown, from the first to the last.
  public let prefix: String
  /// Text behind every text that is shown, from the first to the last.
  public let suffix: String
  /// The texts between, or why there are none.
  public let content: Content
  /// Why the text changes at once; `nil` where it is animated.
  public let refusal: NotAnimatable?
  /// The bytes of the longest text that is shown, about.
  public let textBytes: Int
  /// What a text takes beside its bytes, in units of a meter.
  public let unitsOfText: Int

  /// What stands between source and target.
  public enum Content: Sendable {
    /// An interpolation; `writesEnds` where even the first and the last text are its own (a format, a locale).
    case interpolated(any TextInterpolation, writesEnds: Bool)
    /// Several changes, one after another; `stops` are all texts, each with the share of the time at which it is reached.
    case legs([Leg], stops: [(text: String, share: Double)], writesEnds: Bool)
    /// Nothing: the text changes at once.
    case immediate(NotAnimatable)
  }

  /// Which overshoot is cut, relative to the two values (POP's `clampMode`).
  public enum Clamp: String, CaseIterable, Sendable {
    /// Overshoot shows.
    case none
    /// Nothing before the source.
    case start
    /// Nothing beyond the target.
    case end
    /// Nothing outside the two.
    case both
  }

  /// Prepares an animation.
  ///
  /// - Parameters:
  ///   - source: The text before.
  ///   - target: The text after.
  ///   - curve: How far the change has come at each moment.
  ///   - duration: Seconds of one iteration; `nil` lets a spring run until what is left of its way can neither be seen
  ///     nor change a shown digit, and gives other curves ``defaultDuration``. With 0 the text changes at once, to the
  ///     target as the content writes it.
  ///   - clamp: Where overshoot is cut.
  ///   - prefix: Text before every text that is shown.
  ///   - suffix: Text behind every text that is shown.
  ///   - content: The texts between, or why there are none.
  public init(
    from source: String, to target: String, curve: any TimingCurve, duration: Double? = nil, clamp: Clamp = .none,
    prefix: String = "", suffix: String = "", content: Content
  ) {
    self.source = source
    self.target = target
    self.clamp = clamp
    self.prefix = prefix
    self.suffix = suffix
    textBytes = Self.textBytes(source, target, content) + prefix.utf8.count + suffix.utf8.count
    unitsOfText = 80 + FrameSequence.positionUnits * (1 + content.positionCount)
    switch content {
    case .interpolated, .legs:
      let seconds = Self.seconds(duration, of: curve, threshold: content.threshold)
      self.duration = seconds
      self.curve = curve.fitted(to: seconds)
      refusal = seconds > 0 ? nil : NotAnimatable(reason: "the duration is 0")
    case .immediate(let reason):
      self.duration = 0
      self.curve = curve
      refusal = reason
    }
    self.content = content
  }

  private static func textBytes(_ source: String, _ target: String, _ content: Content) -> Int {
    guard case .legs(let legs, _, _) = content else { return source.utf8.count + target.utf8.count }
    return legs.reduce(0) { max($0, $1.animation.textBytes) }
  }

  /// UICountingLabel's default: 2 seconds.
  public static let defaultDuration = 2.0

  /// The seconds of one iteration, of which `threshold` is the share of the way that changes no shown digit.
  static func seconds(_ duration: Double?, of curve: any TimingCurve, threshold: Double) -> Double {
    let remainder = max(min(threshold, Settling.visibleShare), Settling.leastShare)
    return max(duration ?? curve.settlingDuration(within: remainder) ?? defaultDuration, 0)
  }
}

// What they return is kept by who asks: a closure takes memory.
extension Animation.Content {
  /// What tells the numbers of its texts, where they show any.
  public var numbers: TextNumbers? {
    switch self {
    case .interpolated(let interpolation, _): interpolation.numbers
    case .legs(let legs, _, _): legs.numbers
    case .immediate: nil
    }
  }

  /// What knows how far its digits have rolled, where they stand in columns.
  public var columns: (@Sendable (Double) -> [Column])? {
    switch self {
    case .interpolated(let interpolation, _): interpolation.columns
    case .legs(let legs, _, _): legs.columns
    case .immediate: nil
    }
  }

  /// What knows the places of its characters, where they have any.
  public var glyphs: (@Sendable (Double) -> [Glyph])? {
    switch self {
    case .interpolated(let interpolation, _): interpolation.glyphs
    case .legs(let legs, _, _): legs.glyphs
    case .immediate: nil
    }
  }

  /// The positions of curves that a text takes beside the one that gives its progress: of legs those of the one that takes
  /// most.
  var positionCount: Int {
    switch self {
    case .interpolated(let interpolation, _): interpolation.positionCount
    case .legs(let legs, _, _): legs.reduce(0) { max($0, $1.animation.content.positionCount) }
    case .immediate: 0
    }
  }

  /// The change of progress that can change no text; of legs the least, since their time is known.
  var threshold: Double {
    if case .interpolated(let interpolation, _) = self { interpolation.threshold } else { 0 }
  }

  /// Whether even the first and the last text are written by what stands between them.
  var writesEnds: Bool {
    switch self {
    case .interpolated(_, let writesEnds), .legs(_, _, let writesEnds): writesEnds
    case .immediate: false
    }
  }
}

extension Animation.Clamp {
  /// A position without the overshoot that is cut.
  func cut(_ position: Double) -> Double {
    switch self {
    case .none: position
    case .start: max(position, 0)
    case .end: min(position, 1)
    case .both: min(max(position, 0), 1)
    }
  }
}

extension Animation {
  /// Whether the target is shown otherwise than the caller wrote it: by a format, or beside a prefix or suffix.
  public var rewritesTarget: Bool {
    content.writesEnds || !prefix.isEmpty || !suffix.isEmpty
  }

  /// About the bytes that it keeps in memory but for its curve.
  public var byteCount: Int {
    switch content {
    case .interpolated(let interpolation, _): textBytes + interpolation.byteCount
    case .legs(let legs, let stops, _):
      legs.reduce(textBytes + 16 * stops.count) { $0 + MemoryLayout<Self>.stride + $1.animation.byteCount }
    case .immediate: textBytes
    }
  }

  /// What each byte of a text takes.
  public static let unitsOfByte = 2

  /// Whether any text lies between source and target.
  public var isAnimated: Bool { refusal == nil }

  /// Whether the target takes the place of the source without any text between; a duration of 0 shows the target alone.
  var isImmediate: Bool {
    if case .immediate = content { true } else { false }
  }

  /// The eased progress `seconds` after the start: exactly 0 at the start and 1 at the end.
  public func progress(at seconds: Double) -> Double {
    guard seconds < duration else { return 1 }
    guard seconds > 0 else { return 0 }
    return clamped(curve.position(at: seconds, duration: duration))
  }

  /// Whether the curve goes where the clamp cuts it.
  public var isClamped: Bool {
    guard isAnimated else { return false }
    if case .legs(let legs, _, _) = content { return legs.contains { $0.animation.isClamped } }
    let positions = samples(speed: 1).samples.lazy.map(\.position)
    // Positions are exact to about 10⁻¹².
    return positions.contains { abs(clamped($0) - $0) >= 1e-9 }
  }

  /// A position without the overshoot that is cut.
  func clamped(_ position: Double) -> Double { clamp.cut(position) }

  /// Appends the text that is shown at an eased progress.
  ///
  /// Between prefix and suffix, exactly 0 and exactly 1 are the caller's texts byte for byte, unless a format writes them.
  public func write(at progress: Double, to text: inout UTF8Buffer) {
    if !prefix.isEmpty { text.append(contentsOf: prefix) }
    if progress == 0 || progress == 1, !content.writesEnds {
      text.append(contentsOf: progress == 0 ? source : target)
    } else {
      switch content {
      case .interpolated(let interpolation, _): interpolation.write(at: progress, to: &text)
      case .legs(let legs, _, _): legs.write(at: progress, to: &text)
      case .immediate: text.append(contentsOf: progress == 0 ? source : target)
      }
    }
    if !suffix.isEmpty { text.append(contentsOf: suffix) }
  }

  /// The text that is shown at an eased progress.
  package func text(at progress: Double) -> String {
    UTF8Buffer.text { write(at: progress, to: &$0) }
  }

  /// Writes a frame for each of many progresses, with the text that ``write(at:to:)-(Double,_)`` appends.
  ///
  /// What is the same for all is looked up once: a number's text costs 12 ns so, and 43 where it is asked for alone.
  ///
  /// - Parameters:
  ///   - progresses: One for each frame.
  ///   - writer: Where the frames are written.
  public func write(at progresses: Span<Double>, to writer: inout FrameWriter) {
    guard prefix.isEmpty, suffix.isEmpty, !isImmediate else {
      for index in progresses.indices { writer.append { write(at: progresses[index], to: &$0) } }
      return
    }
    var start = 0
    if !content.writesEnds {
      for index in progresses.indices where progresses[index] == 0 || progresses[index] == 1 {
        content.write(at: progresses.extracting(start..<index), to: &writer)
        writer.append { $0.append(contentsOf: progresses[index] == 0 ? source : target) }
        start = index + 1
      }
    }
    content.write(at: progresses.extracting(start..<progresses.count), to: &writer)
  }
}

extension Animation.Content {
  /// Writes a frame for each of many progresses, with the text that stands between source and target there.
  fileprivate func write(at progresses: Span<Double>, to writer: inout FrameWriter) {
    guard !progresses.isEmpty else { return }
    switch self {
    case .interpolated(let interpolation, _): interpolation.write(at: progresses, to: &writer)
    case .legs(let legs, _, _): legs.write(at: progresses, to: &writer)
    case .immediate: break
    }
  }
}

extension Animation {
  /// The steps of the interpolation, and those of the two texts themselves, which only 0 and 1 exactly show.
  var steps: TextSteps? {
    guard case .interpolated(let interpolation, _) = content, let steps = interpolation.steps else { return nil }
    let count = steps.count
    return TextSteps(cost: steps.cost, stride: steps.stride) { progress in
      count(progress) + (progress >= 0 ? 1 : 0) + (progress > 0 ? 1 : 0) + (progress >= 1 ? 1 : 0)
        + (progress > 1 ? 1 : 0)
    }
  }
}
