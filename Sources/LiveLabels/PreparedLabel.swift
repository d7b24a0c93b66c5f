import Documents
package import FrameScheduling
import HTTPTypes
package import LabelStore
import Requests
import Synchronization
import TextAnimation
import TextBytes

/// One change of a label, ready to be shown at any time: what every loop and every answer reads, and nobody changes.
///
/// What it shows is told by ``ReadableLabel`` alone.
package final class PreparedLabel: Sendable {
  package let name: String
  package let version: Int
  /// When the store was told of it: its motion began then, or before.
  let change: LabelTime
  /// When it is deleted by itself.
  package let expiry: WallTime?
  let record: LabelRecord
  /// What was asked for.
  let parameters: LabelParameterSet
  let state: LabelState
  /// The frames of the change, from its start to rest.
  let prepared: PreparedSequence
  /// What its version counts within: the next one begins where the store has lost changes that were shown.
  package let generation: Int
  /// Whether it moves from what was shown before the store lost it, not from what the store has.
  let isBridge: Bool
  private unowned let context: RequestContext
  /// The piece that was asked for last, where it is another.
  private let newestPiece = Mutex<PreparedLabel?>(nil)

  /// Prepares what a store has; 503 for a label that this version cannot read, whatever the settings allow.
  ///
  /// Where the store has lost what is `shown`, the label moves from there, later than `time`, which is the store's; but
  /// nothing that is private moves into what is public.
  init(
    _ stored: StoredLabel, generation: Int = 0, from shown: PreparedLabel? = nil, at time: LabelTime? = nil,
    in context: RequestContext, spending meter: SharedMeter = SharedMeter()
  ) throws(Problem) {
    meter.spend(Self.unitsOfByte * stored.state.count, .reading)
    guard var record = LabelRecord(stored.state), record.isOf(changeAt: stored.start.microseconds) else {
      throw .unreadableLabel
    }
    do throws(Problem) {
      parameters = try LabelParameterSet(record, in: context)
    } catch {
      throw .unreadableLabel
    }
    name = stored.name
    version = stored.version
    self.change = stored.start
    expiry = stored.expiry
    self.generation = generation
    let shown = shown.flatMap { $0.isPrivate && !record.isPrivate ? nil : $0 }
    isBridge = shown != nil
    let change = parameters.change(in: context, spending: meter)
    if let shown {
      let start = max(stored.start, time ?? stored.start).microseconds
      var motion = LabelMotion(to: record.motion.target, from: record.motion.source, at: start)
      motion.run = record.motion.run?.anchored(at: start)
      state = shown.state.retargeted(to: motion, by: change)
      record.motion = state.motion
    } else {
      state = LabelState(record.motion, by: change)
    }
    self.record = record
    self.context = context
    prepared = try parameters.prepared(state, at: state.frameTimes, in: context, spending: meter)
  }

  /// Shows another piece of the same line.
  private init(_ label: PreparedLabel, showing state: LabelState) throws(Problem) {
    (name, version, change, expiry) = (label.name, label.version, label.change, label.expiry)
    (record, parameters, generation, isBridge) = (label.record, label.parameters, label.generation, label.isBridge)
    (self.state, context) = (state, label.context)
    prepared = try parameters.prepared(state, at: state.frameTimes, in: context, spending: SharedMeter())
  }

  /// Takes what was prepared before the store was told of it.
  init(_ label: PreparedLabel, as stored: StoredLabel, generation: Int) {
    (name, version, change, expiry) = (stored.name, stored.version, stored.start, stored.expiry)
    (record, parameters, state, prepared) = (label.record, label.parameters, label.state, label.prepared)
    self.generation = generation
    isBridge = false
    context = label.context
  }
}

// MARK: - Pieces of a line

extension PreparedLabel {
  /// The same change as it is shown at a time: of a label that runs, the piece of its line.
  package func shown(at time: LabelTime) -> PreparedLabel {
    let time = time.microseconds
    guard state.isRunning, !state.shows(time) else { return self }
    if let piece = newestPiece.withLock({ $0 }), piece.state.shows(time) { return piece }
    guard let next = state.piece(at: time), let piece = try? PreparedLabel(self, showing: next) else { return self }
    // Each piece would keep all that come after it.
    if start == changeStart { newestPiece.withLock { $0 = piece } }
    return piece
  }

  /// The same change as it is shown from just this time on, no later than `horizon`; `nil` where it changes at no such time.
  package func shown(from start: LabelTime, upTo horizon: LabelTime) -> PreparedLabel? {
    guard start <= horizon || start == self.start else { return nil }
    let label = shown(at: start)
    return label.start == start ? label : nil
  }

  /// When the next piece begins; `nil` where none does.
  package var nextStart: LabelTime? { state.nextPieceTime.map { LabelTime(microseconds: $0) } }

  /// When its change began, whichever piece it shows.
  package var changeStart: LabelTime { LabelTime(microseconds: record.motion.start) }

  /// The number of its first frame among those of the change.
  package var firstFrame: Int { state.firstFrame }

  /// Whether it moves by itself, or is paused.
  package var isRunning: Bool { state.isRunning }
}

// MARK: - Pictures

extension PreparedLabel {
  /// When a picture begins that is drawn at a time: with the frame that is shown, or a whole second after it, so that all
  /// who ask within a second have the same.
  package func pictureStart(at time: LabelTime) -> LabelTime {
    if isAtRest(at: time) { return LabelTime(microseconds: state.restTime) }
    let seconds = max(secondsFromStart(to: time), 0)
    // A number that changes in every frame would begin another picture in each.
    let isGrid = isRunning && prepared.sequence.distinctTimes == nil
    let frame = isGrid ? 0 : prepared.sequence.time(of: prepared.sequence.index(at: seconds))
    return start + Int64(((frame + (seconds - frame).rounded(.down)) * 1e6).rounded())
  }

  /// What a picture shows that begins at such a time: of a number that runs so many seconds, by default a minute; of other
  /// changes what is left of them, or so many seconds of it.
  func pictured(
    from time: LabelTime, seconds: Double?, spending meter: inout Meter
  ) throws(Problem) -> (sequence: PreparedSequence, elapsed: Double) {
    let (sequence, elapsed) = (prepared.sequence, secondsFromStart(to: time))
    guard state.runs(after: time.microseconds), seconds != 0 else {
      guard let seconds else { return (prepared, elapsed) }
      meter.spend(Self.unitsOfTime * (sequence.count ?? 0), .seconds)
      return (prepared.ending(at: elapsed + seconds), elapsed)
    }
    let length = seconds ?? Self.pictureSeconds
    let perSecond = sequence.duration > 0 ? Double(sequence.count ?? 0) / sequence.duration : 0
    guard meter.demand(Int(length * min(perSecond, sequence.fps)) * Self.unitsOfStep, .seconds),
      let piece = state.piece(from: time.microseconds, seconds: length)
    else { return (prepared, elapsed) }
    let end = piece.animation.duration
    let times = piece.frameTimes ?? Array(stride(from: 0, to: end, by: 1 / Self.picturesPerSecond)) + [end]
    meter.spend(Self.unitsOfStep * times.count, .seconds)
    let shared = SharedMeter(limit: meter.left)
    defer { meter.spend(shared.spent, .seconds) }
    return (try parameters.prepared(piece, at: times, in: context, spending: shared), 0)
  }

  private func secondsFromStart(to time: LabelTime) -> Double { state.shown.start.seconds(to: time.microseconds) }

  private static let pictureSeconds = 60.0
  /// Of a number that changes in every frame.
  private static let picturesPerSecond = 10.0
  /// What a frame takes whose time is copied, and one whose time is found, in units of a meter.
  private static let (unitsOfTime, unitsOfStep) = (20, 2_000)
}

extension PreparedLabel {
  /// What a byte of a label takes to be read, compared and written, several times each, in units of a meter.
  static let unitsOfByte = 30

  /// When its newest change began, or the piece of it that is shown.
  package var start: LabelTime { LabelTime(microseconds: state.shown.start) }

  /// Whether reading it takes a key or a token.
  package var isPrivate: Bool { record.isPrivate }

  /// When its frames are due, from its start.
  package var frameTimes: FrameTimes { prepared.sequence.frameTimes }

  package var framesPerSecond: Double { prepared.sequence.fps }

  /// Whether it was prepared from just this.
  func isSame(as stored: StoredLabel) -> Bool {
    version == stored.version && change == stored.start && !isBridge
  }

  /// Whether it still exists at a time.
  package func exists(at time: WallTime) -> Bool { expiry.map { time < $0 } ?? true }

  /// Whether it shows its target at a time, and will go on to.
  package func isAtRest(at time: LabelTime) -> Bool {
    time.microseconds >= state.restTime && !state.runs(after: time.microseconds)
  }
}

extension Problem {
  /// 503 for what was stored by another version.
  fileprivate static let unreadableLabel = Problem(
    type: .labelsUnavailable,
    detail: "The label was stored by another version of the service, or with what this one does not know.",
    headerFields: [.retryAfter: "60"])
}
