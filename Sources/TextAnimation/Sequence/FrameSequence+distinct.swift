internal import TextBytes
internal import Timing

extension FrameSequence {
  /// The sequence without frames whose text equals the one before, each of the others at the instant its text appears.
  ///
  /// A label that counts from 0 to 10 has eleven frames at any frame rate. The instants are found by inverting the curve
  /// where the interpolation knows its levels (``SteppedInterpolation``). Any other is looked at 240 times a second, or
  /// 10,000 times in all, and the instants found between by bisection, to a nanosecond. Of more texts than `limit`, or
  /// than one looks at, the newest is left each time.
  ///
  /// - Parameter limit: The most frames.
  /// - Returns: The sequence itself where it is endless; `nil` where it would have more than `limit` frames.
  /// - Complexity: 64 positions of the curve for each frame, without regard to duration and frame rate.
  public func distinct(limit: Int) -> FrameSequence? {
    guard count != nil, distinctTimes == nil else { return self }
    if let exact = exactTimes(limit).map(timesOfNewTexts), exact.count <= limit {
      return FrameSequence(self, distinctTimes: exact)
    }
    let sampled = timesOfNewTexts(at: sampledTimes())
    return sampled.count > limit ? nil : FrameSequence(self, distinctTimes: sampled)
  }

  /// The start, and those of ascending times at which another text shows than before.
  private func timesOfNewTexts(at later: [Double]) -> [Double] {
    let times = [time(of: 0)] + later
    var distinct: [Double] = []
    var shown = UTF8Buffer()
    var next = UTF8Buffer()
    for (index, time) in times.enumerated() {
      var instant = time
      next.truncate()
      writeText(at: time, to: &next)
      if !distinct.isEmpty, next.isEqual(to: shown) {
        // Where a curve is flat its last digit may flicker: the text may be there a little later only.
        let end = min(time + slack, index + 1 < times.count ? times[index + 1] : duration)
        next.truncate()
        writeText(at: end, to: &next)
        guard !next.isEqual(to: shown) else { continue }
        instant = self.instant(of: next, between: time, and: end)
      }
      distinct.append(instant)
      swap(&shown, &next)
    }
    return distinct
  }

  /// Seconds in which a flat curve still may not have moved: a ten-millionth of a pass.
  private var slack: Double { 1e-7 * animation.duration / playback.speed }

  private func writeText(at seconds: Double, to text: inout UTF8Buffer) {
    animation.write(at: progress(at: seconds), to: &text)
  }
}

// MARK: - By inverting the curve

extension FrameSequence {
  /// Every instant at which another step shows, over all passes; `nil` where the interpolation does not know its steps,
  /// and for more than `limit`.
  private func exactTimes(_ limit: Int) -> [Double]? {
    animation.isAnimated ? animation.steps.flatMap { instants($0, limit) } : []
  }

  /// Every instant at which another step shows, over all passes; `nil` for far more than `limit`.
  private func instants(_ steps: (Double) -> Int, _ limit: Int) -> [Double]? {
    // Some changes are of the number alone and not of the text: twice as many are looked at.
    let limit = 2 * limit + 16
    let curve = LevelCrossings(of: animation.curve, duration: animation.duration)
    guard let changes = curve.changes(of: { steps(animation.clamped($0)) }, limit: limit),
      Double(changes.count) * playback.passes <= Double(limit)
    else { return nil }
    return (0..<Int(playback.passes)).flatMap { pass in
      playback.instants(of: changes, pass: pass, duration: animation.duration)
    }
  }
}

extension Playback {
  /// When moments of the animation come by in one pass, in order.
  fileprivate func instants(of moments: [Double], pass: Int, duration: Double) -> [Double] {
    // Where all passes run forward, each begins with a leap back to the source.
    let moments = isReversed(pass) ? moments.reversed() : pass > 0 && !autoreverse ? [0] + moments : moments
    return moments.map { instant(of: $0, pass: pass, duration: duration) }
  }

  /// The first instant of a pass at which a moment of the animation is reached, or on the way back is left.
  func instant(of seconds: Double, pass: Int, duration: Double) -> Double {
    let isReversed = isReversed(pass)
    let elapsed = isReversed ? duration - seconds : seconds
    let start = end(ofPasses: Double(pass), of: duration)
    // The ends of passes are exact, and what is within 10⁻⁹ of one shows it.
    guard elapsed < duration * (1 - 2e-9) else { return end(ofPasses: Double(pass + 1), of: duration) }
    func isThere(_ time: Double) -> Bool {
      let moment = moment(at: time, of: duration)
      guard moment.phase == .after || pass == moment.pass(of: self) else { return false }
      return isReversed ? moment.seconds < seconds : moment.seconds >= seconds
    }
    // Rounding may put the moment to either side; the first 10⁻⁹ of a pass still show the end of the one before.
    let guess = start + elapsed / speed
    let slack = 1.5e-9 * duration / speed + 4 * guess.ulp
    var (low, high) = (max(guess - slack, start), guess + slack)
    guard !isThere(low) else { return low }
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if isThere(middle) { high = middle } else { low = middle }
    }
  }

  private func isReversed(_ pass: Int) -> Bool {
    autoreverse && pass % 2 == 1
  }
}

extension Playback.Moment {
  fileprivate func pass(of playback: Playback) -> Int {
    iteration * Int(playback.passesPerIteration) + (isReversed ? 1 : 0)
  }
}

// MARK: - By sampling

extension FrameSequence {
  /// The instants at which another text is found, looking as often as ``grid`` says.
  ///
  /// Where there are more texts than can be shown, it does not matter when exactly one has taken the place of another.
  private func sampledTimes() -> [Double] {
    let grid = self.grid
    guard animation.steps == nil else { return (1..<max(grid.count ?? 1, 1)).map { grid.time(of: $0) } }
    var times: [Double] = []
    var shown = UTF8Buffer()
    var next = UTF8Buffer()
    writeText(at: grid.time(of: 0), to: &shown)
    for index in 1..<max(grid.count ?? 1, 1) {
      next.truncate()
      writeText(at: grid.time(of: index), to: &next)
      guard !next.isEqual(to: shown) else { continue }
      times.append(instant(of: next, between: grid.time(of: index - 1), and: grid.time(of: index)))
      swap(&shown, &next)
    }
    return times
  }

  private var grid: FrameSequence {
    FrameSequence(animation, playback: playback, fps: min(240, Self.gridLimit / max(duration, 1)))
  }

  /// About how many positions ``distinct(limit:)`` looks at; 0 for an endless sequence.
  public var distinctSampleCount: Int {
    guard count != nil, animation.isAnimated else { return 0 }
    return animation.steps == nil ? grid.count ?? 0 : 64 * (distinctTimes?.count ?? 0)
  }

  /// The most texts that are looked at for a change, so that a long duration is no burden.
  private static let gridLimit = 10_000.0

  /// When a text appears for good, given an interval at whose end it is shown.
  private func instant(of text: borrowing UTF8Buffer, between start: Double, and end: Double) -> Double {
    var (low, high) = (start, end)
    var candidate = UTF8Buffer()
    while high - low > 1e-9 {
      let middle = (low + high) / 2
      candidate.truncate()
      writeText(at: middle, to: &candidate)
      if candidate.isEqual(to: text) { high = middle } else { low = middle }
    }
    return high
  }
}

extension UTF8Buffer {
  /// Whether both hold the same bytes.
  fileprivate borrowing func isEqual(to other: borrowing UTF8Buffer) -> Bool {
    guard count == other.count else { return false }
    let (left, right) = (span, other.span)
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }
}

extension [Double] {
  /// The first index for which `isBeyond` holds, by bisection; the count where it holds for none.
  func partitioningIndex(_ isBeyond: (Double) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBeyond(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
