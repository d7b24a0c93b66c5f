internal import TextBytes

extension LabelState {
  /// The label with another target, to which it moves from what it shows.
  ///
  /// From rest it is an ordinary animation of the two targets. Numbers under way add up: each change goes on for its own
  /// time. Where another curve or duration comes, or too many changes, one residual takes the place of all and keeps their
  /// position and velocity. Any other text is frozen as it is shown, and an ordinary animation sets out from it.
  ///
  /// - Parameters:
  ///   - target: The text at rest.
  ///   - change: How the label gets there.
  ///   - time: Microseconds since 1970, not before the start of the ``motion``.
  ///   - detail: How much is kept of what is under way.
  /// - Returns: The label from then on.
  public func retargeted(
    to target: String, by change: LabelChange, at time: Int64, keeping detail: LabelDetail = .all
  ) -> LabelState {
    if detail == .target { return LabelState(LabelMotion(to: target, at: time), by: change) }
    if detail == .all, target == motion.target, time < restTime, shows(theSameBy: change, at: time) {
      return LabelState(motion, by: change)
    }
    if detail != .text, let sum = adding(target, by: change, at: time, isSummed: detail == .sum) { return sum }
    let source = source(for: target, by: change, at: time)
    let glyphs = detail == .all ? shownGlyphs(at: time) : []
    let motion = LabelMotion(to: target, from: source, at: time, glyphs: glyphs)
    return LabelState(motion, by: change)
  }

  /// Whether another change to the same target would go on as this one does.
  private func shows(theSameBy change: LabelChange, at time: Int64) -> Bool {
    let other = LabelState(motion, by: change)
    return isTimed(as: change) && other.restTime == restTime && other.shownText(at: time) == shownText(at: time)
  }

  /// Whether another change has the same curve and duration.
  func isTimed(as change: LabelChange) -> Bool {
    self.change.curveText == change.curveText && self.change.duration == change.duration
      && self.change.clamp == change.clamp
  }

  /// The text that is shown, without what stands before and behind every text.
  func shownText(at time: Int64) -> String {
    var text = UTF8Buffer()
    writeText(at: time, to: &text)
    let end = text.count - animation.suffix.utf8.count
    return String(decoding: text.bytes()[animation.prefix.utf8.count..<end], as: UTF8.self)
  }

  /// The characters as they look, where they are on their way.
  private func shownGlyphs(at time: Int64) -> [Glyph] {
    guard time < restTime else { return [] }
    let (content, progress) = (animation.content, progress(at: time))
    if let columns = content.columns { return columns.glyphs(at: progress).upToLimit }
    // Of others than columns, those that nobody sees are left out.
    return content.glyphs?.glyphs(at: progress).map(\.rounded).filter { $0.isVisible(from: 0.01) }.upToLimit ?? []
  }

  /// The text that an ordinary animation to a target sets out from.
  ///
  /// That is the text that is shown, but for a format that reads numbers: it gets those.
  func source(for target: String, by change: LabelChange, at time: Int64) -> String {
    guard case .interpolated(_, writesEnds: true) = animation.content else {
      return time < restTime ? shownText(at: time) : restText
    }
    if let number = numbers(at: time), case .interpolated(_, writesEnds: true) = change.content(number, target) {
      return number
    }
    return shownText(at: time)
  }

  /// The numbers that a format writes, as a target: at rest as they were given, else in plain digits.
  private func numbers(at time: Int64) -> String? {
    guard time < restTime else { return motion.target }
    guard let value = animation.content.value else { return nil }
    let progress = progress(at: time)
    let numbers = (0..<value.valueCount(at: progress)).map { index in
      var text = UTF8Buffer()
      value.writeValue(index, isRounded: false, at: progress, to: &text)
      return text.text()
    }
    return change.target(numbers)
  }
}

extension [Glyph] {
  /// As many as are kept, or none.
  fileprivate var upToLimit: [Glyph] { count <= LabelMotion.glyphLimit ? self : [] }
}

extension Glyph {
  /// The glyph in ten-thousandths, which nobody sees and which take fewer bytes.
  fileprivate var rounded: Glyph {
    Glyph(
      text, x: x.roundedToTenThousandth, y: y.roundedToTenThousandth, scale: scale.roundedToTenThousandth,
      rotation: rotation.roundedToTenThousandth, opacity: opacity.roundedToTenThousandth)
  }
}
