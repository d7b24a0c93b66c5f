public import Timing

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
