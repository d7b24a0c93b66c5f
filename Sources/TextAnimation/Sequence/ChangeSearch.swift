import Interpolation
import WrittenNumbers
public import TextBytes
internal import Timing

extension FrameSequence {
  /// The sequence without frames whose text equals the one before, each of the others at the instant its text appears.
  ///
  /// A label that counts from 0 to 10 has eleven frames at any frame rate. The sequence is sampled 240 times a second, 10,000
  /// times at most, and each change between two samples is found by bisection, to a nanosecond. Where the interpolation can
  /// count its texts (``TextSteps``), all of them are found between two samples; of others the newest, and those
  /// that take long to write are sampled less often and less closely, but at least 16 times a pass, so that the search takes
  /// about a second and at most two. Where texts change more often than frames are possible, each sample's text is kept.
  ///
  /// The last frame has the last text, which may appear before the end. Labels and digit wheels may move until the end, and
  /// then need a frame there.
  ///
  /// - Parameters:
  ///   - limit: The most frames.
  ///   - keepsEnd: Whether the last frame is at the exact end, even where its text has been there before.
  ///   - meter: What the search spends from; nothing that it returns means anything once that is exhausted.
  /// - Returns: The sequence itself where it is endless; `nil` where it would have more than `limit` frames.
  /// - Complexity: Some ten positions of the curve and a text for each frame, and two positions for each sample.
  public func distinct(limit: Int, keepsEnd: Bool = false, spending meter: inout Meter) -> FrameSequence? {
    guard count != nil, distinctTimes == nil, meter.demand(leastSearchUnits(limit), .distinct) else { return self }
    let units = searchUnits
    var search = ChangeSearch(self, limit: limit, keepsEnd: keepsEnd, atMost: meter.left / units)
    let times = search.times()
    // A search that gave up may have found no frame at all, and a sequence has one at least.
    guard meter.spend(search.cost * units, .distinct) else { return self }
    return times.map { FrameSequence(self, distinctTimes: $0, cost: search.cost) }
  }

  /// The same, however long it takes.
  public func distinct(limit: Int, keepsEnd: Bool = false) -> FrameSequence? {
    var meter = Meter(limit: .max)
    return distinct(limit: limit, keepsEnd: keepsEnd, spending: &meter)
  }

  /// What a position of a curve takes, in units of a meter.
  static let positionUnits = 50

  /// What a position takes in the search, with its share of the texts: those that are no numbers are written and compared
  /// character by character, where characters move cell by cell.
  private var searchUnits: Int {
    let content = animation.content
    if content.glyphs != nil { return 5 * Self.positionUnits }
    if case .interpolated = content, content.numbers != nil, content.columns == nil { return Self.positionUnits }
    return 2 * Self.positionUnits
  }

  /// What the search takes at least, as far as the texts are counted: 20 positions for each.
  private func leastSearchUnits(_ limit: Int) -> Int {
    guard let steps = animation.steps else { return 0 }
    return Int(min((steps.count(1) &- steps.count(0)).magnitude, UInt(max(limit, 0)))) * 20 * Self.positionUnits
  }
}

/// Searches a finite sequence for the instants at which its text changes.
///
/// One pass is searched, and on the way back another; all others have the same changes.
struct ChangeSearch: ~Copyable {
  private let sequence: FrameSequence
  private let limit: Int
  private let keepsEnd: Bool
  private let budget: Int
  private let clock: PassClock
  private var text = UTF8Buffer()
  /// The step that was found last, and the progress that it needs.
  private var found: (step: Int, progress: Double)?
  /// The progress that most steps take.
  private var height = 0.0
  /// The steps that were passed, also where several came in one tick; those that the curve leaps over count as one.
  private var passed = 0
  /// Those of them in a pass that came in one tick with others.
  private var merged = 0
  /// How steps are counted, what that costs, and how many may come at once; `nil` where that is unknown.
  private var counting: (step: (Double) -> Int, cost: Int, stride: Int?)?
  /// The cost of writing one text, in positions of the curve.
  ///
  /// A short text costs two positions, and each 16 bytes one more: digits inside a long text or graphemes out of order take
  /// 3 to 6 ns a byte. Where the steps are unknown the numbers are long and take 30 to 45 ns a digit.
  private let textCost: Int
  /// Whether the interpolation of each leg can count its texts.
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
    clock = PassClock(duration: animation.duration, speed: sequence.playback.speed)
    let (source, target) = (animation.source.utf8.count, animation.target.utf8.count)
    isCounted = animation.changes.allSatisfy { !$0.animation.isAnimated || $0.animation.steps != nil }
    let numbers = isCounted ? 0 : 8 + source + target
    textCost = 2 + max(source, target) / 16 + numbers + animation.content.positionCount
  }

  private var animation: Animation { sequence.animation }

  /// When each frame is shown; `nil` where there are more than the limit.
  mutating func times() -> [Double]? {
    guard animation.isAnimated else { return timesOfNewTexts(at: [sequence.duration]) }
    if isCounted, let changes = countedChanges() {
      // What stands under a nanosecond has no frame, but makes a text that is too fast to be shown whole.
      if let times = times(of: changes, clock.mirrored(changes)),
        Double(times.count) + Double(merged) * sequence.playback.passes <= Double(limit)
      {
        return times
      }
      // Where texts change slowly enough to be read, none may be left out.
      let isReadable = Double(changes.count) < Self.looksPerSecond * clock.pass
      if isReadable, Double(changes.count) * sequence.playback.passes > Double(limit) { return nil }
    }
    let looks = looks
    let back = [0] + looks.dropLast().reversed().map { clock.pass - $0 } + [clock.pass]
    // Where there are more texts than can be shown, it does not matter when exactly one has taken the place of another.
    if isCounted { return times(of: looks, back) }
    guard let there = writtenChanges(at: looks, isReversed: false) else { return nil }
    guard sequence.playback.autoreverse else { return times(of: there, []) }
    return writtenChanges(at: back, isReversed: true).flatMap { times(of: there, $0) }
  }
}

/// The seconds of a pass, from 0 on whichever way it runs, in ticks of a nanosecond.
///
/// A pass of less than a second has ticks that are a tenth of that, a hundredth and so on, as its first and its last 10⁻⁹ show
/// its ends; one of many days has so few that they are whole numbers.
private struct PassClock {
  let duration: Double
  let speed: Double
  /// The seconds of the pass.
  let pass: Double
  let ticksPerSecond: Double
  let lastTick: Int
  /// Whether a flat curve is at its end before it is over, the last number tells: those before go up and down.
  private let lastSeconds: Double

  init(duration: Double, speed: Double) {
    (self.duration, self.speed, pass) = (duration, speed, duration / speed)
    lastSeconds = duration.nextDown
    var ticksPerSecond = 1e9
    while pass * ticksPerSecond < 1e9, ticksPerSecond < 1e18 { ticksPerSecond *= 10 }
    while pass * ticksPerSecond > 1e15 { ticksPerSecond /= 10 }
    self.ticksPerSecond = ticksPerSecond
    lastTick = max(Int((pass * ticksPerSecond).rounded(.up)), 1)
  }

  /// The seconds of the animation at a tick.
  func seconds(at tick: Int) -> Double {
    if tick < lastTick - 1 || tick == 0 { return min(Double(tick) / ticksPerSecond * speed, duration) }
    return tick < lastTick ? lastSeconds : duration
  }

  /// The last tick at a moment of the animation or before.
  func tick(at seconds: Double) -> Int {
    seconds < duration ? min(Int(seconds / speed * ticksPerSecond), lastTick) : lastTick
  }

  /// The seconds of the pass at a tick.
  func time(of tick: Int) -> Double { tick < lastTick ? Double(tick) / ticksPerSecond : pass }

  /// When the texts before some changes appear on the way back: a tick before these.
  func mirrored(_ times: [Double]) -> [Double] { times.reversed().map { pass - $0 + 1 / ticksPerSecond } }
}

// MARK: - Changes of a pass

extension ChangeSearch {
  /// The most looks in a second of the sequence.
  private static let looksPerSecond = 240.0
  /// The most texts that are looked at for a change, so that a long duration is no burden.
  private static let lookLimit = 10_000.0
  /// What one pass has at least, however many there are.
  private static let fewestLooks = 16.0

  /// A tick, which text stands there (its number, or one made of its bytes), and the progress.
  private typealias Look = (tick: Int, key: Int, progress: Double)
  private typealias Looker = (inout ChangeSearch, Int) -> Look

  /// Adds the changes between two looks, found by bisection.
  ///
  /// These are all where texts can be counted and only go up or down, or else the first of the text at the end. Where a guess
  /// has left most of the `width` between the two looks before, halves go on.
  private mutating func addChanges(
    from start: Look, to end: Look, within width: Int = .max, limit: Int = .max, to changes: inout [Double],
    _ look: Looker
  ) {
    guard start.key != end.key, passed <= limit, cost <= allowance else { return }
    let ticks = end.tick - start.tick
    guard ticks > 1, isCounted || cost < 2 * budget else {
      if (end.key &- start.key).magnitude == 1 {
        found = (max(start.key, end.key), end.progress)
        passed += 1
      } else {
        pass(from: start, to: end, limit: limit)
      }
      return changes.append(clock.time(of: end.tick))
    }
    let guess = ticks < width - width / 8 ? guess(from: start, to: end) : nil
    var middle = look(&self, guess ?? start.tick + ticks / 2)
    // Where the curve is flat, its last digits go up and down.
    if isCounted { middle.key = middle.key.clamped(to: min(start.key, end.key)...max(start.key, end.key)) }
    if isCounted || middle.key == end.key {
      addChanges(from: start, to: middle, within: ticks, limit: limit, to: &changes, look)
    }
    addChanges(from: middle, to: end, within: ticks, limit: limit, to: &changes, look)
  }

  /// Counts the steps between two looks one tick apart, or about as many where they are unequal.
  private mutating func pass(from start: Look, to end: Look, limit: Int, misses: Int = 0) {
    guard let counting, passed <= limit else { return }
    let steps = Int(clamping: (end.key &- start.key).magnitude)
    if let stride = counting.stride { return passed += min(max(steps / stride, 1), limit) }
    guard steps > 1, misses < 4 else { return passed += 1 }
    let progress = start.progress + (end.progress - start.progress) / 2
    let key = counting.step(progress)
    cost += counting.cost
    let middle = (start.tick, key, progress)
    if key != start.key { pass(from: start, to: middle, limit: limit, misses: key == end.key ? misses + 1 : 0) }
    if key != end.key { pass(from: middle, to: end, limit: limit, misses: key == start.key ? misses + 1 : 0) }
  }

  /// Where the next text ought to be, since most steps are equally high: a third of the looks that halving would take.
  private func guess(from start: Look, to end: Look) -> Int? {
    guard let found else { return nil }
    let step = end.key > start.key ? start.key + 1 : start.key
    let level = found.progress + Double(step - found.step) * height
    let (share, ticks) = ((level - start.progress) / (end.progress - start.progress), Double(end.tick - start.tick))
    guard share.isFinite else { return nil }
    // Next to one look it is somewhat farther away from that, so that the other comes near as well.
    let nearest = max(ticks / 64, 1)
    return start.tick + Int(min(max(share * ticks, nearest), ticks - nearest))
  }

  /// Every change of the step in a pass; `nil` where the interpolation cannot count its steps, or there are far more changes
  /// than the limit or the budget allows, as in a long text with a thousand numbers.
  private mutating func countedChanges() -> [Double]? {
    var changes: [Double] = []
    let legs = animation.changes
    for (leg, start) in legs where cost <= allowance {
      // Where a leg begins, the text before has been reached.
      if start > 0 { changes.append(clock.time(of: clock.tick(at: start) + 1)) }
      guard leg.isAnimated else { continue }
      guard let more = countedChanges(of: leg, from: start, budget: budget / legs.count) else { return nil }
      changes += more
      // More digits may be shown on the way than where it ends.
      if leg.duration < animation.duration { changes.append(clock.time(of: clock.tick(at: start + leg.duration) + 1)) }
    }
    return changes
  }

  private mutating func countedChanges(of leg: Animation, from start: Double, budget: Int) -> [Double]? {
    guard let steps = leg.steps else { return nil }
    let (clock, count, stepCost) = (clock, steps.count, steps.cost)
    let curve = leg.samples(speed: clock.speed, costLimit: allowance - cost)
    cost += curve.cost
    let limit = min(looked, budget / (16 * stepCost))
    guard curve.isComplete, curve.samples.count * stepCost <= budget else { return nil }
    let look: Looker = { search, tick in
      search.cost += stepCost
      let progress = leg.progress(at: clock.seconds(at: tick) - start)
      return (tick, count(progress), progress)
    }
    (found, height, passed) = (nil, 2 * leg.content.threshold, 0)
    defer { counting = nil }
    var looks: [Look] = []
    var leaps: [Bool] = []
    looks.reserveCapacity(curve.samples.count)
    leaps.reserveCapacity(curve.samples.count)
    for sample in curve.samples {
      let tick = clock.tick(at: start + sample.seconds)
      if tick == looks.last?.tick {
        leaps[leaps.count - 1] = leaps[leaps.count - 1] || sample.isBehindLeap
      } else {
        looks.append(look(&self, tick))
        leaps.append(sample.isBehindLeap)
      }
    }
    if let stride = steps.stride {
      // Far too many are noticed before any of them is found; an animation counts its two ends as steps of their own.
      var count = 0
      for index in looks.indices.dropFirst() where count <= limit && !leaps[index] && !leaps[index - 1] {
        count += max(abs(looks[index].key - looks[index - 1].key) - 4, 0) / stride
      }
      if count > limit { return nil }
    }
    var changes: [Double] = []
    counting = (count, stepCost, steps.stride)
    for index in looks.indices.dropFirst() where looks[index].key != looks[index - 1].key {
      // What leaps after the tick of a look is seen at the next.
      counting?.stride = leaps[index] || leaps[index - 1] ? .max : steps.stride
      addChanges(from: looks[index - 1], to: looks[index], limit: limit, to: &changes, look)
    }
    merged += passed - changes.count
    return passed > limit ? nil : changes
  }

  /// The changes of the text between looks; `nil` for more than the limit.
  private mutating func writtenChanges(at looks: [Double], isReversed: Bool) -> [Double]? {
    let look: Looker = { search, tick in
      let seconds = search.clock.seconds(at: isReversed ? search.clock.lastTick - tick : tick)
      return (tick, search.key(at: search.animation.progress(at: seconds)), 0)
    }
    var changes: [Double] = []
    var last = look(&self, 0)
    for time in looks where cost <= allowance {
      let next = look(&self, clock.tick(at: time * clock.speed))
      addChanges(from: last, to: next, to: &changes, look)
      // The start is a frame, too.
      guard changes.count < limit else { return nil }
      last = next
    }
    return changes
  }

  /// When a pass is looked at without knowledge of its steps, in seconds from its start.
  private var looks: [Double] {
    let often = min(Self.lookLimit, Double(budget / textCost)) / sequence.playback.passes
    let count = max(min(Self.looksPerSecond * clock.pass, often), Self.fewestLooks)
    let last = Int((count * (1 - 1e-12) - 1e-9).rounded(.up))
    return (1..<max(last, 1)).map { Double($0) * clock.pass / count } + [clock.pass]
  }
}

// MARK: - Frames of all passes

extension ChangeSearch {
  /// The frames of all passes, in each of which the text may change at some seconds from its start: on the way there, or back.
  private mutating func times(of there: [Double], _ back: [Double]) -> [Double]? {
    let playback = sequence.playback
    let count = max(there.count, playback.autoreverse ? back.count : 0)
    // Where one pass has no change, no other has.
    guard count > 0 else { return timesOfNewTexts(at: []) }
    guard Double(count) * playback.passes <= Double(looked) else { return nil }
    guard count * Int(playback.passes) * textCost <= 4 * budget, cost <= allowance else { return nil }
    var instants: [Double] = []
    for pass in 0..<Int(playback.passes) {
      let start = playback.start(ofPass: pass, of: animation.duration)
      let end = playback.end(ofPasses: Double(pass + 1), of: animation.duration)
      // Where all passes run forward, each begins with a leap back to the source.
      if pass > 0, !playback.autoreverse { instants.append(instant(0, after: start, before: end)) }
      for time in playback.autoreverse && pass % 2 == 1 ? back : there {
        instants.append(instant(time, after: start, before: end))
      }
    }
    let times = timesOfNewTexts(at: instants)
    return times.count > limit ? nil : times
  }

  /// So many seconds after the start of a pass, at a whole tick where rounding alone has put it off that.
  private func instant(_ seconds: Double, after start: Double, before end: Double) -> Double {
    // The first 10⁻⁹ of a pass shows the end of the one before, and the last its own.
    guard seconds < clock.pass * (1 - 2e-9) else { return end }
    let time = start + max(seconds, (clock.pass * 1e-9 * clock.ticksPerSecond).rounded(.up) / clock.ticksPerSecond)
    let decimal = (time * clock.ticksPerSecond).rounded() / clock.ticksPerSecond
    return abs(decimal - time) <= 4 * time.ulp ? decimal : time
  }

  /// Some changes are of the number alone and not of the text, so twice as many are looked at.
  private var looked: Int { 2 * limit + 16 }

  /// The start, each of the ascending times at which the text differs from the one before, and the end where it is needed.
  private mutating func timesOfNewTexts(at later: [Double]) -> [Double] {
    let times = [sequence.time(of: 0)] + later
    let affordable = cost + 2 * budget
    var (distinct, shown) = ([Double](), 0)
    for (index, time) in times.enumerated() where cost <= allowance {
      // Behind a delay the shortest animations have no moments between their ends.
      var instant = min(time, sequence.duration)
      if let last = distinct.last, instant <= last { continue }
      var key = key(at: sequence.progress(at: instant))
      if !distinct.isEmpty, key == shown {
        // Where a curve is flat, rounding makes the text flicker: the new one may appear a little later, but half-way to the
        // next change it is there.
        let middle = time + ((index + 1 < times.count ? times[index + 1] : sequence.duration) - time) / 2
        key = self.key(at: sequence.progress(at: middle))
        guard key != shown else { continue }
        instant = firstNumber(from: time, to: middle, within: cost < affordable ? 1 / clock.ticksPerSecond : .infinity)
        {
          self.key(at: sequence.progress(at: $0)) == key
        }
      }
      distinct.append(instant)
      shown = key
    }
    addEnd(to: &distinct, after: shown)
    return distinct
  }

  /// Makes the last text that of the end, and adds a frame at the end where that is asked for.
  private mutating func addEnd(to times: inout [Double], after shown: Int) {
    guard animation.isAnimated, let last = times.last, last < sequence.duration else { return }
    // The last billionth of a pass shows its end.
    if sequence.playback.moment(at: last, of: animation.duration).phase == .after { times.removeLast() }
    let isThere = times.last == last && key(at: sequence.progress(ofFrame: (sequence.count ?? 1) - 1)) == shown
    if keepsEnd || !isThere { times.append(sequence.duration) }
  }

  /// A number that hardly any text but the one at this progress has: its bytes by FNV-1a.
  private mutating func key(at progress: Double) -> Int {
    cost += textCost
    text.truncate()
    sequence.animation.write(at: progress, to: &text)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let bytes = text.span
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash)
  }
}
