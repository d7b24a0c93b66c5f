import Synchronization
package import TextBytes

/// A ``Meter`` that closures spend from which are called on whichever thread, one after the other.
package final class SharedMeter: Sendable {
  private let meter: Mutex<Meter>

  /// Creates a meter with so many units.
  package init(limit: Int = .max) {
    meter = Mutex(Meter(limit: limit))
  }

  /// The units that have been spent.
  package var spent: Int { meter.withLock { $0.spent } }

  /// What has spent the last unit; `nil` while something is left.
  package var blamed: Meter.Site? { meter.withLock { $0.blamed } }

  /// Whether nothing is left.
  package var isExhausted: Bool { blamed != nil }

  /// Spends some units, as ``Meter/spend(_:_:)``.
  package func spend(_ units: Int, _ site: Meter.Site) {
    meter.withLock { _ = $0.spend(units, site) }
  }

  /// Has a piece of work spend what is left.
  package func spend<Value, Failure: Error>(by work: (inout Meter) throws(Failure) -> Value) throws(Failure) -> Value {
    var own = Meter(limit: meter.withLock { $0.left })
    defer { spend(own.spent, own.blamed ?? .texts) }
    return try work(&own)
  }
}
