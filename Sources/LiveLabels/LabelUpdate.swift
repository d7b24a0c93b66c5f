package import LabelStore
package import MicroHTTP
import Requests
package import TextBytes
import Documents
import HTTPTypes

/// A change that a client asks for, decided in a step of the store where that is quick, and else prepared before.
///
/// The store does one step after the other, so all wait for each. What takes longer than a moment is done by threads for
/// long work, in turns that go round the clients, on what the store has said; the next step stores what came of it unless
/// the label is another by then.
package struct LabelUpdate: Sendable {
  package typealias Decide = @Sendable (LabelRetargeting, StoredLabel?, _ time: LabelTime) -> DecidedChange

  /// What a step may take, in units of a meter.
  static let longestStep = 500_000
  /// What a step takes beside deciding: to be handed over to the store and back, kept and told, in units of a meter.
  private static let unitsOfStep = 100_000
  /// How often a change is prepared while others change the label meanwhile.
  package static let attempts = 3

  /// What it is decided on, where a step has changed nothing since deciding takes too long for it.
  package struct Base: Error {
    let label: StoredLabel?
    /// When a change would have begun, and what the store's clock said then.
    let time: LabelTime
    let now: LabelTime
  }

  /// What was decided before the store's step.
  package typealias Prepared = (label: StoredLabel?, time: LabelTime, change: DecidedChange)

  let directory: LabelDirectory
  let condition: VersionCondition
  /// The size of the request.
  let bytes: Int
  private let decide: Decide
  package var prepared: Prepared?

  package init(for request: Request, in directory: LabelDirectory, _ decide: @escaping Decide) {
    (self.directory, self.decide) = (directory, decide)
    condition = VersionCondition(request.headerFields)
    bytes = request.body.count + (request.query?.utf8.count ?? 0)
  }
}

extension LabelUpdate {
  /// Decides in the store's step; `nil` where that is to be prepared.
  func decided(on stored: StoredLabel?, at time: LabelTime, spending total: SharedMeter) -> DecidedChange? {
    total.spend(Self.unitsOfStep, .reading)
    if let prepared { return prepared.label == stored && prepared.time <= time ? prepared.change : nil }
    let meter = SharedMeter(limit: Self.longestStep)
    let change = decided(on: stored, at: time, meter)
    total.spend(meter.spent, .texts)
    return meter.isExhausted ? nil : change
  }

  /// Decides before the store's step, for a change that begins now.
  ///
  /// It is stored with this start, since the text that it sets out from is the one that is shown now.
  package func prepared(for base: Base, at now: LabelTime, spending meter: inout Meter) -> Prepared {
    let time = base.time + max(now - base.now, 0)
    let own = SharedMeter(limit: meter.left)
    let change = decided(on: base.label, at: time, own)
    meter.spend(own.spent, own.blamed ?? .texts)
    return (base.label, time, change)
  }

  private func decided(on stored: StoredLabel?, at time: LabelTime, _ meter: SharedMeter) -> DecidedChange {
    meter.spend(PreparedLabel.unitsOfByte * bytes, .reading)
    return decide(LabelRetargeting(directory: directory, condition: condition, meter: meter), stored, time)
  }
}

/// What `If-Match` and `If-None-Match` ask of the version of a label that is to be changed (RFC 9110 section 13.1).
///
/// A version is asked for by its number, `"7"`, or by any tag that an answer had which showed it, whatever its form and
/// moment: `"7-…"`, `W/"7"`.
package struct VersionCondition: Equatable, Sendable {
  private let match: String?
  private let noneMatch: String?

  package init(_ fields: HeaderFields) {
    match = fields[.ifMatch]
    noneMatch = fields[.ifNoneMatch]
  }

  /// Checks a change of a label that has this version, `nil` for one that does not exist; 412 where a condition fails.
  func check(_ version: Int?) throws(Problem) {
    if let match, !Self.names(version, match) { throw .preconditionFailed("If-Match", version) }
    if let noneMatch, Self.names(version, noneMatch) { throw .preconditionFailed("If-None-Match", version) }
  }

  private static func names(_ version: Int?, _ field: String) -> Bool {
    guard let version else { return false }
    return field.elements(separatedBy: ",").contains { $0 == "*" || Self.number(ofTag: $0) == version }
  }

  /// The version that a tag names; `nil` for one of another resource.
  private static func number(ofTag tag: some StringProtocol) -> Int? {
    var opaque = Array(tag.utf8)[...]
    if opaque.starts(with: "W/".utf8) { opaque.removeFirst(2) }
    guard opaque.count > 2, opaque.first == UInt8(ascii: "\""), opaque.last == UInt8(ascii: "\"") else { return nil }
    let inner = opaque.dropFirst().dropLast()
    let digits = inner.prefix { (48...57).contains($0) }
    guard digits.count == inner.count || inner.dropFirst(digits.count).first == UInt8(ascii: "-") else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

extension Problem {
  fileprivate static func preconditionFailed(_ field: String, _ version: Int?) -> Problem {
    let state = version.map { "The label has version \($0)" } ?? "The label does not exist"
    return Problem(type: .preconditionFailed, detail: "\(state), so `\(field)` fails.")
  }
}
