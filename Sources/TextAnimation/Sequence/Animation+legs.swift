import Interpolation
internal import WrittenNumbers
internal import TextBytes
public import Timing

extension Animation {
  /// One of several changes of a text, one after another, each eased by itself.
  ///
  /// The progress of all is the share of the time, so that a leg that overshoots its text is not taken for the one behind it.
  /// A class, as a frame would copy each member of a struct.
  public final class Leg: Sendable {
    /// The change, in its own seconds.
    public let animation: Animation
    /// When it begins, as a share of the whole time.
    let start: Double
    /// When it has reached its target.
    let end: Double

    /// A text that changes at once does so at the end.
    init(_ animation: Animation, from start: Double, to end: Double) {
      self.animation = animation
      self.start = animation.isAnimated ? start : end
      self.end = end
    }

    /// Its own seconds at a share of the whole time.
    fileprivate func seconds(at share: Double) -> Double {
      max(share - start, 0) / (end - start) * animation.duration
    }
  }

  /// Prepares a change through several texts, each leg between two of them eased by itself.
  ///
  /// - Parameters:
  ///   - texts: Two at least.
  ///   - times: When each text is reached, as a share of the duration from 0 to 1; none less than the one before.
  ///   - curve: How far each leg has come at each of its moments.
  ///   - duration: Seconds of all legs together; `nil` lets a spring settle on each, and gives other curves
  ///     ``defaultDuration``.
  ///   - clamp: Where the overshoot of each leg is cut.
  ///   - prefix: Text before every text that is shown.
  ///   - suffix: Text behind every text that is shown.
  ///   - contents: The texts of each leg. One that cannot be animated changes its text at its end.
  public init(
    through texts: [String], at times: [Double], curve: any TimingCurve, duration: Double? = nil, clamp: Clamp = .none,
    prefix: String = "", suffix: String = "", contents: [Content]
  ) {
    let spans = Array(zip(times, times.dropFirst()))
    let seconds = duration ?? Self.longestSeconds(of: contents, curve, spans)
    let legs = contents.indices.compactMap { index -> Leg? in
      let (start, end) = spans[index]
      let animation = Animation(
        from: texts[index], to: texts[index + 1], curve: curve, duration: (end - start) * seconds, clamp: clamp,
        content: contents[index])
      return animation.isImmediate && texts[index] == texts[index + 1] ? nil : Leg(animation, from: start, to: end)
    }
    let content =
      legs.isEmpty
      ? Content.immediate(NotAnimatable(reason: "all texts are the same"))
      : .legs(legs, stops: Array(zip(texts, times)), writesEnds: contents.contains(where: \.writesEnds))
    self.init(
      from: texts.first ?? "", to: texts.last ?? "", curve: Linear(), duration: seconds, prefix: prefix, suffix: suffix,
      content: content)
  }

  /// Seconds in which each of several legs has the time that its curve takes by itself.
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

extension [Animation.Leg] {
  /// The leg that is gone at a share of the time, and how far it has come, eased.
  func position(at share: Double) -> (index: Int, progress: Double) {
    let index = index(at: share)
    let leg = self[index]
    // A share is a quotient, and may be less than an end that it is meant for.
    if share >= leg.end - ProgressError.limit { return (index, 1) }
    guard share >= leg.start - ProgressError.limit else { return (index, 0) }
    return (index, leg.animation.progress(at: leg.seconds(at: share)))
  }

  /// The last leg that has begun, or else the first.
  fileprivate func index(at share: Double) -> Int { lastIndex { $0.start <= share + ProgressError.limit } ?? 0 }

  /// Appends the text of the leg that is gone.
  func write(at share: Double, to text: inout UTF8Buffer) {
    let (index, progress) = position(at: share)
    self[index].animation.write(at: progress, to: &text)
  }

  /// Writes the frames of each leg at once.
  func write(at shares: Span<Double>, to writer: inout FrameWriter) {
    var index = 0
    while index < shares.count {
      let leg = self.index(at: shares[index])
      var own: [Double] = []
      while index < shares.count, case let next = position(at: shares[index]), next.index == leg {
        own.append(next.progress)
        index += 1
      }
      self[leg].animation.write(at: own.span, to: &writer)
    }
  }

  /// What tells the numbers of the leg that is gone; `nil` where none has any.
  var numbers: TextNumbers? {
    let own = map(\.animation.content.numbers)
    guard own.contains(where: { $0 != nil }) else { return nil }
    return TextNumbers(
      count: { share in
        let (index, progress) = position(at: share)
        return own[index]?.count(at: progress) ?? 0
      },
      write: { number, isRounded, share, text in
        let (index, progress) = position(at: share)
        own[index]?.write(number, isRounded: isRounded, at: progress, to: &text)
      })
  }

  /// What knows the columns of the leg that is gone, or its text as one; `nil` where none has any.
  var columns: (@Sendable (Double) -> [Column])? {
    let own = map(\.animation.content.columns)
    guard own.contains(where: { $0 != nil }) else { return nil }
    return { share in
      let (index, progress) = position(at: share)
      if let columns = own[index] { return columns(progress) }
      var row = ColumnRow()
      row.append(self[index].animation.text(at: progress))
      return row.columns
    }
  }

  /// What knows the characters of the leg that is gone, none where it has no places for them; `nil` where none has any.
  var glyphs: (@Sendable (Double) -> [Glyph])? {
    let own = map(\.animation.content.glyphs)
    guard own.contains(where: { $0 != nil }) else { return nil }
    return { share in
      let (index, progress) = position(at: share)
      return own[index]?(progress) ?? []
    }
  }
}

extension Animation {
  /// The change that runs at a moment: one of several legs, or all.
  ///
  /// - Parameter seconds: From 0 to ``duration``.
  /// - Returns: The change, and its own seconds at that moment.
  public func leg(at seconds: Double) -> (animation: Animation, seconds: Double) {
    guard case .legs(let legs, _, _) = content, duration > 0 else { return (self, seconds) }
    let leg = legs[legs.index(at: seconds / duration)]
    return (leg.animation, min(max(seconds - leg.start * duration, 0), leg.animation.duration))
  }

  /// Its legs in order, each with the second in which it begins; itself where there is one.
  var changes: [(animation: Animation, start: Double)] {
    guard case .legs(let legs, _, _) = content else { return [(self, 0)] }
    return legs.map { ($0.animation, $0.start * duration) }
  }

  /// All texts that it leads through, as they are shown where no format writes them.
  public var shownTexts: [String] {
    let texts = if case .legs(_, let stops, _) = content { stops.map(\.text) } else { [source, target] }
    return texts.map { prefix + $0 + suffix }
  }
}
