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
  public let delay: Double
  /// The number of iterations, 1…1,000,000.
  public let repeatCount: RepeatCount
  /// Whether each iteration runs forward and then back, which takes twice the time and ends on the source.
  public let autoreverse: Bool
  /// How many seconds of the animation go by in one: 0.1…10.
  public let speed: Double

  /// One iteration, forward, at once.
  public static let once = Playback()

  /// Creates a playback.
  ///
  /// - Parameters:
  ///   - delay: Seconds, 0…3,600.
  ///   - repeatCount: 1…1,000,000 or infinite.
  ///   - autoreverse: Whether each iteration also runs back.
  ///   - speed: 0.1…10.
  /// - Throws: ``InvalidMembers`` with every member that is out of range.
  public init(
    delay: Double = 0, repeatCount: RepeatCount = .times(1), autoreverse: Bool = false, speed: Double = 1
  ) throws(InvalidMembers) {
    var problems = [InvalidMembers.Problem]()
    if !(0...3_600).contains(delay) {
      problems.append(.init(member: "delay", reason: "must be within 0…3,600 seconds"))
    }
    if case .times(let count) = repeatCount, !(1...1_000_000).contains(count) {
      problems.append(.init(member: "repeat", reason: "must be within 1…1,000,000, or infinite"))
    }
    if !(0.1...10).contains(speed) {
      problems.append(.init(member: "speed", reason: "must be within 0.1…10"))
    }
    guard problems.isEmpty else { throw InvalidMembers(problems: problems) }
    self.delay = delay
    self.repeatCount = repeatCount
    self.autoreverse = autoreverse
    self.speed = speed
  }

  private init() {
    delay = 0
    repeatCount = .times(1)
    autoreverse = false
    speed = 1
  }
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
    let exact = DecimalFraction(delay)?.adding(passes, of: DecimalFraction(duration), per: DecimalFraction(speed))
    return exact ?? delay + passes * (duration / speed)
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
