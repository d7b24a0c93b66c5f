package import Documents
package import LabelStore
package import LiveLabels
package import Deployment
import TextBytes

/// What a stream of labels tells, and how.
package struct LabelStreamForm: Hashable, Sendable {
  package let representation: StreamRepresentation
  let mode: LabelStreamMode
  /// Seconds between the moments at which answers end that tell what comes next.
  private let slot: Int64

  package init(_ representation: StreamRepresentation, _ mode: LabelStreamMode, slot: Int = 1) {
    (self.representation, self.mode, self.slot) = (representation, mode, Int64(slot))
  }

  /// What is told of a label between its changes.
  var hasFrames: Bool { mode == .frames }

  /// Whether an answer ends with the first that it tells.
  var endsWithFirst: Bool { mode == .next }

  /// The end of a time's slot, in seconds since 1970; all nodes have the same.
  package func slotEnd(after time: LabelTime) -> Int64 { (time.microseconds / (slot * 1_000_000) + 1) * slot }

  /// The last slot that anybody is led to at a time: nodes that shut down one after the other send on by one each.
  package func lastSlotEnd(at time: LabelTime) -> Int64 { slotEnd(after: time) + 2 * slot }
}

/// What somebody knows of a label who asks for what comes next.
package struct LabelHold: Sendable {
  let version: Int
  let start: LabelTime
  /// When the answer ends without a change, in seconds since 1970.
  let slotEnd: Int64

  package init(version: Int, start: LabelTime, slotEnd: Int64) {
    (self.version, self.start, self.slotEnd) = (version, start, slotEnd)
  }

  /// Whether another node is ahead, which has told of what is not known here.
  package func isAhead(of label: ReadableLabel) -> Bool {
    (version, start) > (label.version, label.sealed.nextStart ?? label.sealed.start)
  }
}

/// Why there is nothing to be shown of a label.
enum LabelAbsence: String, Sendable {
  /// Nobody has put it yet.
  case missing
  case deleted, expired
  /// It is private, and the client may not read it.
  case forbidden
  /// The store does not say at the moment.
  case unavailable
}

/// The labels that a stream is to show.
package struct WatchedLabels {
  let form: LabelStreamForm
  let entries: [Entry]
  /// Whether it is about one label and ends with it.
  let isSingle: Bool
  /// Who is charged for labels that have to be prepared for it.
  package let reader: WorkAccount
  /// The last frame that the client has seen.
  package var seen: LabelPosition?
  /// What the client knows that asks for what comes next; `nil` where it knows nothing.
  package var hold: LabelHold?
  /// When the token ends by which it is opened; `nil` for none.
  package var tokenEnd: WallTime?

  package init(_ form: LabelStreamForm, _ entries: [Entry], isSingle: Bool, reader: WorkAccount) {
    (self.form, self.entries, self.isSingle, self.reader) = (form, entries, isSingle, reader)
  }

  /// One of its labels.
  package struct Entry {
    let name: LabelName
    /// The label where it is known and may be read.
    let label: ReadableLabel?
    /// Which versions of the label may be read.
    let scope: LabelPermission.Scope

    package init(_ name: LabelName, _ label: ReadableLabel?, _ permission: LabelPermission) {
      (self.name, self.label, scope) = (name, label, permission.scope)
    }
  }
}

extension WatchedLabels {
  /// Takes what a viewer needs of the limits: its place, about the bytes of its seats and of the labels as if nobody shared
  /// them, the most frames a second by what the labels are now, and to be one of each label's viewers.
  ///
  /// - Throws: Which limit is reached; then nothing is taken.
  func admission(to limits: StreamLimits, for caller: Caller?) throws(Admission.Refusal) -> Admission {
    let sequences = entries.compactMap { $0.label?.prepared }
    let rate = form.hasFrames ? sequences.reduce(0) { $0 + $1.sequence.framesPerSecond } : 0
    let bytes = 1_024 + 512 * entries.count + sequences.reduce(0) { $0 + $1.byteCount / 8 }
    return try Admission(
      [.place, .framesPerSecond(rate), .bytes(bytes)] + entries.map { .viewer(of: $0.name) }, to: limits, for: caller)
  }
}

extension WatchedLabels {
  /// What is said at the end in place of the reason, unless a change was told.
  func unchanged(at time: LabelTime) -> [UInt8]? {
    form.endsWithFirst ? form.unchanged(entries[0].name, hold, at: time) : nil
  }
}

extension StreamEnd {
  /// Appends how an answer ends that tells what comes next: by nothing where a change was told, else by what it says without
  /// one, and why the label is gone.
  func writeLast(_ unchanged: [UInt8], to wire: inout UTF8Buffer) {
    switch self {
    case .finished: break
    case .deleted, .expired, .forbidden:
      wire.append("{\"absent\":\"")
      wire.append(contentsOf: rawValue)
      wire.append("\",")
      wire.append(contentsOf: unchanged.span.extracting(1..<unchanged.count))
    default: wire.append(contentsOf: unchanged)
    }
  }
}

// MARK: - Events

extension LabelStreamForm {
  /// Appends what a label is as a viewer comes, and where what comes next is.
  func writeStart(_ label: ReadableLabel, at time: LabelTime, to wire: inout UTF8Buffer) {
    representation.writeStart(to: &wire) { object in
      Self.writeMembers(of: label, at: time, to: &object)
      if endsWithFirst { writeNext(label.sealed.name, label.version, label.sealed.start, after: time, to: &object) }
    }
  }

  /// What an answer says that ends without a change: once its slot is over, or before, when the service stops.
  ///
  /// What is known is then asked for in a later slot, under an address that nobody has asked for before.
  func unchanged(_ name: LabelName, _ hold: LabelHold?, at time: LabelTime) -> [UInt8] {
    var json = UTF8Buffer(capacity: 160)
    json.appendJSONObject { object in
      guard let hold else { return object.appendJSONMember("next", "/v1/labels/\(name)/next") }
      object.appendJSONMember("version", hold.version)
      object.appendJSONMember("start", Int(hold.start.microseconds))
      let end = max(time, LabelTime(microseconds: hold.slotEnd * 1_000_000))
      writeNext(name.description, hold.version, hold.start, after: end, to: &object)
    }
    json.append("\n")
    return json.bytes()
  }

  private func writeNext(
    _ name: String, _ version: Int, _ start: LabelTime, after time: LabelTime, to object: inout UTF8Buffer
  ) {
    let query = "version=\(version)&start=\(start.microseconds)&slot=\(slotEnd(after: time))"
    object.appendJSONMember("next", "/v1/labels/\(name)/next?\(query)")
  }

  /// Appends that a label has a new target.
  func writeChange(_ label: ReadableLabel, at time: LabelTime, to wire: inout UTF8Buffer) {
    switch representation {
    case .sse:
      wire.append("event: change\ndata: ")
      wire.appendJSONObject { Self.writeMembers(of: label, at: time, to: &$0) }
      wire.append("\n\n")
    case .ndjson:
      wire.appendJSONObject { Self.writeMembers(of: label, at: time, to: &$0) }
      wire.append("\n")
    case .text:
      break
    }
  }

  /// Appends that there is nothing to be shown of a label, until there is.
  func writeAbsence(_ absence: LabelAbsence, of name: String, to wire: inout UTF8Buffer) {
    func write(_ json: inout UTF8Buffer) {
      json.appendJSONObject { object in
        object.appendJSONMember("id", name)
        object.appendJSONMember("reason", absence.rawValue)
      }
    }
    switch representation {
    case .sse:
      wire.append("event: absent\ndata: ")
      write(&wire)
      wire.append("\n\n")
    case .ndjson:
      wire.appendJSONObject { object in
        object.appendJSONName("absent")
        write(&object)
      }
      wire.append("\n")
    case .text:
      break
    }
  }

  private static func writeMembers(of label: ReadableLabel, at time: LabelTime, to object: inout UTF8Buffer) {
    object.appendJSONName("label")
    label.writeJSON(at: time, to: &object)
    object.appendJSONMember("frames", label.framesPath)
    object.appendJSONMember("now", Int(time.microseconds))
  }

  /// What begins each frame of a label.
  static func opening(of label: PreparedLabel) -> [UInt8] {
    var json = UTF8Buffer()
    json.append("{")
    json.appendJSONMember("id", label.name)
    json.appendJSONMember("version", label.version)
    json.append(",")
    return json.bytes()
  }

  /// Appends a frame behind what begins each frame of the label.
  func writeFrame(_ index: Int, of label: ReadableLabel, opening: [UInt8], to wire: inout UTF8Buffer) {
    switch representation {
    case .sse:
      wire.append("id: ")
      wire.append(decimal: label.version)
      wire.append(":")
      wire.append(decimal: label.sealed.firstFrame + index)
      wire.append("\ndata: ")
      label.prepared.writeFrame(index, .event, opening: opening, to: &wire)
    case .ndjson:
      label.prepared.writeFrame(index, .lines, opening: opening, to: &wire)
    case .text:
      wire.append("\r")
      label.prepared.writeFrame(index, .terminal, to: &wire)
    }
  }
}

/// The last frame of a label that a client has seen: `version:frame`.
package struct LabelPosition: Equatable, Sendable {
  let version: Int
  let frame: Int

  init(version: Int, frame: Int) {
    self.version = version
    self.frame = frame
  }

  /// Reads an event's id; `nil` for anything else, as clients may hold one from elsewhere.
  package init?(_ text: String?) {
    guard let parts = text?.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false),
      parts.count == 2,
      let version = Self.number(parts[0]), let frame = Self.number(parts[1])
    else { return nil }
    self.init(version: version, frame: frame)
  }

  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard (1...15).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(Substring(digits))
  }
}
