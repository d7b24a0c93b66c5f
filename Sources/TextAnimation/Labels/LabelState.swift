public import TextBytes

/// What a label shows at any time: a pure function of what is stored of it and of its newest change.
public struct LabelState: Sendable {
  /// What is stored.
  public let motion: LabelMotion
  /// The newest change from its start to rest: second 0 is the start of the ``motion``.
  public let animation: Animation
  /// How the newest change moves.
  let change: LabelChange

  /// Prepares what a label shows.
  ///
  /// - Parameters:
  ///   - motion: What is stored of the label.
  ///   - change: How its newest change moves.
  public init(_ motion: LabelMotion, by change: LabelChange) {
    self.motion = motion
    self.change = change
    animation = motion.animation(by: change)
  }

  /// When the label is at rest: microseconds since 1970.
  public var restTime: Int64 { motion.start.adding(seconds: animation.duration) }

  /// Appends the text that the label shows.
  ///
  /// - Parameters:
  ///   - time: Microseconds since 1970; before the start of the ``motion`` the text of its start.
  ///   - text: Where it is appended.
  public func writeText(at time: Int64, to text: inout UTF8Buffer) {
    animation.write(at: progress(at: time), to: &text)
  }

  /// The progress of the ``animation`` at a time.
  func progress(at time: Int64) -> Double {
    time < restTime ? animation.progress(at: motion.start.seconds(to: time)) : 1
  }
}

extension LabelMotion {
  fileprivate func animation(by change: LabelChange) -> Animation {
    guard let source else {
      let reason = NotAnimatable(reason: "there is no text before")
      return animation(from: target, by: change, .immediate(reason))
    }
    return animation(from: source, by: change, change.content(source, target))
  }

  private func animation(from source: String, by change: LabelChange, _ content: Animation.Content) -> Animation {
    Animation(
      from: source, to: target, curve: change.curve, duration: change.duration, clamp: change.clamp,
      prefix: change.prefix, suffix: change.suffix, content: content)
  }
}

extension Int64 {
  /// The seconds from one time in microseconds to another; exact, since both have less than 53 bits.
  func seconds(to time: Int64) -> Double { (Double(time) - Double(self)) / 1e6 }

  /// The first time in microseconds that is no earlier than so many seconds later.
  func adding(seconds: Double) -> Int64 {
    Int64(Swift.min(Swift.max(Double(self) + (seconds * 1e6).rounded(.up), -0x1p62), 0x1p62))
  }
}
