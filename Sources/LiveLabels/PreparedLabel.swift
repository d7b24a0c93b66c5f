import Documents
package import FrameScheduling
import HTTPTypes
package import LabelStore
import Requests
import TextAnimation
import TextBytes

/// One change of a label, ready to be shown at any time: what every loop and every answer reads, and nobody changes.
///
/// What it shows is told by ``ReadableLabel`` alone.
package final class PreparedLabel: Sendable {
  package let name: String
  package let version: Int
  /// When the store was told of it, in microseconds since 1970: its motion began then, or before.
  let change: Int64
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

  /// Prepares what a store has; 503 for a label that this version cannot read, whatever the settings allow.
  ///
  /// Where the store has lost what is `shown`, the label moves from there, later than `time`, which is the store's; but
  /// nothing that is private moves into what is public.
  init(
    _ stored: StoredLabel, generation: Int = 0, from shown: PreparedLabel? = nil, at time: Int64 = 0,
    in context: RequestContext, spending meter: SharedMeter = SharedMeter()
  ) throws(Problem) {
    meter.spend(Self.unitsOfByte * stored.state.count, .reading)
    guard var record = LabelRecord(stored.state), record.isOf(changeAt: stored.start) else {
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
      let start = max(stored.start, time)
      state = shown.state.retargeted(to: record.motion.target, by: change, at: start)
      record.motion = state.motion
    } else {
      state = LabelState(record.motion, by: change)
    }
    self.record = record
    prepared = try parameters.prepared(state, in: context, spending: meter)
  }

  /// Takes what was prepared before the store was told of it.
  init(_ label: PreparedLabel, as stored: StoredLabel, generation: Int) {
    (name, version, change, expiry) = (stored.name, stored.version, stored.start, stored.expiry)
    (record, parameters, state, prepared) = (label.record, label.parameters, label.state, label.prepared)
    self.generation = generation
    isBridge = false
  }
}

extension PreparedLabel {
  /// What a byte of a label takes to be read, compared and written, several times each, in units of a meter.
  static let unitsOfByte = 30

  /// When its newest change began, in microseconds since 1970.
  package var start: Int64 { state.motion.start }

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
  package func isAtRest(at time: Int64) -> Bool { time >= state.restTime }
}

extension Problem {
  /// 503 for what was stored by another version.
  fileprivate static let unreadableLabel = Problem(
    type: .labelsUnavailable,
    detail: "The label was stored by another version of the service, or with what this one does not know.",
    headerFields: [.retryAfter: "60"])
}
