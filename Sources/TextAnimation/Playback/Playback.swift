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
  public package(set) var delay: Double
  /// The number of iterations, 1…1,000,000.
  public package(set) var repeatCount: RepeatCount
  /// Seconds between two iterations, during which the last text of the one before stands, 0…3,600; the speed does not
  /// touch them.
  public package(set) var repeatDelay: Double
  /// Whether each iteration runs forward and then back, which takes twice the time and ends on the source.
  public package(set) var autoreverse: Bool
  /// How many seconds of the animation go by in one: 0.1…10.
  public package(set) var speed: Double

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

  private init() {
    delay = 0
    repeatCount = .times(1)
    repeatDelay = 0
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
