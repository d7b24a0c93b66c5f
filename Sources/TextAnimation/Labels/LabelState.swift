import WrittenNumbers
import Interpolation
public import TextBytes
internal import Timing

/// What a label shows at any time: a pure function of what is stored of it and of its newest change.
public struct LabelState: Sendable {
  /// What is stored.
  public let motion: LabelMotion
  /// What is shown: that, or a piece of its line.
  public let shown: LabelMotion
  /// The newest change from its start to rest, or a piece: second 0 is the start of what is ``shown``.
  public let animation: Animation
  /// How the newest change moves.
  let change: LabelChange
  /// The numbers, where they add up.
  let residuals: ResidualInterpolation?
  /// The line of a label that runs, and the piece of it that is shown.
  let line: (line: LabelLine, piece: LabelPiece)?

  /// Prepares what a label shows.
  ///
  /// - Parameters:
  ///   - motion: What is stored of the label.
  ///   - change: How its newest change moves.
  public init(_ motion: LabelMotion, by change: LabelChange) {
    if let line = LabelLine(motion, by: change) {
      self.init(motion, by: change, showing: line.piece(at: motion.start), of: line)
    } else {
      self.init(motion, by: change, motion.content(by: change))
    }
  }

  /// The same with what stands between source and target.
  init(_ motion: LabelMotion, by change: LabelChange, _ content: Animation.Content) {
    self.init(motion, showing: motion, by: change, content)
  }

  /// Shows a piece of a line.
  init(_ motion: LabelMotion, by change: LabelChange, showing piece: LabelPiece, of line: LabelLine) {
    let shown = line.motion(of: piece, beside: motion)
    let content = shown.source == nil ? shown.content(by: change) : line.number.content(piece.from, piece.to)
    self.init(motion, showing: shown, by: change, content, (line, piece))
  }

  private init(
    _ motion: LabelMotion, showing shown: LabelMotion, by change: LabelChange, _ content: Animation.Content,
    _ line: (LabelLine, LabelPiece)? = nil
  ) {
    (self.motion, self.shown, self.change, self.line) = (motion, shown, change, line)
    residuals = shown.interpolation(content, by: change)
    animation = residuals.map { shown.animation(of: $0, content, by: change) } ?? shown.animation(content, by: change)
  }

  /// When what is shown comes to rest, if only until the next piece begins: microseconds since 1970.
  public var restTime: Int64 { shown.start.adding(seconds: animation.duration) }

  /// The text that it comes to rest at, without what stands before and behind every text.
  public var restText: String { change.text(shown.target) }

  /// Appends the text that the label shows.
  ///
  /// - Parameters:
  ///   - time: Microseconds since 1970; before the start of what is ``shown`` the text of its start.
  ///   - text: Where it is appended.
  public func writeText(at time: Int64, to text: inout UTF8Buffer) {
    animation.write(at: progress(at: time), to: &text)
  }

  /// The progress of the ``animation`` at a time.
  public func progress(at time: Int64) -> Double {
    time < restTime ? animation.progress(at: shown.start.seconds(to: time)) : 1
  }
}

// MARK: - Preparing

extension LabelMotion {
  /// What stands between source and target.
  fileprivate func content(by change: LabelChange) -> Animation.Content {
    guard let source else {
      // A format writes the only text, too.
      if case .interpolated(let written, writesEnds: true) = change.content(change.text(target), target) {
        return .interpolated(written, writesEnds: true)
      }
      return .immediate(NotAnimatable(reason: "there is no text before"))
    }
    let content = change.content(source, target)
    guard !glyphs.isEmpty else { return content }
    // Characters may be on their way to the very text that they make.
    return content.settingOut(from: source, glyphs) ?? change.content("", target).settingOut(from: source, glyphs)
      ?? content
  }

  /// The animation of source and target.
  fileprivate func animation(_ content: Animation.Content, by change: LabelChange) -> Animation {
    Animation(
      from: source ?? change.text(target), to: change.text(target), curve: change.curve,
      duration: source == nil ? 0 : change.duration,
      clamp: change.clamp,
      prefix: change.prefix, suffix: change.suffix, content: content)
  }

  /// The numbers, less their residuals; `nil` where there are none or the two do not fit.
  fileprivate func interpolation(_ content: Animation.Content, by change: LabelChange) -> ResidualInterpolation? {
    guard !residuals.isEmpty, let numbers = content.addable else { return nil }
    let terms = residuals.compactMap { ResidualTerm($0, from: start, by: change) }
    return terms.count == residuals.count ? ResidualInterpolation(numbers, less: terms) : nil
  }

  /// The animation of numbers that add up: its progress is the share of the time, and its source what it shows at first.
  fileprivate func animation(
    of numbers: ResidualInterpolation, _ content: Animation.Content, by change: LabelChange
  ) -> Animation {
    let writesEnds = if case .interpolated(_, writesEnds: true) = content { true } else { false }
    let first =
      if !writesEnds {
        UTF8Buffer.text { numbers.write(at: 0, to: &$0) }
      } else if let told = numbers.numbers, told.count(at: 0) == 1 {
        UTF8Buffer.text { told.write(0, isRounded: false, at: 0, to: &$0) }
      } else {
        source ?? change.text(target)
      }
    return Animation(
      from: first, to: change.text(target), curve: Linear(), duration: numbers.duration, prefix: change.prefix,
      suffix: change.suffix, content: .interpolated(content.adding(numbers), writesEnds: writesEnds))
  }
}

extension Animation.Content {
  /// The same way from characters that are not at rest; `nil` where nothing is known of characters.
  fileprivate func settingOut(from source: String, _ shown: [Glyph]) -> Animation.Content? {
    guard case .interpolated(let interpolation, let writesEnds) = self else { return nil }
    return interpolation.settingOut(from: source, shown).map { .interpolated($0, writesEnds: writesEnds) }
  }
}

extension Int64 {
  /// The seconds from one time in microseconds to another; exact, since both have less than 53 bits.
  public func seconds(to time: Int64) -> Double { (Double(time) - Double(self)) / 1e6 }

  /// The first time in microseconds that is no earlier than so many seconds later.
  func adding(seconds: Double) -> Int64 {
    Int64(Swift.min(Swift.max(Double(self) + (seconds * 1e6).rounded(.up), -0x1p62), 0x1p62))
  }
}

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
  ///   - time: Microseconds since 1970. Where that is before the start of the ``motion``, which then has not begun, it begins
  ///     at this time in place of its own.
  ///   - detail: How much is kept of what is under way.
  /// - Returns: The label from then on.
  public func retargeted(
    to target: String, by change: LabelChange, at time: Int64, keeping detail: LabelDetail = .all
  ) -> LabelState {
    if detail == .target { return LabelState(LabelMotion(to: target, at: time), by: change) }
    if time < motion.start {
      return LabelState(motion.moved(to: time), by: self.change)
        .retargeted(to: target, by: change, at: time, keeping: detail)
    }
    if line != nil, let piece = piece(at: time) {
      return piece.retargeted(to: target, by: change, at: time, keeping: detail)
    }
    if detail == .all, line == nil, target == motion.target, time < restTime, shows(theSameBy: change, at: time) {
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
    if let columns = content.columns { return columns(progress).glyphs.upToLimit }
    guard let glyphs = content.glyphs?(progress) else { return [] }
    // Of others than columns, those that nobody sees are left out. None at all would be a text at rest.
    let seen = glyphs.map(\.rounded).filter { $0.isVisible(from: 0.01) }
    return seen.isEmpty ? [Glyph(" ", x: 0, opacity: 0)] : seen.upToLimit
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
    guard let told = animation.content.numbers else { return nil }
    let progress = progress(at: time)
    let numbers = (0..<told.count(at: progress)).map { index in
      UTF8Buffer.text { told.write(index, isRounded: false, at: progress, to: &$0) }
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
