import FrameScheduling
import MicroHTTP
import TextBytes

/// What is known of the time at a channel's turn.
struct LabelMoment {
  let now: MonotonicTime
  /// Whatever is due by then leaves now.
  let horizon: MonotonicTime
  /// The store's clock, in microseconds since 1970.
  let time: Int64
}

/// What a channel knows, and what it does in its turns.
struct LabelChannelState<Viewer: LabelAudience>: ~Copyable {
  let key: LabelChannel.Key
  let metrics: LoopMetrics
  private let heartbeat: Duration
  var seats: [LabelSeat<Viewer>] = []
  /// Where each viewer sits; never looked at for a frame.
  private var places: [ObjectIdentifier: Int] = [:]
  /// Viewers whose streams are to end, and why.
  var leavers: [(Viewer, StreamEnd)] = []

  private(set) var label: PreparedLabel?
  /// Changes that start later, in their order: a store of many nodes tells them a moment before.
  private var upcoming: [PreparedLabel] = []
  private(set) var absence: LabelAbsence?
  var pacer = LabelPacer(.uniform(fps: 1, count: 0, end: .zero))
  private var opening: [UInt8] = []
  /// The newest frame when the change became known: nobody has missed those before.
  private(set) var firstFrame = 0
  /// When the newest frame was due.
  var frameDue: MonotonicTime
  /// The same by the store's clock, in microseconds; of frames that are held back, that of the one before them.
  private var frameTime = Int64.min
  /// Whether the newest frame is held back from those who have seen a later moment.
  ///
  /// A change begins when it is decided. While it is on its way, a frame of the change before may be shown that is of a
  /// later moment than its first one, and the label would go back.
  private(set) var isHeldBack = false
  /// The change, and behind it the newest frame.
  var message = UTF8Buffer(capacity: 1_024)
  var frameStart = 0
  var beat = UTF8Buffer(capacity: 16)
  var greeting = UTF8Buffer(capacity: 16)

  /// Counts the passes: in each, every viewer has a turn.
  private var pass: UInt64 = 1
  var isHeartbeat = false
  private var passStart: MonotonicTime
  private var cursor = 0
  /// Seats that the pass may have to look at.
  private var left = 0

  init(_ key: LabelChannel.Key, _ metrics: LoopMetrics, heartbeat: Duration, start: MonotonicTime) {
    self.key = key
    self.metrics = metrics
    self.heartbeat = heartbeat
    passStart = start
    frameDue = start
    key.form.representation.writeHeartbeat(to: &beat)
  }
}

// MARK: - What is shown

extension LabelChannelState {
  /// Shows another label, or another change of it once it starts.
  mutating func show(_ label: PreparedLabel, at moment: LabelMoment) {
    if self.label != nil, key.form.hasFrames, Self.elapsed(since: label, at: moment) < moment.now - moment.horizon {
      upcoming.append(label)
    } else {
      begin(label, at: moment)
    }
  }

  /// Shows the newest change that has started since the turn before.
  private mutating func beginUpcoming(at moment: LabelMoment) {
    let started = upcoming.prefix { Self.elapsed(since: $0, at: moment) >= moment.now - moment.horizon }
    guard let newest = started.last else { return }
    upcoming.removeFirst(started.count)
    begin(newest, at: moment)
  }

  private mutating func begin(_ label: PreparedLabel, at moment: LabelMoment) {
    if self.label != nil { metrics.labelChanges.add() }
    self.label = label
    absence = nil
    pacer = LabelPacer(label.prepared.sequence.frameTimes)
    opening = LabelStreamForm.opening(of: label)
    message.truncate()
    key.form.writeChange(label, at: shownTime(of: label, at: moment), to: &message)
    frameStart = message.count
    frameDue = moment.now
    if !writeNewest(at: moment) { beginPass(at: moment.now) }
    firstFrame = pacer.index ?? 0
  }

  /// Shows nothing.
  mutating func miss(_ absence: LabelAbsence) {
    label = nil
    upcoming = []
    frameTime = .min
    self.absence = absence
    beginPass(at: passStart)
  }

  /// Writes the newest frame and begins to send it, if it was not written before.
  private mutating func writeNewest(at moment: LabelMoment) -> Bool {
    guard key.form.hasFrames, let label else { return false }
    let elapsed = Self.elapsed(since: label, at: moment)
    guard let due = pacer.take(at: elapsed + (moment.horizon - moment.now)), let index = pacer.index else {
      return false
    }
    message.truncate(to: frameStart)
    key.form.writeFrame(index, of: label, opening: opening, to: &message)
    frameDue = moment.now + (due - elapsed)
    let time = label.start + Int64(due / .microseconds(1))
    // What is at rest is shown in any case, and so is a label of a store whose clock is another.
    isHeldBack = time < frameTime && time > frameTime - Self.longestHold && pacer.nextDue != nil
    if !isHeldBack { frameTime = time }
    beginPass(at: moment.now)
    return true
  }

  /// Microseconds that a change may have been on its way.
  private static var longestHold: Int64 { 1_000_000 }

  /// By the store's clock, when that was due which is shown: an event shows no later moment than the frame behind it.
  func shownTime(of label: PreparedLabel, at moment: LabelMoment) -> Int64 {
    let elapsed = Self.elapsed(since: label, at: moment) + (moment.horizon - moment.now)
    guard key.form.hasFrames, let due = pacer.newestDue(at: elapsed) else { return moment.time }
    return label.start + Int64(due / .microseconds(1))
  }

  private static func elapsed(since label: PreparedLabel, at moment: LabelMoment) -> Duration {
    .microseconds(moment.time - label.start)
  }
}

// MARK: - Passes

extension LabelChannelState {
  /// Writes what is due, and goes on with the pass.
  ///
  /// - Parameters:
  ///   - moment: The time.
  ///   - sockets: How many may be written to.
  /// - Returns: When to be called next.
  mutating func step(at moment: LabelMoment, sockets: Int) -> MonotonicTime {
    beginUpcoming(at: moment)
    if let label, upcoming.isEmpty, !label.exists(at: moment.time) { miss(.expired) }
    if !writeNewest(at: moment), left == 0, passStart + heartbeat <= moment.horizon {
      beginPass(at: moment.now)
      isHeartbeat = true
    }
    var sockets = sockets
    while left > 0, sockets > 0 {
      if cursor >= seats.count { cursor = 0 }
      let place = cursor
      cursor += 1
      left -= 1
      guard seats[place].pass != pass else { continue }
      seats[place].pass = pass
      prefetchNext()
      serve(place, at: moment)
      sockets -= 1
    }
    return left > 0 ? moment.now : nextMoment(at: moment)
  }

  private func nextMoment(at moment: LabelMoment) -> MonotonicTime {
    var next = passStart + heartbeat
    if let label = upcoming.first { next = min(next, moment.now - Self.elapsed(since: label, at: moment)) }
    guard let label else { return next }
    if let expiry = label.expiry { next = min(next, moment.now + .microseconds(expiry - moment.time)) }
    guard key.form.hasFrames, let due = pacer.nextDue else { return next }
    return min(next, moment.now + (due - Self.elapsed(since: label, at: moment)))
  }

  /// Has every viewer served once more, beginning with those who have waited longest.
  private mutating func beginPass(at now: MonotonicTime) {
    pass += 1
    isHeartbeat = false
    passStart = now
    left = seats.count
  }

  func prefetchNext() {
    guard !seats.isEmpty else { return }
    let next = cursor < seats.count ? cursor : 0
    ObjectIdentifier(seats[next].stream).prefetch(lines: 3)
  }
}

// MARK: - Viewers

extension LabelChannelState {
  mutating func add(_ seat: LabelSeat<Viewer>, at moment: LabelMoment) {
    _ = writeNewest(at: moment)
    places[ObjectIdentifier(seat.viewer)] = seats.count
    seats.append(seat)
    seats[seats.count - 1].pass = pass
    serve(seats.count - 1, at: moment)
  }

  mutating func serve(_ viewer: Viewer, at moment: LabelMoment) {
    guard let place = places[ObjectIdentifier(viewer)] else { return }
    serve(place, at: moment)
  }

  /// The last takes the seat that gets free, and the pass looks at all again for those who have had no turn.
  mutating func remove(_ viewer: Viewer) -> LabelSeat<Viewer>? {
    guard let place = places.removeValue(forKey: ObjectIdentifier(viewer)) else { return nil }
    let seat = seats[place]
    if let last = seats.popLast(), last.viewer !== viewer {
      seats[place] = last
      places[ObjectIdentifier(last.viewer)] = place
    }
    if left > 0 { left = seats.count }
    return seat
  }
}
