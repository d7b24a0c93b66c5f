internal import TextBytes
internal import Timing

/// The search for the instants at which another text appears in a sequence with an end, and what it costs.
struct ChangeSearch {
  private let sequence: FrameSequence
  private let limit: Int
  private let keepsEnd: Bool
  /// What has been looked at, in positions of the curve.
  private(set) var cost = 0

  /// Prepares a search that is described at ``FrameSequence/distinct(limit:keepsEnd:)``.
  init(_ sequence: FrameSequence, limit: Int, keepsEnd: Bool) {
    self.sequence = sequence
    self.limit = limit
    self.keepsEnd = keepsEnd
  }

  /// When each frame is shown; `nil` for more than the limit.
  mutating func times() -> [Double]? {
    if let exact = exactTimes() {
      let times = timesOfNewTexts(at: exact)
      if times.count <= limit { return times }
    }
    guard let sampled = sampledTimes() else { return nil }
    let times = timesOfNewTexts(at: sampled)
    return times.count > limit ? nil : times
  }
}

extension ChangeSearch {
  private var animation: Animation { sequence.animation }

  /// The start, those of ascending times at which another text shows than before, and what belongs to the end.
  private mutating func timesOfNewTexts(at later: [Double]) -> [Double] {
    let times = [sequence.time(of: 0)] + later
    var distinct: [Double] = []
    var shown = UTF8Buffer()
    var next = UTF8Buffer()
    for (index, time) in times.enumerated() {
      var instant = time
      write(at: time, to: &next)
      if !distinct.isEmpty, next.isEqual(to: shown) {
        // Where a curve is flat its last digit may flicker: the text may be there a little later only.
        let end = min(time + slack, index + 1 < times.count ? times[index + 1] : sequence.duration)
        write(at: end, to: &next)
        guard !next.isEqual(to: shown) else { continue }
        instant = self.instant(of: next, between: time, and: end)
      }
      distinct.append(instant)
      swap(&shown, &next)
    }
    addEnd(to: &distinct, after: shown)
    return distinct
  }

  /// Sees to it that the last text is that of the end, and the last frame at the end where that is asked for.
  private mutating func addEnd(to times: inout [Double], after shown: borrowing UTF8Buffer) {
    guard animation.isAnimated, let last = times.last, last < sequence.duration else { return }
    // The last billionth of a pass shows its end.
    if sequence.playback.moment(at: last, of: animation.duration).phase == .after { times.removeLast() }
    var final = UTF8Buffer()
    sequence.writeText(ofFrame: (sequence.count ?? 1) - 1, to: &final)
    let isThere = times.last == last && final.isEqual(to: shown)
    if keepsEnd || !isThere { times.append(sequence.duration) }
  }

  /// Seconds in which a flat curve still may not have moved: a ten-millionth of a pass.
  private var slack: Double { 1e-7 * animation.duration / sequence.playback.speed }

  /// Writes the text of a moment in place of another.
  ///
  /// A short text takes twice as long as a position, and 128 bytes more once again, most of it to be compared.
  private mutating func write(at seconds: Double, to text: inout UTF8Buffer) {
    text.truncate()
    animation.write(at: sequence.progress(at: seconds), to: &text)
    cost += 2 + text.count / 128
  }
}

// MARK: - By inverting the curve

extension ChangeSearch {
  /// What the instant of a moment in one pass costs: some 25 halvings without a position.
  private static let instantCost = 4

  /// Every instant at which another step shows, over all passes; `nil` where the interpolation does not know its steps,
  /// and for far more than the limit.
  private mutating func exactTimes() -> [Double]? {
    guard animation.isAnimated else { return [] }
    guard let steps = animation.steps else { return nil }
    // Some changes are of the number alone and not of the text: twice as many are looked at.
    let limit = 2 * limit + 16
    let (animation, playback) = (animation, sequence.playback)
    let curve = LevelCrossings(of: animation.curve, duration: animation.duration)
    var positions = 0
    let changes = curve.changes(
      of: {
        positions += 1
        return steps(animation.clamped($0))
      }, limit: limit)
    cost += positions
    guard let changes, Double(changes.count) * playback.passes <= Double(limit) else { return nil }
    cost += Self.instantCost * changes.count * Int(playback.passes)
    return (0..<Int(playback.passes)).flatMap { pass in
      playback.instants(of: changes, pass: pass, duration: animation.duration)
    }
  }
}

// MARK: - By sampling

extension ChangeSearch {
  /// The most texts that are looked at for a change, so that a long duration is no burden.
  private static let gridLimit = 10_000.0

  /// What a text costs beyond others where the steps are not known: its numbers are long, and it takes up to 1.6 µs.
  ///
  /// Those of a bisection are not counted so, since there are no more of them than frames allow.
  private static let longTextCost = 8

  /// The instants at which another text is found, looking as often as ``grid`` says; `nil` for more than the limit.
  ///
  /// Where there are more texts than can be shown, it does not matter when exactly one has taken the place of another.
  private mutating func sampledTimes() -> [Double]? {
    let grid = self.grid
    guard animation.steps == nil else { return (1..<max(grid.count ?? 1, 1)).map { grid.time(of: $0) } }
    var times: [Double] = []
    var shown = UTF8Buffer()
    var next = UTF8Buffer()
    write(at: grid.time(of: 0), to: &shown)
    for index in 1..<max(grid.count ?? 1, 1) {
      write(at: grid.time(of: index), to: &next)
      cost += Self.longTextCost
      guard !next.isEqual(to: shown) else { continue }
      // The start is a frame, too.
      guard times.count + 1 < limit else { return nil }
      times.append(instant(of: next, between: grid.time(of: index - 1), and: grid.time(of: index)))
      swap(&shown, &next)
    }
    return times
  }

  private var grid: FrameSequence {
    FrameSequence(animation, playback: sequence.playback, fps: min(240, Self.gridLimit / max(sequence.duration, 1)))
  }

  /// When a text appears for good, given an interval at whose end it is shown.
  private mutating func instant(
    of text: borrowing UTF8Buffer, between start: Double, and end: Double
  ) -> Double {
    var (low, high) = (start, end)
    var candidate = UTF8Buffer()
    while high - low > 1e-9 {
      let middle = (low + high) / 2
      write(at: middle, to: &candidate)
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
