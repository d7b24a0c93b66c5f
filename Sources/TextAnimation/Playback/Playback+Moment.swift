extension Playback {
  /// Where an animation stands at one moment.
  public struct Moment: Equatable, Sendable {
    /// Whether the animation has begun and whether it is over.
    public enum Phase: Equatable, Sendable {
      /// During the delay: the source stands.
      case before
      /// During an iteration.
      case active
      /// Between two iterations: the last value of the one before stands.
      case pausing
      /// At the very end and from then on: the last value stands.
      case after
    }

    /// Whether the animation has begun and whether it is over.
    public var phase: Phase
    /// The iteration, counted from 0.
    public var iteration: Int
    /// Seconds of the animation's own time, from 0 to its duration, and back while it runs in reverse.
    public var seconds: Double
    /// Whether this is the way back of an iteration.
    public var isReversed: Bool

    /// Creates a moment.
    ///
    /// - Parameters:
    ///   - phase: Before, during or after the animation.
    ///   - iteration: Counted from 0.
    ///   - seconds: The animation's own time.
    ///   - isReversed: Whether it runs back.
    public init(phase: Phase, iteration: Int, seconds: Double, isReversed: Bool) {
      self.phase = phase
      self.iteration = iteration
      self.seconds = seconds
      self.isReversed = isReversed
    }
  }

  /// Where an animation of `duration` stands `seconds` after the delay began: a pure function, any moment like the next.
  ///
  /// Where two iterations meet, the end of the earlier one counts, exactly; at the end of all the last value stands.
  /// With a duration of 0 everything is over as soon as the delay is; `isReversed` then tells that it is the source that
  /// stands.
  /// - Parameters:
  ///   - seconds: Any finite number.
  ///   - duration: Seconds of the animation forward, at speed 1; 0 or more.
  /// - Returns: A moment within the animation.
  public func moment(at seconds: Double, of duration: Double) -> Moment {
    guard seconds >= delay else { return Moment(phase: .before, iteration: 0, seconds: 0, isReversed: false) }
    return moment(afterDelay: seconds - delay, of: duration)
  }

  /// The same for seconds since the delay was over, 0 or more; infinity is the end of all.
  func moment(afterDelay seconds: Double, of duration: Double) -> Moment {
    guard repeatDelay == 0 || duration == 0 else { return moment(withPauses: seconds, of: duration) }
    let elapsed = duration > 0 ? snapped(seconds * speed / duration) : .infinity
    guard elapsed < passes else { return end(of: lastIteration, .after, duration) }
    return moment(afterPasses: elapsed, of: duration)
  }

  /// The same where there are pauses between iterations, each of which belongs to the iteration before it.
  private func moment(withPauses seconds: Double, of duration: Double) -> Moment {
    let pass = duration / speed
    let period = passesPerIteration * pass + repeatDelay
    // Beyond 2⁵³ there is no `Int`, and less than 10⁻⁹ of a pass is rounding.
    let periods = min(seconds / period, 0x1p53)
    let seam = periods.rounded()
    let isSeam = abs(seconds - seam * period) < 1e-9 * pass
    let iteration = max((isSeam ? seam : periods.rounded(.up)) - 1, 0)
    let last: Double = if case .times(let count) = repeatCount { Double(count - 1) } else { .infinity }
    let elapsed = snapped((seconds - min(iteration, last) * period) / pass)
    guard iteration <= last, elapsed < passesPerIteration else {
      let isOver = iteration >= last
      return end(of: isOver ? lastIteration : Int(iteration), isOver ? .after : .pausing, duration)
    }
    var moment = moment(afterPasses: elapsed, of: duration)
    moment.iteration += Int(iteration)
    return moment
  }

  /// The last value of an iteration.
  private func end(of iteration: Int, _ phase: Moment.Phase, _ duration: Double) -> Moment {
    Moment(phase: phase, iteration: iteration, seconds: autoreverse ? 0 : duration, isReversed: autoreverse)
  }

  /// The moment after so many passes, of which there are more.
  private func moment(afterPasses elapsed: Double, of duration: Double) -> Moment {
    // A pass owns its end but not its start, so that a seam shows the end.
    let pass = elapsed <= 1 ? 0 : elapsed.rounded(.up) - 1
    let fraction = elapsed - pass
    let isReversed = autoreverse && pass.truncatingRemainder(dividingBy: 2) == 1
    return Moment(
      phase: .active, iteration: Int(pass / passesPerIteration),
      seconds: (isReversed ? 1 - fraction : fraction) * duration, isReversed: isReversed)
  }

  /// The passes elapsed; within 10⁻⁹ of a whole number, that number, so that rounding cannot miss the end of a pass.
  private func snapped(_ elapsed: Double) -> Double {
    // Beyond 2⁵³ there are no fractions any more, and far beyond no `Int`.
    let elapsed = min(elapsed, 0x1p53)
    // The nearest whole number, as adding 2⁵² leaves no fraction; `rounded()` is a call, three times in a frame.
    let seam = elapsed + 0x1p52 - 0x1p52
    return abs(elapsed - seam) < 1e-9 ? seam : elapsed
  }

  private var lastIteration: Int {
    switch repeatCount {
    case .times(let count): count - 1
    case .infinite: 0
    }
  }
}
