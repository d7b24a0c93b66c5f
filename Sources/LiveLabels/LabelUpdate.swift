package import LabelStore
package import MicroHTTP
import Requests
package import TextBytes

/// A change that a client asks for, decided in a step of the store where that is quick, and else prepared before.
///
/// The store does one step after the other, so all wait for each. What takes longer than a moment is done by threads for
/// long work, in turns that go round the clients, on what the store has said; the next step stores what came of it unless
/// the label is another by then.
package struct LabelUpdate: Sendable {
  package typealias Decide = @Sendable (LabelRetargeting, StoredLabel?, _ time: Int64) -> DecidedChange

  /// What a step may take, in units of a meter.
  static let longestStep = 500_000
  /// What a step takes beside deciding: to be handed over to the store and back, kept and told, in units of a meter.
  private static let unitsOfStep = 100_000
  /// How often a change is prepared while others change the label meanwhile.
  package static let attempts = 3

  /// What it is decided on.
  package struct Base: Sendable {
    let label: StoredLabel?
    /// When a change would have begun, in microseconds since 1970, and what the store's clock said then.
    let time: Int64
    let now: Int64
  }

  /// What was decided before the store's step.
  package struct Prepared: Sendable {
    let label: StoredLabel?
    let time: Int64
    let change: DecidedChange
  }

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
  /// Decides in the store's step.
  ///
  /// - Parameters:
  ///   - stored: The label.
  ///   - time: When the change begins.
  ///   - total: Counts what it takes.
  /// - Returns: `nil` where that is to be prepared.
  func decided(on stored: StoredLabel?, at time: Int64, spending total: SharedMeter) -> DecidedChange? {
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
  package func prepared(for base: Base, at now: Int64, spending meter: inout Meter) -> Prepared {
    let time = base.time &+ max(now &- base.now, 0)
    let own = SharedMeter(limit: meter.left)
    let change = decided(on: base.label, at: time, own)
    meter.spend(own.spent, own.blamed ?? .texts)
    return Prepared(label: base.label, time: time, change: change)
  }

  private func decided(on stored: StoredLabel?, at time: Int64, _ meter: SharedMeter) -> DecidedChange {
    meter.spend(PreparedLabel.unitsOfByte * bytes, .reading)
    return decide(LabelRetargeting(directory: directory, condition: condition, meter: meter), stored, time)
  }
}
