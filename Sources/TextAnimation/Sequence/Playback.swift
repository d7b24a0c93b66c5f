/// When an animation starts, how often and which way it runs, and how fast.
///
/// The names mean what they mean in Core Animation (`CAMediaTiming`). It knows nothing of frames: it maps any second of
/// the whole to a second of one iteration.
public struct Playback: Hashable, Sendable {
  /// How often an animation runs.
  public enum RepeatCount: Hashable, Sendable {
    /// That many iterations.
    case times(Int)
    /// Until somebody stops it.
    case infinite
  }

  /// Seconds during which the source stands before the first iteration, 0…3,600; the speed does not touch them.
  public package(set) var delay = 0.0
  /// The number of iterations, 1…1,000,000.
  public package(set) var repeatCount = RepeatCount.times(1)
  /// Seconds between two iterations, during which the last text of the one before stands, 0…3,600; the speed does not
  /// touch them.
  public package(set) var repeatDelay = 0.0
  /// Whether each iteration runs forward and then back, which takes twice the time and ends on the source.
  public package(set) var autoreverse = false
  /// How many seconds of the animation go by in one: 0.1…10.
  public package(set) var speed = 1.0

  /// One iteration, forward, at once.
  public static let once = Playback()

  /// Creates a playback.
  ///
  /// - Parameters:
  ///   - delay: Seconds, 0…3,600.
  ///   - repeatCount: 1…1,000,000 or infinite.
  ///   - repeatDelay: Seconds, 0…3,600.
  ///   - autoreverse: Whether each iteration also runs back.
  ///   - speed: 0.1…10.
  /// - Throws: ``InvalidMembers`` with every member that is out of range.
  public init(
    delay: Double = 0, repeatCount: RepeatCount = .times(1), repeatDelay: Double = 0, autoreverse: Bool = false,
    speed: Double = 1
  ) throws(InvalidMembers) {
    var problems = [InvalidMembers.Problem]()
    if !(0...3_600).contains(delay) {
      problems.append(.init(member: "delay", reason: "must be within 0…3,600 seconds"))
    }
    if case .times(let count) = repeatCount, !(1...1_000_000).contains(count) {
      problems.append(.init(member: "repeat", reason: "must be within 1…1,000,000, or infinite"))
    }
    if !(0...3_600).contains(repeatDelay) {
      problems.append(.init(member: "repeatDelay", reason: "must be within 0…3,600 seconds"))
    }
    if !(0.1...10).contains(speed) {
      problems.append(.init(member: "speed", reason: "must be within 0.1…10"))
    }
    guard problems.isEmpty else { throw InvalidMembers(problems: problems) }
    self.delay = delay
    self.repeatCount = repeatCount
    self.repeatDelay = repeatDelay
    self.autoreverse = autoreverse
    self.speed = speed
  }

  private init() {}
}

// MARK: - Duration

extension Playback {
  /// Seconds from the start of the delay to the end of the last iteration, infinite where it repeats for ever.
  ///
  /// - Parameter duration: Seconds of the animation forward, at speed 1; 0 or more.
  /// - Returns: Seconds, not below the delay.
  public func totalDuration(of duration: Double) -> Double {
    // Something that takes no time has nothing to repeat, not even for ever.
    duration > 0 ? end(ofPasses: passes, of: duration) : delay
  }

  /// Seconds from the start of the delay to the end of the first passes; the exact sum, where its parts are decimals.
  func end(ofPasses passes: Double, of duration: Double) -> Double {
    guard passes > 0 else { return delay }
    let pauses = repeatDelay > 0 ? (passes / passesPerIteration).rounded(.up) - 1 : 0
    let start = pauses > 0 ? Self.sum(delay, pauses, of: repeatDelay, per: 1) : delay
    return Self.sum(start, passes, of: duration, per: speed)
  }

  /// `first` and `count` times a quotient, the exact sum where its parts are decimals.
  private static func sum(_ first: Double, _ count: Double, of dividend: Double, per divisor: Double) -> Double {
    let exact = DecimalFraction(first)?.adding(count, of: DecimalFraction(dividend), per: DecimalFraction(divisor))
    return exact ?? first + count * (dividend / divisor)
  }

  /// Seconds from the start of the delay to the start of a pass, counted from 0.
  func start(ofPass pass: Int, of duration: Double) -> Double {
    let isFirst = Double(pass).truncatingRemainder(dividingBy: passesPerIteration) == 0
    return end(ofPasses: Double(pass), of: duration) + (pass > 0 && isFirst ? repeatDelay : 0)
  }

  /// How often the animation is run through in either direction.
  var passes: Double {
    switch repeatCount {
    case .times(let count): Double(count) * passesPerIteration
    case .infinite: .infinity
    }
  }

  /// 2 where an iteration also runs back.
  var passesPerIteration: Double { autoreverse ? 2 : 1 }
}

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

/// A number with few decimals as the quotient of two whole numbers, so that a sum is rounded once.
///
/// 0.05 + 0.1 is 0.15000000000000002 in binary, and (5 + 10) / 100 is 0.15.
struct DecimalFraction {
  /// A whole number.
  let numerator: Double
  /// A power of ten.
  let denominator: Double

  /// 1.
  static var one: DecimalFraction? { DecimalFraction(1) }

  /// `nil` for a number with more than nine decimals.
  init?(_ value: Double) {
    var power = 1.0
    while (value * power).rounded() / power != value {
      guard power < 1e9 else { return nil }
      power *= 10
    }
    (numerator, denominator) = ((value * power).rounded(), power)
  }

  /// The sum with `count` times the quotient of two others, rounded once; `nil` where one of them is, and where the numbers
  /// are too large to be whole all the way.
  func adding(_ count: Double, of dividend: DecimalFraction?, per divisor: DecimalFraction?) -> Double? {
    guard let dividend, let divisor else { return nil }
    let scale = dividend.denominator * divisor.numerator
    let sum = numerator * scale + count * dividend.numerator * divisor.denominator * denominator
    return sum < 0x1p53 && denominator * scale < 0x1p53 ? sum / (denominator * scale) : nil
  }
}
