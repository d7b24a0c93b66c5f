import Synchronization

/// Whether the service takes new work; shared by all loops.
final class Readiness: Sendable {
  private let ready = Atomic(true)

  var isReady: Bool { ready.load(ordering: .relaxed) }

  /// From now on it does not.
  func end() {
    ready.store(false, ordering: .relaxed)
  }
}
