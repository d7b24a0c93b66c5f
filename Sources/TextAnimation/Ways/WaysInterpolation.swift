public import Interpolation
public import WrittenNumbers
public import TextBytes
public import Timing

/// Several changes of a text, one after another, each eased by itself.
///
/// Its progress is the share of the time, so that a way that overshoots its text is not taken for the way behind it.
public struct WaysInterpolation: TextInterpolation {
  /// One of the changes.
  ///
  /// A class, as a frame would copy each member of a struct.
  public final class Way: Sendable {
    /// The change, in its own seconds.
    public let animation: Animation
    /// When it begins, as a share of the whole time.
    let start: Double
    /// When it has reached its target.
    let end: Double
    // Casts to protocols take too long for a frame.
    let value: (any ValueInterpolation)?
    let glyphs: (any GlyphInterpolation)?
    let columns: (any ColumnInterpolation)?

    /// A text that changes at once does so at the end.
    init(_ animation: Animation, from start: Double, to end: Double) {
      self.animation = animation
      self.start = animation.isAnimated ? start : end
      self.end = end
      value = animation.content.value
      glyphs = animation.content.glyphs
      columns = animation.content.columns
    }
  }

  /// The changes in order; between two of them the text stands.
  public let ways: [Way]
  /// All texts, the first and the last included.
  public let texts: [String]
  /// When each of them is reached, as a share of the whole time.
  public let times: [Double]

  /// Takes one way at least, the texts that they lead through, and when each is reached.
  init(_ ways: [Way], through texts: [String], at times: [Double]) {
    self.ways = ways
    self.texts = texts
    self.times = times
  }
}

extension WaysInterpolation {
  /// The way that is gone at a share of the time, and how far it has come, eased.
  private func position(at share: Double) -> (way: Way, progress: Double) {
    let way = way(at: share)
    // A share is a quotient, and may be less than an end that it is meant for.
    if share >= way.end - ProgressError.limit { return (way, 1) }
    guard share >= way.start - ProgressError.limit else { return (way, 0) }
    return (way, way.animation.progress(at: way.seconds(at: share)))
  }

  /// The last way that has begun, or else the first.
  func way(at share: Double) -> Way {
    ways[ways.lastIndex { $0.start <= share + ProgressError.limit } ?? 0]
  }

  /// The text of the way that is gone.
  public func write(at progress: Double, to text: inout UTF8Buffer) {
    let (way, progress) = position(at: progress)
    way.animation.write(at: progress, to: &text)
  }

  /// Writes the frames of each way at once.
  public func write(at progresses: Span<Double>, to writer: inout FrameWriter) {
    var index = 0
    while index < progresses.count {
      let way = way(at: progresses[index])
      var own: [Double] = []
      while index < progresses.count, case let next = position(at: progresses[index]), next.way === way {
        own.append(next.progress)
        index += 1
      }
      way.animation.write(at: own.span, to: &writer)
    }
  }

  /// The least that matters, since the time of a way is known.
  public var threshold: Double { 0 }

  /// Those of all ways.
  public var byteCount: Int {
    ways.reduce(16 * times.count) { $0 + MemoryLayout<Way>.stride + $1.animation.byteCount }
  }
}

extension WaysInterpolation.Way {
  /// Its own seconds at a share of the whole time.
  fileprivate func seconds(at share: Double) -> Double {
    max(share - start, 0) / (end - start) * animation.duration
  }
}

// MARK: - What it is made of

extension WaysInterpolation: ValueInterpolation {
  /// What counts on the way that is gone.
  public func counting(at progress: Double) -> (numbers: NumbersInterpolation, progress: Double)? {
    let (way, progress) = position(at: progress)
    return way.value?.counting(at: progress)
  }

  /// Those of the way that takes most.
  public var positionCount: Int { ways.reduce(0) { max($0, $1.animation.content.positionCount) } }
}

extension WaysInterpolation: GlyphInterpolation, ColumnInterpolation {
  /// The characters of the way that is gone; none where it has no places for them.
  public func glyphs(at progress: Double) -> [Glyph] {
    let (way, progress) = position(at: progress)
    return way.glyphs?.glyphs(at: progress) ?? []
  }

  /// The columns of the way that is gone, or its text as one.
  public func columns(at progress: Double) -> [Column] {
    let (way, progress) = position(at: progress)
    if let columns = way.columns { return columns.columns(at: progress) }
    var text = UTF8Buffer()
    way.animation.write(at: progress, to: &text)
    var row = ColumnRow()
    row.append(text.text())
    return row.columns
  }
}

extension Animation {
  /// Prepares a change through several texts, each way between two of them eased by itself.
  ///
  /// - Parameters:
  ///   - texts: Two at least.
  ///   - times: When each text is reached, as a share of the duration from 0 to 1; none less than the one before.
  ///   - curve: How far each way has come at each of its moments.
  ///   - duration: Seconds of all ways together; `nil` lets a spring settle on each, and gives other curves
  ///     ``defaultDuration``.
  ///   - clamp: Where the overshoot of each way is cut.
  ///   - prefix: Text before every text that is shown.
  ///   - suffix: Text behind every text that is shown.
  ///   - contents: The texts of each way. One that cannot be animated changes its text at its end.
  public init(
    through texts: [String], at times: [Double], curve: any TimingCurve, duration: Double? = nil, clamp: Clamp = .none,
    prefix: String = "", suffix: String = "", contents: [Content]
  ) {
    let spans = Array(zip(times, times.dropFirst()))
    let seconds = duration ?? Self.longestSeconds(of: contents, curve, spans)
    let ways = contents.indices.compactMap { index -> WaysInterpolation.Way? in
      let (start, end) = spans[index]
      let animation = Animation(
        from: texts[index], to: texts[index + 1], curve: curve, duration: (end - start) * seconds, clamp: clamp,
        content: contents[index])
      return animation.isImmediate && texts[index] == texts[index + 1]
        ? nil : WaysInterpolation.Way(animation, from: start, to: end)
    }
    let content =
      ways.isEmpty
      ? Content.immediate(NotAnimatable(reason: "all texts are the same"))
      : .interpolated(
        WaysInterpolation(ways, through: texts, at: times), writesEnds: contents.contains(where: \.writesEnds))
    self.init(
      from: texts.first ?? "", to: texts.last ?? "", curve: Linear(), duration: seconds, prefix: prefix, suffix: suffix,
      content: content)
  }

  /// Seconds in which each of several ways has the time that its curve takes by itself.
  private static func longestSeconds(
    of contents: [Content], _ curve: any TimingCurve, _ spans: [(start: Double, end: Double)]
  ) -> Double {
    guard curve.settlingDuration(within: Settling.visibleShare) != nil else { return defaultDuration }
    let all = zip(contents, spans).compactMap { content, span -> Double? in
      guard case .interpolated(let interpolation, _) = content, span.start < span.end else { return nil }
      return Self.seconds(nil, of: curve, threshold: interpolation.threshold) / (span.end - span.start)
    }
    return all.max() ?? defaultDuration
  }
}

extension Animation.Content {
  /// The ways, where there are several.
  public var ways: WaysInterpolation? {
    guard case .interpolated(let interpolation, _) = self, type(of: interpolation) == WaysInterpolation.self else {
      return nil
    }
    return interpolation as? WaysInterpolation
  }

  fileprivate var writesEnds: Bool {
    if case .interpolated(_, writesEnds: true) = self { true } else { false }
  }
}

extension Animation {
  /// The change that runs at a moment: one of several ways, or all.
  ///
  /// - Parameter seconds: From 0 to ``duration``.
  /// - Returns: The change, and its own seconds at that moment.
  public func way(at seconds: Double) -> (animation: Animation, seconds: Double) {
    guard let ways = content.ways, duration > 0 else { return (self, seconds) }
    let way = ways.way(at: seconds / duration)
    return (way.animation, min(max(seconds - way.start * duration, 0), way.animation.duration))
  }

  /// Its ways in order, each with the second in which it begins; itself where there is one.
  var changes: [(animation: Animation, start: Double)] {
    guard let ways = content.ways else { return [(self, 0)] }
    return ways.ways.map { ($0.animation, $0.start * duration) }
  }

  /// All texts that it leads through, as they are shown where no format writes them.
  public var shownTexts: [String] { (content.ways?.texts ?? [source, target]).map { prefix + $0 + suffix } }
}
