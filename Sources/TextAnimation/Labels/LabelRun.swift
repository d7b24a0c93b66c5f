public import WrittenNumbers

/// A number that grows by itself: a line, of which it is stored where it stood when.
///
/// A label that runs is a chain of ordinary changes, the pieces of its line. Each node cuts them by itself, from the line
/// alone, so that nothing is endless and nothing adds up.
public struct LabelRun: Sendable, Equatable {
  /// When the number was ``value``: microseconds since 1970 by the store's clock.
  public var since: Int64
  /// The number then, exact.
  public var value: Decimal
  /// What it grows by in a second, other than 0; while it is paused, what it grew by.
  public var rate: Decimal
  /// Where it stops; `nil` for nowhere.
  public var end: Decimal?
  /// Whether it stands still until another change.
  public var isPaused: Bool

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - since: When it is that: microseconds since 1970.
  ///   - rate: What it grows by in a second, other than 0.
  ///   - end: Where it stops.
  ///   - isPaused: Whether it stands still until another change.
  public init(_ value: Decimal, since: Int64, rate: Decimal, end: Decimal? = nil, isPaused: Bool = false) {
    (self.value, self.since, self.rate, self.end, self.isPaused) = (value, since, rate, end, isPaused)
  }
}

extension LabelRun {
  /// Whether the number grows less.
  public var isFalling: Bool { rate.isNegative }

  /// How it is rounded where nothing is said: a number shows from the instant at which it is reached.
  public var rounding: Rounding { isFalling ? .ceil : .floor }

  /// The number at a time, exact; before ``since`` as then.
  public func value(at time: Int64) -> Decimal {
    if isPaused { return value }
    let value = line(at: time)
    if let end, isReached(end, by: value) { return isReached(end, by: self.value) ? self.value : end }
    return value
  }

  /// Whether the number changes after a time.
  public func moves(after time: Int64) -> Bool {
    !isPaused && !(end.map { isReached($0, by: line(at: time)) } ?? false)
  }

  /// When it stops: the first microsecond at which it has arrived; `nil` where it never stops, or stands.
  public var endTime: Int64? { isPaused ? nil : end.map(time) }

  /// The line from another time on.
  public func anchored(at time: Int64) -> LabelRun {
    var run = self
    (run.value, run.since) = (value(at: time).withoutZeros, time)
    return run
  }

  /// The first microsecond at which the line has reached a number.
  func time(of number: Decimal) -> Int64 {
    guard let way = number.subtracting(value) else { return Self.never }
    let estimate = (way.approximation / rate.approximation * 1e6).rounded()
    if estimate <= 0 { return since }
    guard estimate < Double(Self.never - since) else { return Self.never }
    var time = since + Int64(estimate)
    // A double errs by some microseconds in centuries; a line of more digits than there may be leads nowhere.
    for _ in 0..<64 {
      if !isReached(number, by: line(at: time)) {
        time += 1
      } else if time > since, isReached(number, by: line(at: time - 1)) {
        time -= 1
      } else {
        return time
      }
    }
    return Self.never
  }

  /// Far beyond all times that a label can tell, which have 53 bits.
  private static let never: Int64 = 1 << 53

  private func line(at time: Int64) -> Decimal {
    guard time > since, let way = rate.multiplied(by: UInt64(time - since))?.shifted(by: -6) else { return value }
    return value.addingNearly(way) ?? value
  }

  private func isReached(_ number: Decimal, by value: Decimal) -> Bool { isFalling ? value <= number : value >= number }
}

/// A part of a line that is an ordinary change.
struct LabelPiece: Equatable {
  let start: Int64
  /// When the next one begins; `nil` for the last, or while the label is paused.
  let end: Int64?
  /// A number at the start or before, other than ``to``.
  let from: Decimal
  /// Where it comes to rest.
  let to: Decimal
  /// The number of its first frame among those of all pieces.
  let firstFrame: Int
}

/// A line made ready: how its number is written, and how it is cut into pieces.
///
/// All pieces but the first begin where the number is whole in its last digit, so that the texts at their ends are exact.
struct LabelLine: Sendable {
  let run: LabelRun
  let number: RunningNumber
  private let fps: Double
  /// Until when changes are under way beside the line.
  private let easingEnd: Int64
  /// How many steps a piece has, each a multiple of the number's.
  private let count: Int128
  /// Whether each step has a frame of its own, and all else is still.
  private let isStepped: Bool
  /// Where the first piece ends, in steps.
  private let first: Int128

  /// The most steps and seconds of a piece, and the seconds of one that moves in every frame.
  private static let (steps, seconds, movingSeconds) = (600.0, 600.0, 30.0)
  private static let mostGridFrames = 1_000_000

  /// Steps a second: from one in 31 years to as many as a line can be cut into.
  private static let speeds = 1e-9...1e27

  /// `nil` for a label that does not run, or whose text has no number that counts at this rate.
  init?(_ motion: LabelMotion, by change: LabelChange) {
    guard let run = motion.run, let number = change.number(motion.source ?? motion.target),
      case let perSecond = abs(run.rate.approximation / number.step.approximation), Self.speeds.contains(perSecond)
    else { return nil }
    (self.run, self.number, fps) = (run, number, change.fps)
    easingEnd = motion.residuals.map { $0.start.adding(seconds: $0.duration) }.reduce(run.since, max)
    isStepped = number.rounding == run.rounding && perSecond <= fps
    let steps = isStepped ? min(Self.steps, Self.seconds * perSecond) : min(Self.movingSeconds * perSecond, 1e30)
    count = max(Int128(steps), 1)
    let next = number.step.count(in: run.value(at: self.easingEnd), run.isFalling ? .floor : .ceil)
    first = next &+ (run.isFalling ? 0 &- count : count)
  }
}

extension LabelLine {
  /// The piece of a time: before the line begins the first, after it ends the last.
  func piece(at time: Int64) -> LabelPiece {
    guard run.moves(after: run.since) else {
      let before = run.value.subtracting(run.isFalling ? -number.step : number.step) ?? .zero
      return LabelPiece(start: run.since, end: nil, from: before, to: run.value, firstFrame: 0)
    }
    let time = max(min(time, (run.endTime ?? .max) - 1), run.since)
    guard time >= run.time(of: value(1)) else { return piece(0) }
    let passed = number.step.count(in: run.value(at: time), run.isFalling ? .ceil : .floor) &- first
    return piece(1 &+ (run.isFalling ? 0 &- passed : passed) / count)
  }

  /// A piece of its own: as far as the number comes from a time on, in so many seconds.
  func piece(from time: Int64, seconds: Double) -> LabelPiece {
    func shown(_ time: Int64) -> Decimal {
      let value = run.value(at: time)
      if value == run.end { return value }
      return number.step.multiple(number.step.count(in: value, run.isFalling ? .ceil : .floor)) ?? value
    }
    let (now, to) = (run.value(at: time), shown(time.adding(seconds: seconds)))
    let before = to.subtracting(run.isFalling ? -number.step : number.step) ?? .zero
    return LabelPiece(start: time, end: nil, from: now == to ? before : now, to: to, firstFrame: 0)
  }

  private func piece(_ index: Int128) -> LabelPiece {
    let whole = value(index &+ 1)
    let isLast = run.end.map { run.isFalling ? whole <= $0 : whole >= $0 } ?? false
    let to = isLast ? run.end ?? whole : whole
    let end = isLast ? nil : run.time(of: to)
    guard index > 0 else { return LabelPiece(start: run.since, end: end, from: run.value, to: to, firstFrame: 0) }
    return LabelPiece(
      start: run.time(of: value(index)), end: end, from: value(index), to: to, firstFrame: frameCount(before: index))
  }

  /// Where a piece begins that is not the first.
  private func value(_ index: Int128) -> Decimal {
    let way = (index &- 1) &* count
    return number.step.multiple(first &+ (run.isFalling ? 0 &- way : way)) ?? run.value
  }

  /// How many frames there are before a piece that is not the first, the last of each of which is the first of the next.
  private func frameCount(before index: Int128) -> Int {
    let opening =
      frameTimes(of: piece(0)).map { $0.count - 1 } ?? gridCount(run.since.seconds(to: run.time(of: value(1))))
    let seconds = Double(count) * abs(number.step.approximation / run.rate.approximation)
    let rest = (index &- 1) &* Int128(isStepped ? Int(clamping: count) : gridCount(seconds))
    return Int(clamping: min(max(Int128(opening) &+ rest, 0), 1 << 53))
  }

  private func gridCount(_ seconds: Double) -> Int { Int(min((seconds * fps - 1e-6).rounded(.up), 1e9)) }

  /// When each frame of a piece is shown, in seconds from its start: on the grid while changes are under way beside the
  /// line, then once for each step; `nil` for the grid alone.
  func frameTimes(of piece: LabelPiece) -> [Double]? {
    let count = gridCount(piece.start.seconds(to: easingEnd))
    // What is under way for longer is on the grid, or too long.
    guard isStepped, run.moves(after: run.since), count <= Self.mostGridFrames else { return nil }
    let easing = max(piece.start.seconds(to: easingEnd), 0)
    var times = (0...max(count, 0)).map { min(Double($0) / fps, easing) }
    var step = number.step.count(in: run.value(at: max(easingEnd, piece.start)), run.isFalling ? .floor : .ceil)
    while let value = number.step.multiple(step) {
      let isLast = run.isFalling ? value <= piece.to : value >= piece.to
      let time = piece.start.seconds(to: run.time(of: isLast ? piece.to : value))
      if time > times[times.count - 1] { times.append(time) }
      if isLast { break }
      step &+= run.isFalling ? -1 : 1
    }
    return times
  }
}

/// How the number of a label that runs is written: made from the label's parameters and a text that says so.
public struct RunningNumber: Sendable {
  /// That of the text.
  public var value: Decimal
  /// The least by which what is shown changes.
  public var step: Decimal
  /// How it is rounded; `nil` for a number that is not still between its steps, as wheels are not.
  public var rounding: Rounding?
  /// How the text has it; `nil` where a format writes it.
  package var written: TextNumber?
  /// The text with another number in its place.
  public var text: @Sendable (Decimal) -> String?
  /// All texts between two numbers in its place.
  public var content: @Sendable (_ from: Decimal, _ to: Decimal) -> Animation.Content

  /// Creates a number.
  ///
  /// - Parameters:
  ///   - value: That of the text.
  ///   - step: The least by which what is shown changes, above 0.
  ///   - rounding: How it is rounded; `nil` for a number that is not still between its steps.
  ///   - text: The text with another number in its place.
  ///   - content: All texts between two numbers in its place.
  public init(
    value: Decimal, step: Decimal, rounding: Rounding?, text: @escaping @Sendable (Decimal) -> String?,
    content: @escaping @Sendable (_ from: Decimal, _ to: Decimal) -> Animation.Content
  ) {
    (self.value, self.step, self.rounding, self.text, self.content) = (value, step, rounding, text, content)
  }

  /// What is counted, and how it is written as an interpolation.
  var numbers: NumbersInterpolation? {
    value.adding(step).flatMap { content(value, $0).addable }
  }
}
