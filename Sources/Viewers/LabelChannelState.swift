import Documents
import FrameScheduling
import LabelStore
import LiveLabels
import Deployment
import MicroHTTP
import TextAnimation
import TextBytes

/// What is known of the time at a channel's turn.
struct LabelMoment {
  let now: MonotonicTime
  /// Whatever is due by then leaves now.
  let horizon: MonotonicTime
  /// The store's clock.
  let time: LabelTime
  /// The time of day by which the label ends.
  let wallTime: WallTime
}

/// What the store of labels says of the time.
struct LabelClocks: Sendable {
  let time: @Sendable () -> LabelTime
  let wallTime: @Sendable () -> WallTime

  /// Where there are no labels, nothing asks.
  init(_ directory: LabelDirectory?) {
    time = { directory?.now ?? LabelTime(microseconds: 0) }
    wallTime = { directory?.wallTime ?? WallTime(microseconds: 0) }
  }
}

/// What one viewer has been told of a label.
///
/// What a frame needs stands together, since of ten thousand viewers none is in the processor's cache.
struct Subscription {
  /// Which versions of the label the viewer is told of.
  let scope: LabelPermission.Scope
  /// Whether its stream is about this label alone and ends with it.
  let isSingle: Bool
  /// What it had seen before it came.
  let seen: LabelPosition?
  fileprivate var known = Knowledge.nothing
  /// The newest frame that it has, or need not have.
  fileprivate var frame = -1
  /// The round in which it had its turn.
  fileprivate var round: UInt64 = 0
  fileprivate var clientDelay = ClientDelay()
  fileprivate(set) var framesSent = 0
  fileprivate(set) var framesSkipped = 0

  fileprivate enum Knowledge: Equatable {
    case nothing
    /// That there is nothing to be shown.
    case absence(LabelAbsence)
    /// That the label has this version, from this time on.
    case version(Int, start: LabelTime)
  }

  init(
    _ scope: LabelPermission.Scope, isSingle: Bool = true, after seen: LabelPosition? = nil,
    knowing hold: LabelHold? = nil
  ) {
    self.scope = scope
    self.isSingle = isSingle
    self.seen = seen
    if let hold { known = .version(hold.version, start: hold.start) }
  }

  /// Whether the newest frame of a label was seen before the viewer came, maybe from a node whose clock is ahead.
  fileprivate func hasSeen(_ frame: Int, of label: PreparedLabel) -> Bool {
    guard let seen, seen.version == label.version else { return false }
    let ahead = seen.frame - label.firstFrame - frame
    return ahead >= 0 && Double(ahead) <= label.framesPerSecond
  }
}

/// Fan-out of one label on one loop: newest frame, subscriptions, heartbeat.
///
/// Its frames stand on the grid of the change's start, whoever watches. It decides who is sent what; ``LabelChannel`` has
/// the sockets, and knows each viewer by the number of its seat.
struct LabelChannelState: ~Copyable {
  /// Offers bytes to a socket, all or nothing.
  typealias Send = (Span<UInt8>) -> SendOutcome

  private let name: LabelName
  private let form: LabelStreamForm
  private let metrics: LoopMetrics
  private let heartbeat: Duration
  private(set) var seats: [Subscription] = []

  private(set) var label: PreparedLabel?
  /// The next piece of a label that runs, once those have been told of it who play changes themselves.
  private var announced: PreparedLabel?
  /// When the next piece begins.
  private var nextStart: LabelTime?
  /// What a viewer knows who has been told all.
  private var told = Subscription.Knowledge.nothing
  /// Changes that start later, in their order: a store of many nodes tells them a moment before.
  private var upcoming: [PreparedLabel] = []
  private(set) var absence: LabelAbsence?
  /// When each frame is due, from the start of the change.
  private var times = FrameTimes.uniform(fps: 1, count: 0, end: .zero)
  /// The newest frame that was taken.
  private var frame: Int?
  private var opening: [UInt8] = []
  /// The newest frame when the change became known: nobody has missed those before.
  private var firstFrame = 0
  /// When the newest frame was due.
  private var frameDue: MonotonicTime
  /// The same by the store's clock, `nil` before the first; of frames that are held back, that of the one before them.
  private var frameTime: LabelTime?
  /// Whether the newest frame is held back from those who have seen a later moment.
  ///
  /// A change begins when it is decided. While it is on its way, a frame of the change before may be shown that is of a
  /// later moment than its first one, and the label would go back.
  private var isHeldBack = false
  /// The change, and behind it the newest frame.
  private var message = SealedBytes(capacity: 1_024)
  private var frameStart = 0
  private var beat = UTF8Buffer(capacity: 16)
  private var greeting = SealedBytes(capacity: 16)
  private var farewell = UTF8Buffer(capacity: 16)

  /// Counts the rounds: in each, every viewer has a turn.
  private var round: UInt64 = 1
  private var isHeartbeat = false
  private var roundStart: MonotonicTime
  /// The seat after the last that had its turn.
  private var cursor = 0
  /// Seats that the round may have to look at.
  private var remaining = 0

  init(_ name: LabelName, _ form: LabelStreamForm, _ metrics: LoopMetrics, heartbeat: Duration, start: MonotonicTime) {
    self.name = name
    self.form = form
    self.metrics = metrics
    self.heartbeat = heartbeat
    roundStart = start
    frameDue = start
    form.representation.writeHeartbeat(to: &beat)
  }
}

// MARK: - What is shown

extension LabelChannelState {
  /// Shows another label, or another change of it once it starts.
  mutating func show(_ label: PreparedLabel, at moment: LabelMoment) {
    // A newer change may start before one that lies in the future, which nobody sees then.
    upcoming.removeAll { $0.start >= label.start }
    if self.label != nil, form.hasFrames, Self.elapsed(since: label, at: moment) < moment.now - moment.horizon {
      upcoming.append(label)
    } else {
      begin(label.shown(at: moment.time), at: moment)
    }
  }

  /// Goes on to the next piece of a label that runs; where changes are told alone, tells of it a while before.
  private mutating func beginPiece(at moment: LabelMoment) {
    guard let start = nextStart, let label, let due = pieceDue(at: moment), due <= moment.horizon else { return }
    let next = label.shown(at: max(start, moment.time))
    if !form.hasFrames, announced == nil, moment.time < start {
      announced = next
      told = .version(next.version, start: next.start)
      let form = form
      message.write(next) { form.writeChange($0, at: moment.time, to: &$1) }
      frameStart = message.count
      beginRound(at: moment.now)
    } else if announced?.start == next.start {
      (self.label, announced, nextStart) = (next, nil, next.nextStart)
    } else {
      begin(next, at: moment, isNew: false)
    }
  }

  /// When the next piece is to be shown, or to be told of.
  private func pieceDue(at moment: LabelMoment) -> MonotonicTime? {
    guard let start = nextStart, let label else { return nil }
    let lead = form.hasFrames || announced != nil ? 0 : min(Self.pieceLead, (start - label.start) / 2)
    return moment.now + .microseconds(start - moment.time - lead)
  }

  /// How long before its start a piece is told of, in microseconds: time to ask for its frames, not all at the same moment.
  private static var pieceLead: Int64 { 10_000_000 }

  /// Shows the newest change that has started since the turn before.
  private mutating func beginUpcoming(at moment: LabelMoment) {
    let started = upcoming.prefix { Self.elapsed(since: $0, at: moment) >= moment.now - moment.horizon }
    guard let newest = started.last else { return }
    upcoming.removeFirst(started.count)
    begin(newest.shown(at: max(newest.start, moment.time)), at: moment)
  }

  private mutating func begin(_ label: PreparedLabel, at moment: LabelMoment, isNew: Bool = true) {
    if self.label != nil, isNew { metrics.labelChanges.add() }
    (self.label, announced, nextStart) = (label, nil, label.nextStart)
    told = .version(label.version, start: label.start)
    absence = nil
    (times, frame) = (label.frameTimes, nil)
    opening = LabelStreamForm.opening(of: label)
    let (form, time) = (form, shownTime(of: label, at: moment))
    message.write(label) { form.writeChange($0, at: time, to: &$1) }
    frameStart = message.count
    frameDue = moment.now
    if !writeNewest(at: moment) { beginRound(at: moment.now) }
    firstFrame = frame ?? 0
  }

  /// Shows nothing.
  mutating func miss(_ absence: LabelAbsence) {
    (label, announced, nextStart) = (nil, nil, nil)
    upcoming = []
    frameTime = nil
    self.absence = absence
    beginRound(at: roundStart)
  }

  /// Writes the newest frame that is due, before the start the first, and begins to send it, if it was not written before.
  private mutating func writeNewest(at moment: LabelMoment) -> Bool {
    guard form.hasFrames, let label else { return false }
    let elapsed = Self.elapsed(since: label, at: moment)
    let newest = times.newest(at: elapsed + (moment.horizon - moment.now)) ?? 0
    guard frame.map({ newest > $0 }) ?? true else { return false }
    frame = newest
    let due = times.offset(of: newest)
    let (form, opening) = (form, opening)
    message.write(label, behind: frameStart) { form.writeFrame(newest, of: $0, opening: opening, to: &$1) }
    frameDue = moment.now + (due - elapsed)
    let time = label.start + Int64(due / .microseconds(1))
    // What is at rest is shown in any case, and so is a label of a store whose clock is another.
    isHeldBack = frameTime.map { 1..<Self.longestHold ~= $0 - time } ?? false && nextDue != nil
    if !isHeldBack { frameTime = time }
    beginRound(at: moment.now)
    return true
  }

  /// Microseconds that a change may have been on its way.
  private static var longestHold: Int64 { 1_000_000 }

  /// When the frame after the newest that was taken is due, from the start of the change; `nil` at rest.
  private var nextDue: Duration? {
    guard let frame else { return .zero }
    return frame + 1 < times.count ?? .max ? times.offset(of: frame + 1) : nil
  }

  /// By the store's clock, when that was due which is shown: an event shows no later moment than the frame behind it.
  private func shownTime(of label: PreparedLabel, at moment: LabelMoment) -> LabelTime {
    let newest = times.newest(at: Self.elapsed(since: label, at: moment) + (moment.horizon - moment.now)) ?? 0
    guard form.hasFrames, newest + 1 < times.count ?? .max else { return moment.time }
    return label.start + Int64(times.offset(of: newest) / .microseconds(1))
  }

  private static func elapsed(since label: PreparedLabel, at moment: LabelMoment) -> Duration {
    .microseconds(moment.time - label.start)
  }
}

// MARK: - Rounds

extension LabelChannelState {
  /// Writes what is due: a change, its newest frame, or a heartbeat.
  mutating func prepare(at moment: LabelMoment) {
    beginUpcoming(at: moment)
    beginPiece(at: moment)
    if let label, upcoming.isEmpty, !label.exists(at: moment.wallTime) { miss(.expired) }
    guard !writeNewest(at: moment), remaining == 0, roundStart + heartbeat <= moment.horizon else { return }
    beginRound(at: moment.now)
    isHeartbeat = true
  }

  /// The next seat that has a turn in this round; `nil` when all have had theirs.
  mutating func nextSeat() -> Int? {
    while remaining > 0 {
      let seat = following
      cursor = seat + 1
      remaining -= 1
      guard seats[seat].round != round else { continue }
      seats[seat].round = round
      return seat
    }
    return nil
  }

  /// The seat that is likely to have the next turn, if there is any.
  var following: Int { cursor < seats.count ? cursor : 0 }

  /// When there is something to do again.
  func nextMoment(at moment: LabelMoment) -> MonotonicTime {
    guard remaining == 0 else { return moment.now }
    var next = roundStart + heartbeat
    if let label = upcoming.first { next = min(next, moment.now - Self.elapsed(since: label, at: moment)) }
    guard let label else { return next }
    if let due = pieceDue(at: moment) { next = min(next, due) }
    if let expiry = label.expiry {
      next = min(next, moment.now + .microseconds(expiry - moment.wallTime))
    }
    guard form.hasFrames, let nextDue else { return next }
    return min(next, moment.now + (nextDue - Self.elapsed(since: label, at: moment)))
  }

  /// Has every viewer served once more, beginning with those who have waited longest.
  private mutating func beginRound(at now: MonotonicTime) {
    round += 1
    isHeartbeat = false
    roundStart = now
    remaining = seats.count
  }
}

// MARK: - Viewers

extension LabelChannelState {
  /// Adds a seat behind all others, which is to be served at once.
  mutating func add(_ subscription: Subscription, at moment: LabelMoment) {
    _ = writeNewest(at: moment)
    seats.append(subscription)
    seats[seats.count - 1].round = round
  }

  /// The last takes the seat that gets free, and the round looks at all again for those who have had no turn.
  mutating func remove(_ seat: Int) -> Subscription {
    seats.swapAt(seat, seats.count - 1)
    if remaining > 0 { remaining = seats.count - 1 }
    return seats.removeLast()
  }

  /// Tells a viewer what it does not know yet, and nothing else; returns why its stream is to end.
  mutating func serve(_ seat: Int, at moment: LabelMoment, _ send: Send) -> StreamEnd? {
    let known = seats[seat].known
    if let absence = absence(for: seats[seat]) {
      if seats[seat].isSingle { return StreamEnd(absence) }
      tell(absence, seat, send)
    } else if let label {
      tell(label, seat, at: moment, send)
    } else {
      sendHeartbeat(seat, send)
    }
    return form.endsWithFirst && seats[seat].known != known ? .finished : nil
  }

  /// Why the viewer is shown nothing.
  ///
  /// To who may not read it, a label is one that is missing: what becomes of it is not told either.
  private func absence(for subscription: Subscription) -> LabelAbsence? {
    let scope = subscription.scope
    let isClosed = label.map { !scope.opens(isPrivate: $0.isPrivate) } ?? false
    guard !scope.opens(isPrivate: true), absence != .unavailable, absence != nil || isClosed else { return absence }
    switch subscription.known {
    case .version: return absence ?? .forbidden
    case .absence(.unavailable), .nothing: return .missing
    case .absence(let known): return known
    }
  }

  private mutating func tell(_ absence: LabelAbsence, _ seat: Int, _ send: Send) {
    guard seats[seat].known != .absence(absence) else { return sendHeartbeat(seat, send) }
    farewell.truncate()
    form.writeAbsence(absence, of: name.description, to: &farewell)
    if isSent(send(farewell.span), seat) { seats[seat].known = .absence(absence) }
  }

  private mutating func tell(_ label: PreparedLabel, _ seat: Int, at moment: LabelMoment, _ send: Send) {
    switch seats[seat].known {
    case told:
      if let frame, frame > seats[seat].frame, !isHeldBack {
        self.send(from: frameStart, label, seat, at: moment, send)
      } else {
        if isHeldBack { seats[seat].frame = frame ?? seats[seat].frame }
        sendHeartbeat(seat, send)
      }
    case .version where !form.endsWithFirst: self.send(from: 0, label, seat, at: moment, send)
    // Another node has told of the next piece already.
    case .version(label.version, start: nextStart ?? label.start): sendHeartbeat(seat, send)
    case .version(label.version, start: label.start): greet(seat, announced ?? label, at: moment, send)
    case .version, .nothing, .absence: greet(seat, label, at: moment, send)
    }
  }

  /// Says what the label is as the viewer comes, and sends the newest frame unless it has seen that.
  private mutating func greet(_ seat: Int, _ label: PreparedLabel, at moment: LabelMoment, _ send: Send) {
    let (form, time) = (form, shownTime(of: label, at: moment))
    greeting.write(label) { form.writeStart($0, at: time, to: &$1) }
    let frame = frame ?? -1
    let sendsFrame = frame >= 0 && !seats[seat].hasSeen(frame, of: label)
    if announced != nil, !form.endsWithFirst { greeting.append(0..<frameStart, of: message) }
    if sendsFrame { greeting.append(frameStart..<message.count, of: message) }
    guard isSent(greeting.send(0..<greeting.count, to: seats[seat].scope, send), seat) else { return }
    seats[seat].known = told
    seats[seat].frame = sendsFrame ? frame : max(frame, (seats[seat].seen?.frame ?? -1) - label.firstFrame)
    guard sendsFrame else { return }
    seats[seat].framesSent += 1
    metrics.countFrame(lateness: 0, skipped: 0, isDelayedByClient: false)
  }

  /// Sends the newest frame, and before it the change where the viewer does not know it.
  private mutating func send(
    from start: Int, _ label: PreparedLabel, _ seat: Int, at moment: LabelMoment, _ send: Send
  ) {
    let end = isHeldBack ? frameStart : message.count
    guard isSent(message.send(start..<end, to: seats[seat].scope, send), seat) else { return }
    let last = start == 0 ? firstFrame - 1 : seats[seat].frame
    seats[seat].known = told
    seats[seat].frame = frame ?? last
    guard let frame, !isHeldBack else { return }
    let skipped = frame - last - 1
    seats[seat].framesSent += 1
    seats[seat].framesSkipped += skipped
    let isDelayed = seats[seat].clientDelay.covers(due: frameDue, sent: moment.now)
    metrics.countFrame(
      lateness: moment.now.nanoseconds &- frameDue.nanoseconds, skipped: skipped, isDelayedByClient: isDelayed)
  }

  /// In a round of heartbeats; who has no room for one has bytes to come.
  private func sendHeartbeat(_ seat: Int, _ send: Send) {
    if isHeartbeat, seats[seat].known != .nothing { _ = send(beat.span) }
  }

  /// Whether a message was taken; who had no room is sent the newest when there is.
  private mutating func isSent(_ outcome: SendOutcome?, _ seat: Int) -> Bool {
    if outcome == .full { seats[seat].clientDelay.begin() }
    return outcome == .sent
  }
}

extension StreamEnd {
  /// How the stream of a single label ends that is not there any more.
  fileprivate init(_ absence: LabelAbsence) {
    self =
      switch absence {
      case .missing, .deleted: .deleted
      case .expired: .expired
      case .forbidden: .forbidden
      case .unavailable: .serverStopped
      }
  }
}
