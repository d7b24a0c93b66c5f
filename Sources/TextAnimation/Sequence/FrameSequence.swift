import WrittenNumbers
public import TextBytes
internal import Timing

/// An animation played at a frame rate: any frame by its number, at the cost of that one frame.
///
/// Frame n is n/fps after the delay exactly, nothing accumulates, and the last frame is at the exact end. The first frame
/// is at 0 and shows during the delay.
public struct FrameSequence: Sendable {
  /// What is shown.
  public let animation: Animation
  /// How often, how fast, and after which delay.
  public let playback: Playback
  /// Frames per second.
  public let fps: Double
  /// Seconds from the start to the last frame, the delay included; infinite for an endless sequence.
  public let duration: Double
  /// The number of frames, at least 1; `nil` for an endless sequence.
  public let count: Int?
  /// When each frame is shown, where frames were left out.
  public let distinctTimes: [Double]?
  /// The cost of finding them, in positions of the curve, some 50 ns each; 0 where no frames were left out.
  public let distinctCost: Int
  /// Seconds from the start to the end of the animation, where the last value stands.
  private let end: Double
  /// The delay and the frame rate, where times are more than the quotient of two whole numbers.
  private let decimals: (delay: DecimalFraction?, fps: DecimalFraction?)?

  /// Samples an animation.
  ///
  /// - Parameters:
  ///   - animation: What is shown. A text that changes without animation does so after the delay, or one frame after the
  ///     start; where there is no text before, or the same, there is a single frame.
  ///   - playback: How often, how fast, and after which delay.
  ///   - fps: Frames per second, above 0.
  public init(_ animation: consuming Animation, playback: Playback = .once, fps: Double = 60) {
    let playback = animation.isImmediate ? playback.changing(animation.source, to: animation.target, fps) : playback
    self.playback = playback
    self.fps = fps
    duration = playback.totalDuration(of: animation.isAnimated ? animation.duration : 0)
    // What is a whole number of frames but for rounding has no shorter frame at its end.
    let frames = ((duration - playback.delay) * fps * (1 - 1e-12) - 1e-9).rounded(.up)
    // However short, it has a start and an end.
    count = duration.isFinite ? Int(min(max(frames, duration > 0 ? 1 : 0), 1e15)) + 1 : nil
    distinctTimes = nil
    distinctCost = 0
    end = duration
    let isSimple = playback.delay == 0 && fps == fps.rounded()
    decimals = isSimple ? nil : (DecimalFraction(playback.delay), DecimalFraction(fps))
    self.animation = animation
  }

  /// The same sequence with other frame times, which ascend from 0.
  public init(_ sequence: FrameSequence, at times: [Double]) { self.init(sequence, distinctTimes: times, cost: 0) }

  /// The same sequence with other frame times, and the cost of finding them.
  init(_ sequence: FrameSequence, distinctTimes: [Double], cost: Int) {
    animation = sequence.animation
    playback = sequence.playback
    fps = sequence.fps
    duration = distinctTimes.last ?? sequence.duration
    count = distinctTimes.count
    self.distinctTimes = distinctTimes
    distinctCost = cost
    end = sequence.end
    decimals = nil
  }
}

extension Playback {
  /// When a text that is not animated takes the place of another.
  fileprivate func changing(_ source: String, to target: String, _ fps: Double) -> Playback {
    if source == target { return .once }
    guard delay == 0, !source.isEmpty else { return self }
    return (try? Playback(delay: 1 / fps)) ?? self
  }
}

// MARK: - Frames in time

extension FrameSequence {
  /// Seconds after the start at which a frame is shown.
  ///
  /// - Parameter index: From 0; from the last frame on, the end.
  /// - Returns: Seconds, the delay included; 0 for the first frame.
  public func time(of index: Int) -> Double {
    if let distinctTimes { return distinctTimes[min(max(index, 0), distinctTimes.count - 1)] }
    if let count, index >= count - 1 { return duration }
    guard index > 0 else { return 0 }
    let index = Double(index)
    let exact = decimals.flatMap { $0.delay?.adding(index, of: .one, per: $0.fps) }
    return exact ?? playback.delay + index / fps
  }

  /// The same without the delay, so that nothing else depends on it; infinity for the end of all.
  private func secondsAfterDelay(ofFrame index: Int) -> Double {
    if distinctTimes != nil {
      let time = time(of: index)
      return time < end ? time - playback.delay : .infinity
    }
    if let count, index >= count - 1 { return .infinity }
    return Double(max(index, 0)) / fps
  }

  /// The number of the frame shown at a time: the newest that is due.
  ///
  /// - Parameter seconds: Any number; before the first frame it is the first, past the end the last.
  /// - Returns: An index from 0.
  public func index(at seconds: Double) -> Int {
    let last = count.map { $0 - 1 } ?? Int.max
    guard seconds < duration else { return last }
    guard seconds > playback.delay else { return 0 }
    if let distinctTimes { return max(distinctTimes.partitioningIndex { $0 > seconds } - 1, 0) }
    var index = Int(min(((seconds - playback.delay) * fps).rounded(.down), 9e15))
    if time(of: index + 1) <= seconds { index += 1 }
    if time(of: index) > seconds { index -= 1 }
    return min(max(index, 0), last)
  }
}

// MARK: - Frames by number

extension FrameSequence {
  /// The eased progress of a frame: 0 is the source, 1 the target, overshoot leaves 0…1.
  public func progress(ofFrame index: Int) -> Double {
    progress(at: moment(ofFrame: index))
  }

  /// The eased progress at any time, not only at a frame's.
  func progress(at seconds: Double) -> Double {
    progress(at: playback.moment(at: seconds, of: animation.duration))
  }

  /// The share of the animation's own duration that has passed in a frame, 0…1; it shrinks on the way back.
  public func share(ofFrame index: Int) -> Double {
    animation.isAnimated ? moment(ofFrame: index).seconds / animation.duration : 1
  }

  private func progress(at moment: Playback.Moment) -> Double {
    if animation.isAnimated { return animation.progress(at: moment.seconds) }
    return moment.phase == .before ? 0 : 1
  }

  private func moment(ofFrame index: Int) -> Playback.Moment {
    if index <= 0, playback.delay > 0 { return playback.moment(at: 0, of: animation.duration) }
    return playback.moment(afterDelay: secondsAfterDelay(ofFrame: index), of: animation.duration)
  }

  /// How fast the text changes in a frame: whole distances per second, those of its leg where there are several, and
  /// negative on the way back.
  public func velocity(ofFrame index: Int) -> Double {
    guard animation.isAnimated else { return 0 }
    let moment = moment(ofFrame: index)
    guard moment.phase == .active else { return 0 }
    let (leg, seconds) = animation.leg(at: moment.seconds)
    guard leg.isAnimated, seconds < leg.duration || leg.duration == animation.duration else { return 0 }
    let velocity = leg.curve.velocity(at: seconds, duration: leg.duration)
    return velocity * playback.speed * (moment.isReversed ? -1 : 1)
  }

  /// Appends the text of a frame.
  public func writeText(ofFrame index: Int, to text: inout UTF8Buffer) {
    animation.write(at: progress(ofFrame: index), to: &text)
  }

  /// Appends the text of any time, not only a frame's.
  func writeText(at seconds: Double, to text: inout UTF8Buffer) {
    animation.write(at: progress(at: seconds), to: &text)
  }

  /// The most characters that a frame's text has.
  ///
  /// - Parameters:
  ///   - limit: The most frames that are looked at; an endless sequence repeats what it has shown.
  ///   - meter: What the search spends from.
  /// - Returns: Characters, the prefix's included.
  public func widestText(among limit: Int, spending meter: inout Meter) -> Int {
    var text = UTF8Buffer()
    var widest = 0
    let units = animation.unitsOfText
    for index in 0..<min(count ?? limit, limit) {
      text.truncate()
      writeText(ofFrame: index, to: &text)
      guard meter.spend(units + 20 * text.count, .widest) else { break }
      // A character has one byte at least.
      if text.count > widest { widest = max(widest, text.text().count) }
    }
    return widest
  }

  /// One frame, computed without the others.
  public func frame(at index: Int) -> Frame {
    var text = UTF8Buffer()
    writeText(ofFrame: index, to: &text)
    return Frame(index: index, time: time(of: index), progress: progress(ofFrame: index), text: text.text())
  }
}

/// One frame of a sequence.
public struct Frame: Equatable, Sendable {
  /// Its number, from 0.
  public var index: Int
  /// Seconds after the start of the sequence.
  public var time: Double
  /// The eased progress; overshoot leaves 0…1.
  public var progress: Double
  /// What the label shows.
  public var text: String
}

extension Array {
  /// The first index for which `isBeyond` holds, by bisection; the count where it holds for none.
  func partitioningIndex(_ isBeyond: (Element) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBeyond(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}

/// A progress, and when it is first reached: POP's progress markers.
public struct ProgressMarker: Equatable, Sendable {
  /// The eased progress: 0 is the source, 1 the target; overshoot lies outside.
  public var progress: Double
  /// Seconds after the start of the sequence, the delay included; `nil` where it is never reached.
  public var time: Double?
  /// The frame that shows it first: the first at that time or after, or the last where none is.
  public var frame: Int?
}

extension FrameSequence {
  /// When the eased progress first reaches each of some levels, to the last digit, whatever the frame rate.
  ///
  /// A level above 0 is reached from below, one below 0 from above, and 0 by the first frame.
  ///
  /// - Returns: A marker for each level, and the cost of finding them in positions of the curve, some 50 ns each.
  public func markers(at levels: [Double], spending meter: inout Meter) -> (markers: [ProgressMarker], cost: Int) {
    if levels.isEmpty { return ([], 0) }
    let found = markers(at: levels, costLimit: meter.left / Self.positionUnits)
    meter.spend(found.cost * Self.positionUnits, .markers)
    return found
  }

  /// The same, however long it takes.
  public func markers(at levels: [Double]) -> (markers: [ProgressMarker], cost: Int) {
    markers(at: levels, costLimit: .max)
  }

  private func markers(at levels: [Double], costLimit: Int) -> (markers: [ProgressMarker], cost: Int) {
    guard animation.isAnimated else {
      return (levels.map { marker($0, at: (0...1).contains($0) ? $0 == 0 ? 0 : duration : nil) }, 0)
    }
    let samples = animation.samples(speed: playback.speed, costLimit: costLimit)
    let markers = levels.map { level in
      // The first frame shows the source during the delay.
      if level == 0 { return marker(level, at: 0) }
      let moment = level == animation.clamped(level) ? samples.firstTime(of: level) : nil
      return marker(level, at: moment.map { firstTime(of: $0) })
    }
    return (markers, samples.cost + levels.count * (64 + samples.samples.count / 32))
  }

  /// The first time in the first pass at which so many seconds of it have gone by.
  private func firstTime(of seconds: Double) -> Double {
    // The ends of passes are exact, and what is within 10⁻⁹ of one shows it.
    guard seconds < animation.duration * (1 - 2e-9) else { return playback.end(ofPasses: 1, of: animation.duration) }
    let guess = playback.delay + seconds / playback.speed
    let slack = 1.5e-9 * animation.duration / playback.speed + 4 * guess.ulp
    return firstNumber(from: max(guess - slack, playback.delay).nextDown, to: guess + slack) {
      playback.moment(at: $0, of: animation.duration).seconds >= seconds
    }
  }

  /// A frame that shows the level but for the error of the progress is there in time.
  private func marker(_ level: Double, at time: Double?) -> ProgressMarker {
    guard let time else { return ProgressMarker(progress: level, time: nil, frame: nil) }
    let index = index(at: time)
    let isLast = count == index + 1
    for frame in isLast ? [index] : [index, index + 1] where abs(self.time(of: frame) - time) < 1e-9 {
      let excess = progress(ofFrame: frame) - level
      guard (level < 0 ? -excess : excess) >= -ProgressError.limit else { continue }
      return ProgressMarker(progress: level, time: self.time(of: frame), frame: frame)
    }
    let frame = isLast || self.time(of: index) == time ? index : index + 1
    return ProgressMarker(progress: level, time: time, frame: frame)
  }
}

extension Animation {
  /// The most positions and velocities that are looked at to find where a curve turns, some 25 ms.
  private static let sampleCost = 500_000

  /// The curve, looked at 240 times a second and 240 times at least, but not more often than a long duration allows.
  func samples(speed: Double, costLimit: Int = .max) -> CurveSamples {
    let count = min(max(240 * duration / speed, 240), 10_000)
    return CurveSamples(
      of: curve, duration: duration, count: Int(count), costLimit: min(costLimit, Self.sampleCost))
  }
}
