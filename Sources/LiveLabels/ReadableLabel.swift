package import Documents
package import LabelStore
package import MicroHTTP
import Requests
package import Deployment
import TextAnimation
package import TextBytes
import WrittenNumbers

/// A change of a label, to somebody who may read it: what it shows, what it comes from, its frames and its tag.
package struct ReadableLabel: Sendable {
  /// The change itself, which says nothing of what it shows.
  package let sealed: PreparedLabel
  /// Whether only who has a key or a token may read it: now, as the label is, or because it was private itself.
  package let isPrivate: Bool
  /// Whether pages of other origins may show its pictures: all may read it, or the request has brought a key or a token.
  package let isForAnyPage: Bool

  init(_ label: PreparedLabel, isPrivate: Bool? = nil, by permission: LabelPermission? = nil) {
    (sealed, self.isPrivate) = (label, isPrivate ?? label.isPrivate)
    isForAnyPage = !self.isPrivate || permission?.isBrought ?? false
  }
}

extension PreparedLabel {
  /// What it is to who has this permission; `nil` where that does not open it.
  package func opened(by permission: LabelPermission) -> ReadableLabel? {
    permission.opens(name, isPrivate: isPrivate) ? ReadableLabel(self, by: permission) : nil
  }
}

/// The changes of a label that are known, to somebody who may read it as it is now.
package struct LabelHistory: Sendable {
  package let newest: ReadableLabel
  /// Those that may be read, the newest at the end.
  package let versions: [ReadableLabel]

  /// `nil` where there is no label, or the permission does not open it.
  package init?(_ changes: [PreparedLabel], openedBy permission: LabelPermission, at time: LabelTime) {
    guard let newest = changes.last?.shown(at: time).opened(by: permission) else { return nil }
    self.newest = newest
    versions = changes.compactMap { change in
      change.opened(by: permission).map {
        ReadableLabel($0.sealed, isPrivate: $0.isPrivate || newest.isPrivate, by: permission)
      }
    }
  }
}

extension ReadableLabel {
  /// The same change as it is shown from a time on; `nil` where it changes at no such time up to `horizon`.
  package func shown(from start: LabelTime, upTo horizon: LabelTime) -> ReadableLabel? {
    sealed.shown(from: start, upTo: horizon).map { ReadableLabel(piece: $0, of: self) }
  }

  /// The same change as it is shown at a time.
  package func shown(at time: LabelTime) -> ReadableLabel { ReadableLabel(piece: sealed.shown(at: time), of: self) }

  private init(piece: PreparedLabel, of label: ReadableLabel) {
    (sealed, isPrivate, isForAnyPage) = (piece, label.isPrivate, label.isForAnyPage)
  }

  package var version: Int { sealed.version }

  /// The frames of the change, from its start to rest.
  package var prepared: PreparedSequence { sealed.prepared }

  /// All that its frames follow from.
  package var identity: [UInt8] {
    sealed.isRunning ? sealed.record.bytes + Array(String(sealed.start.microseconds).utf8) : sealed.record.bytes
  }

  /// Where the frames of this change are, and never others.
  package var framesPath: String {
    "/v1/labels/\(sealed.name)/frames?version=\(version)&start=\(sealed.start.microseconds)"
  }
}

extension ReadableLabel {
  /// The text that is shown at a time, byte for byte, and a line break.
  package func text(at time: LabelTime) -> [UInt8] {
    var text = UTF8Buffer()
    sealed.state.writeText(at: time.microseconds, to: &text)
    text.append("\n")
    return text.bytes()
  }

  /// What a picture shows that begins at a time, which ``PreparedLabel/pictureStart(at:)`` tells, and how it plays.
  package func pictured(
    from time: LabelTime, seconds: Double?, _ style: PictureStyle, spending meter: inout Meter
  ) throws(Problem) -> (sequence: PreparedSequence, style: PictureStyle) {
    let (sequence, elapsed) = try sealed.pictured(from: time, seconds: seconds, spending: &meter)
    var style = style
    (style.elapsed, style.keepsMotion) = (elapsed, sealed.isRunning)
    return (sequence, style)
  }

  /// The label as it is at a time, as a document of JSON.
  package func document(at time: LabelTime) -> [UInt8] {
    var json = UTF8Buffer(capacity: 512)
    writeJSON(at: time, to: &json)
    json.append("\n")
    return json.bytes()
  }

  /// Appends the label as it is at a time.
  package func writeJSON(at time: LabelTime, to json: inout UTF8Buffer) {
    let (state, microseconds) = (sealed.state, time.microseconds)
    json.appendJSONObject { object in
      writeHead(to: &object)
      object.appendJSONName("text")
      object.appendJSONString { state.writeText(at: microseconds, to: &$0) }
      if let numbers = state.animation.content.numbers {
        object.appendValues("value", of: numbers, isRounded: false, at: state.progress(at: microseconds))
      } else if let value = state.lineValue(at: microseconds) {
        object.appendJSONMember("value", value.description)
      }
      object.appendJSONMember("atRest", sealed.isAtRest(at: time))
      object.appendJSONName("animation")
      prepared.writeDescription(to: &object)
    }
  }

  /// Appends what does not depend on the time.
  private func writeHead(to object: inout UTF8Buffer) {
    object.appendJSONMember("id", sealed.name)
    object.appendJSONMember("version", version)
    object.appendJSONMember("start", Int(sealed.start.microseconds))
    object.appendJSONMember("to", sealed.state.motion.target)
    sealed.record.writeCourse(to: &object)
    if sealed.isPrivate { object.appendJSONMember("private", true) }
    if let expiry = sealed.expiry { object.appendJSONMember("expiry", Int(expiry.microseconds)) }
  }
}

/// Bytes that tell of a label; they come out for who may read it alone, so that one writing serves all who watch.
package struct SealedBytes: ~Copyable {
  private var bytes: UTF8Buffer
  private var isPrivate = false

  package init(capacity: Int) {
    bytes = UTF8Buffer(capacity: capacity)
  }

  package var count: Int { bytes.count }

  /// Keeps the first bytes, and appends what is written of a label.
  package mutating func write(
    _ label: PreparedLabel, behind start: Int = 0, _ write: (ReadableLabel, inout UTF8Buffer) -> Void
  ) {
    bytes.truncate(to: start)
    isPrivate = label.isPrivate || start > 0 && isPrivate
    write(ReadableLabel(label), &bytes)
  }

  /// Appends some bytes of others.
  package mutating func append(_ range: Range<Int>, of other: borrowing SealedBytes) {
    isPrivate = isPrivate || other.isPrivate
    bytes.append(range, of: other.bytes)
  }

  /// Offers some of the bytes to a socket; `nil` where they are not for who reads there.
  package func send(
    _ range: Range<Int>, to scope: LabelPermission.Scope, _ send: (Span<UInt8>) -> SendOutcome
  ) -> SendOutcome? {
    scope.opens(isPrivate: isPrivate) ? send(bytes.span.extracting(range)) : nil
  }
}
