package import Documents
import HTTPTypes
import Synchronization

/// Whether the service takes new work; shared by all loops.
package final class Readiness: Sendable {
  private let ready = Atomic(true)

  package init() {}

  package var isReady: Bool { ready.load(ordering: .relaxed) }

  /// From now on it does not.
  package func end() {
    ready.store(false, ordering: .relaxed)
  }
}

extension Problem {
  /// 503 while the process ends.
  package static let draining = Problem(
    type: .shuttingDown, detail: "The service is shutting down.", headerFields: [.retryAfter: "1"])
}
