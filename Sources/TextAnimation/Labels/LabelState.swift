public import TextBytes
internal import Timing

/// What a label shows at any time: a pure function of what is stored of it and of its newest change.
public struct LabelState: Sendable {
  /// What is stored.
  public let motion: LabelMotion
  /// The newest change from its start to rest: second 0 is the start of the ``motion``.
  public let animation: Animation
  /// How the newest change moves.
  let change: LabelChange
  /// The numbers, where they add up.
  let residuals: ResidualInterpolation?

  /// Prepares what a label shows.
  ///
  /// - Parameters:
  ///   - motion: What is stored of the label.
  ///   - change: How its newest change moves.
  public init(_ motion: LabelMotion, by change: LabelChange) {
    self.init(motion, by: change, motion.content(by: change))
  }

  /// The same with what stands between source and target.
  init(_ motion: LabelMotion, by change: LabelChange, _ content: Animation.Content) {
    self.motion = motion
    self.change = change
    residuals = motion.interpolation(content, by: change)
    animation = residuals.map { motion.animation(of: $0, content, by: change) } ?? motion.animation(content, by: change)
  }

  /// When the label is at rest: microseconds since 1970.
  public var restTime: Int64 { motion.start.adding(seconds: animation.duration) }

  /// The text that it comes to rest at, without what stands before and behind every text.
  public var restText: String { change.text(motion.target) }

  /// Appends the text that the label shows.
  ///
  /// - Parameters:
  ///   - time: Microseconds since 1970; before the start of the ``motion`` the text of its start.
  ///   - text: Where it is appended.
  public func writeText(at time: Int64, to text: inout UTF8Buffer) {
    animation.write(at: progress(at: time), to: &text)
  }

  /// The progress of the ``animation`` at a time.
  public func progress(at time: Int64) -> Double {
    time < restTime ? animation.progress(at: motion.start.seconds(to: time)) : 1
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
    var first = UTF8Buffer()
    if !writesEnds {
      numbers.write(at: 0, to: &first)
    } else if numbers.valueCount(at: 0) == 1 {
      numbers.writeValue(0, isRounded: false, at: 0, to: &first)
    } else {
      first.append(contentsOf: source ?? change.text(target))
    }
    return Animation(
      from: first.text(), to: change.text(target), curve: Linear(), duration: numbers.duration, prefix: change.prefix,
      suffix: change.suffix, content: .interpolated(content.adding(numbers), writesEnds: writesEnds))
  }
}

extension Animation.Content {
  /// The same way from characters that are not at rest; `nil` where nothing is known of characters.
  fileprivate func settingOut(from source: String, _ shown: [Glyph]) -> Animation.Content? {
    guard case .interpolated(let interpolation, let writesEnds) = self else { return nil }
    if let odometer = interpolation as? OdometerInterpolation {
      return .interpolated(ShownWheels(odometer, from: shown), writesEnds: writesEnds)
    }
    return glyphs.map { .interpolated($0.settingOut(from: source, shown), writesEnds: writesEnds) }
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
