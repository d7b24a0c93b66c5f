package import Documents
import HTTPTypes
import LabelStore
import Requests
import TextAnimation
package import TextBytes

/// One change of a label, ready to be shown at any time: what every loop and every answer reads, and nobody changes.
package final class PreparedLabel: Sendable {
  package let name: String
  package let version: Int
  /// When the store was told of it, in microseconds since 1970: its motion began then, or before.
  let change: Int64
  /// When it is deleted by itself, in microseconds since 1970.
  package let expiry: Int64?
  let record: LabelRecord
  /// What was asked for.
  let parameters: LabelParameterSet
  let state: LabelState
  /// The frames of the change, from its start to rest.
  package let prepared: PreparedSequence
  /// What its version counts within: the next one begins where the store has lost changes that were shown.
  package let generation: Int
  /// Whether it moves from what was shown before the store lost it, not from what the store has.
  let isBridge: Bool

  /// Prepares what a store has; 503 for a label that this version cannot read, whatever the settings allow.
  ///
  /// Where the store has lost what is `shown`, the label moves from there, later than `time`, which is the store's.
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

  /// The entity tag of its version.
  package var entityTag: String { Self.entityTag(of: version) }

  package static func entityTag(of version: Int) -> String { "\"\(version)\"" }

  /// Where the frames of this change are, and never others.
  package var framesPath: String { "/v1/labels/\(name)/frames?version=\(version)&start=\(start)" }

  /// Whether it was prepared from just this.
  func isSame(as stored: StoredLabel) -> Bool {
    version == stored.version && change == stored.start && !isBridge
  }

  /// Whether it still exists at a time.
  package func exists(at time: Int64) -> Bool { expiry.map { time < $0 } ?? true }

  /// Whether it shows its target at a time, and will go on to.
  package func isAtRest(at time: Int64) -> Bool { time >= state.restTime }
}

extension PreparedLabel {
  /// The text that is shown at a time, byte for byte, and a line break.
  package func text(at time: Int64) -> [UInt8] {
    var text = UTF8Buffer()
    state.writeText(at: time, to: &text)
    text.append("\n")
    return text.bytes()
  }

  /// A picture that shows what is shown at a time, and goes on to the target.
  package func picture(at time: Int64, _ style: PictureStyle, spending meter: inout Meter) -> [UInt8] {
    SVGPicture(prepared, style, since: start.seconds(to: time)).document(spending: &meter)
  }

  /// The label as it is at a time, as a document of JSON.
  package func document(at time: Int64) -> [UInt8] {
    var json = UTF8Buffer(capacity: 512)
    writeJSON(at: time, to: &json)
    json.append("\n")
    return json.bytes()
  }

  /// Appends the label as it is at a time.
  package func writeJSON(at time: Int64, to json: inout UTF8Buffer) {
    json.appendJSONObject { label in
      writeHead(to: &label)
      label.appendJSONName("text")
      label.appendJSONString { state.writeText(at: time, to: &$0) }
      if let value = state.animation.content.value {
        label.appendValues("value", of: value, isRounded: false, at: state.progress(at: time))
      }
      label.appendJSONMember("atRest", isAtRest(at: time))
      label.appendJSONName("animation")
      prepared.writeDescription(to: &label)
    }
  }

  /// Appends what does not depend on the time.
  func writeHead(to label: inout UTF8Buffer) {
    label.appendJSONMember("id", name)
    label.appendJSONMember("version", version)
    label.appendJSONMember("start", Int(start))
    label.appendJSONMember("to", state.motion.target)
    if isPrivate { label.appendJSONMember("private", true) }
    if let expiry { label.appendJSONMember("expiry", Int(expiry)) }
  }
}

extension Problem {
  /// 503 for what was stored by another version.
  fileprivate static let unreadableLabel = Problem(
    type: .labelsUnavailable,
    detail: "The label was stored by another version of the service, or with what this one does not know.",
    headerFields: [.retryAfter: "60"])
}
