public import TextBytes
internal import Timing

extension FrameSequence {
  /// The sequence without frames whose text equals the one before, each of the others at the instant its text appears.
  ///
  /// A label that counts from 0 to 10 has eleven frames at any frame rate. Where the interpolation can count its texts
  /// (``SteppedInterpolation``), the instants are found by inverting the curve. Otherwise the sequence is sampled 240 times a
  /// second, 10,000 times at most but at least 16 times a pass, and each change is then found by bisection, to a nanosecond.
  /// Where texts change more often than samples are taken, each sample's text is kept. Texts that take long to write are
  /// sampled less often and less closely, so that the search takes about a second and at most two.
  ///
  /// The last frame has the last text, which may appear before the end. Labels and digit wheels may move until the end, and
  /// then need a frame there.
  ///
  /// - Parameters:
  ///   - limit: The most frames.
  ///   - keepsEnd: Whether the last frame is at the exact end, even where its text has been there before.
  ///   - meter: What the search spends from; nothing that it returns means anything once that is exhausted.
  /// - Returns: The sequence itself where it is endless; `nil` where it would have more than `limit` frames.
  /// - Complexity: Some ten positions of the curve and two texts for each frame, whatever the duration and the frame rate.
  public func distinct(limit: Int, keepsEnd: Bool = false, spending meter: inout Meter) -> FrameSequence? {
    guard count != nil, distinctTimes == nil else { return self }
    var search = ChangeSearch(self, limit: limit, keepsEnd: keepsEnd, atMost: meter.left / Self.positionUnits)
    let times = search.times()
    meter.spend(search.cost * Self.positionUnits, .distinct)
    return times.map { FrameSequence(self, distinctTimes: $0, cost: search.cost) }
  }

  /// The same, however long it takes.
  public func distinct(limit: Int, keepsEnd: Bool = false) -> FrameSequence? {
    var meter = Meter(limit: .max)
    return distinct(limit: limit, keepsEnd: keepsEnd, spending: &meter)
  }

  /// What a position of a curve takes, in units of a meter.
  static let positionUnits = 50
}

/// Searches a finite sequence for the instants at which its text changes.
struct ChangeSearch {
  private let sequence: FrameSequence
  private let limit: Int
  private let keepsEnd: Bool
  private let budget: Int
  /// The cost of writing one text, in positions of the curve.
  ///
  /// A short text costs two positions, and each 16 bytes one more: digits inside a long text or graphemes out of order take
  /// 3 to 6 ns a byte. Where the steps are unknown the numbers are long and take 30 to 45 ns a digit.
  private let textCost: Int
  /// Whether the interpolation of each way can count its texts.
  private let isCounted: Bool
  /// The cost so far, in positions of the curve: some 50 ns each.
  private(set) var cost = 0
  /// The cost beyond which nothing is looked for any more.
  private let allowance: Int

  /// Prepares a search as described at ``FrameSequence/distinct(limit:keepsEnd:)``.
  ///
  /// Each part of it may cost `budget`, 0.1 s by default; beyond that it searches more coarsely. All together may cost
  /// `allowance`; beyond that it gives up.
  init(
    _ sequence: FrameSequence, limit: Int, keepsEnd: Bool, budget: Int = 2_000_000, atMost allowance: Int = .max
  ) {
    self.allowance = allowance
    self.sequence = sequence
    self.limit = limit
    self.keepsEnd = keepsEnd
    self.budget = budget
    let animation = sequence.animation
    let (source, target) = (animation.source.utf8.count, animation.target.utf8.count)
    isCounted = animation.changes.allSatisfy { !$0.animation.isAnimated || $0.animation.steps != nil }
    let numbers = isCounted ? 0 : 8 + source + target
    textCost = 2 + max(source, target) / 16 + numbers + animation.content.positionCount
  }

  /// When each frame is shown; `nil` where there are more than the limit.
  mutating func times() -> [Double]? {
    guard animation.isAnimated else { return timesOfNewTexts(at: [sequence.duration]) }
    if let exact = exactChanges() {
      if let times = times(of: Changes(there: exact, back: exact)) { return times }
      // Where texts change slowly enough to be read, none may be left out.
      let isReadable = Double(exact.count) < Self.looksPerSecond * animation.duration / sequence.playback.speed
      if isReadable, Double(exact.count) * sequence.playback.passes > Double(limit) { return nil }
    }
    return sampledChanges().flatMap { times(of: $0) }
  }

  /// The moments of a pass at which its text may change, ascending.
  private struct Changes {
    /// The first moments of the later texts.
    var there: [Double] = []
    /// The first moments beyond the earlier ones, which come first on the way back.
    var back: [Double] = []
  }

  /// The frames of all passes.
  private mutating func times(of changes: Changes) -> [Double]? {
    let playback = sequence.playback
    let count = max(changes.there.count, playback.autoreverse ? changes.back.count : 0)
    // Where one pass has no change, no other has.
    guard count > 0 else { return timesOfNewTexts(at: []) }
    guard Double(count) * playback.passes <= Double(looked) else { return nil }
    guard count * Int(playback.passes) * textCost <= 4 * budget else { return nil }
    cost += Self.instantCost * (1 + count) * Int(playback.passes)
    guard cost <= allowance else { return nil }
    let duration = animation.duration
    let times = timesOfNewTexts(
      at: (0..<Int(playback.passes)).flatMap {
        playback.instants(of: changes.there, changes.back, pass: $0, duration: duration)
      })
    return times.count > limit ? nil : times
  }

  /// Some changes are of the number alone and not of the text, so twice as many are looked at.
  private var looked: Int { 2 * limit + 16 }

  /// What the instant of a moment in one pass costs: some 25 halvings without a position.
  private static let instantCost = 4
}

extension ChangeSearch {
  private var animation: Animation { sequence.animation }

  /// The start, each of the ascending times at which the text differs from the one before, and the end where it is needed.
  private mutating func timesOfNewTexts(at later: [Double]) -> [Double] {
    let times = [sequence.time(of: 0)] + later
    var distinct: [Double] = []
    var shown = UTF8Buffer()
    var next = UTF8Buffer()
    let sequence = sequence
    for (index, time) in times.enumerated() {
      if cost + index * textCost > allowance { break }
      var instant = time
      next.truncate()
      sequence.writeText(at: time, to: &next)
      if !distinct.isEmpty, next.isEqual(to: shown) {
        // Where a curve is flat, rounding makes the text flicker: the new one may appear a little later, and is shown half-way
        // to the next change.
        let middle = time + ((index + 1 < times.count ? times[index + 1] : sequence.duration) - time) / 2
        write(at: middle, of: sequence, to: &next)
        guard !next.isEqual(to: shown) else { continue }
        instant = self.instant(of: next, in: sequence, between: time, and: middle)
      }
      // Behind a delay the shortest animations have no moments between their ends.
      instant = min(rounded(instant, showing: next), sequence.duration)
      if let last = distinct.last, instant <= last { continue }
      distinct.append(instant)
      swap(&shown, &next)
    }
    cost += times.count * textCost
    addEnd(to: &distinct, after: shown)
    return distinct
  }

  /// The time with nine decimals, where that is the same time but for the error of the progress and shows the same text.
  private mutating func rounded(_ time: Double, showing text: borrowing UTF8Buffer) -> Double {
    let decimal = (time * 1e9).rounded() / 1e9
    let error = 4 * ProgressError.limit * animation.duration / sequence.playback.speed + 4 * time.ulp
    guard decimal != time, abs(decimal - time) < error else { return time }
    var candidate = UTF8Buffer()
    write(at: decimal, of: sequence, to: &candidate)
    return candidate.isEqual(to: text) ? decimal : time
  }

  /// Makes the last text that of the end, and adds a frame at the end where that is asked for.
  private mutating func addEnd(to times: inout [Double], after shown: borrowing UTF8Buffer) {
    guard animation.isAnimated, let last = times.last, last < sequence.duration else { return }
    // The last billionth of a pass shows its end.
    if sequence.playback.moment(at: last, of: animation.duration).phase == .after { times.removeLast() }
    var final = UTF8Buffer()
    sequence.writeText(ofFrame: (sequence.count ?? 1) - 1, to: &final)
    let isThere = times.last == last && final.isEqual(to: shown)
    if keepsEnd || !isThere { times.append(sequence.duration) }
  }

  /// Writes the text of a moment in place of another.
  private mutating func write(at seconds: Double, of sequence: FrameSequence, to text: inout UTF8Buffer) {
    text.truncate()
    sequence.writeText(at: seconds, to: &text)
    cost += textCost
  }
}

// MARK: - By inverting the curve

extension ChangeSearch {
  /// Every moment of a pass at which the step changes; `nil` where the interpolation cannot count its steps, or there are far
  /// more changes than the limit or the budget allows, as in a long text with a thousand numbers.
  private mutating func exactChanges() -> [Double]? {
    var moments: [Double] = []
    let ways = animation.changes
    for (way, start) in ways where cost <= allowance {
      // Where a way begins, the text before has been reached.
      if start > 0 { moments.append(start) }
      guard way.isAnimated else { continue }
      guard let changes = exactChanges(of: way, budget: budget / ways.count) else { return nil }
      moments += changes.map { start + $0 }
      // More digits may be shown on the way than where it ends.
      if way.duration < animation.duration { moments.append(start + way.duration) }
    }
    return moments
  }

  /// The same for one way, in its own seconds.
  private mutating func exactChanges(of animation: Animation, budget: Int) -> [Double]? {
    guard let steps = animation.steps else { return nil }
    let stepCost = animation.stepCost
    let curve = LevelCrossings(of: animation.curve, duration: animation.duration)
    cost += curve.pieceCount
    guard curve.pieceCount * stepCost <= budget else { return nil }
    var looks = 0
    let (limit, affordable) = (min(looked, budget / (16 * stepCost)), max(allowance - cost, 0) / (16 * stepCost))
    let changes = curve.changes(
      of: {
        looks += 1
        return steps(animation.clamped($0))
      }, limit: min(limit, affordable), stride: animation.stepStride)
    // Whoever may look at all of them might find that they are not too many.
    cost = changes == nil && affordable < limit ? max(cost, allowance) + 1 : cost + looks * stepCost
    return changes
  }
}

// MARK: - By sampling

extension ChangeSearch {
  /// The most looks in a second of the sequence.
  private static let looksPerSecond = 240.0
  /// The most texts that are looked at for a change, so that a long duration is no burden.
  private static let lookLimit = 10_000.0
  /// What one pass has at least, however many there are.
  private static let fewestLooks = 16.0

  /// The moments of a pass at which another text is found; `nil` for more than the limit.
  ///
  /// Where there are more texts than can be shown, it does not matter when exactly one has taken the place of another.
  private mutating func sampledChanges() -> Changes? {
    let pass = sampledPass
    guard !isCounted else {
      let looks = (1..<max(pass.count ?? 1, 1)).map { pass.time(of: $0) }
      // The way back ends with the source, which stands at 0 alone.
      return Changes(there: looks, back: [Double.leastNonzeroMagnitude] + looks)
    }
    var changes = Changes()
    var shown = UTF8Buffer()
    var next = UTF8Buffer()
    write(at: pass.time(of: 0), of: pass, to: &shown)
    for index in 1..<max(pass.count ?? 1, 1) where cost <= allowance {
      let (before, now) = (pass.time(of: index - 1), pass.time(of: index))
      write(at: now, of: pass, to: &next)
      guard !next.isEqual(to: shown) else { continue }
      // The start is a frame, too.
      guard changes.there.count + 1 < limit else { return nil }
      changes.there.append(instant(of: next, in: pass, between: before, and: now))
      // Other texts may stand between the two.
      if sequence.playback.autoreverse { changes.back.append(end(of: shown, in: pass, between: before, and: now)) }
      swap(&shown, &next)
    }
    return changes
  }

  /// One pass, with a frame for each look.
  private var sampledPass: FrameSequence {
    let (passes, duration) = (sequence.playback.passes, animation.duration)
    let often = min(Self.lookLimit, Double(budget / textCost)) / passes
    let looks = max(min(Self.looksPerSecond * duration / sequence.playback.speed, often), Self.fewestLooks)
    return FrameSequence(animation, playback: .once, fps: looks / duration)
  }

  /// When a text appears for good, given an interval at whose end it is shown; to a nanosecond, or as far as times go.
  private mutating func instant(
    of text: borrowing UTF8Buffer, in sequence: FrameSequence, between start: Double, and end: Double
  ) -> Double {
    edge(in: sequence, between: start, and: end) { $0.isEqual(to: text) }.after
  }

  /// From when on a text is no longer shown, given an interval at whose start it is.
  private mutating func end(
    of text: borrowing UTF8Buffer, in sequence: FrameSequence, between start: Double, and end: Double
  ) -> Double {
    edge(in: sequence, between: start, and: end) { !$0.isEqual(to: text) }.before.nextUp
  }

  /// The moments right before and at which something becomes true of the text shown.
  private mutating func edge(
    in sequence: FrameSequence, between start: Double, and end: Double, _ isTrue: (borrowing UTF8Buffer) -> Bool
  ) -> (before: Double, after: Double) {
    var (low, high) = (start, end)
    var candidate = UTF8Buffer()
    while high - low > 1e-9, cost < 2 * budget, cost <= allowance {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      write(at: middle, of: sequence, to: &candidate)
      if isTrue(candidate) { high = middle } else { low = middle }
    }
    return (low, high)
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
