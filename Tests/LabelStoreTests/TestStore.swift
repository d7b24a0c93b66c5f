import LabelStore
import Synchronization

/// Answers of a store, awaited.
extension LabelStore {
  func read(_ name: String) async throws -> StoredLabel? {
    try await withCheckedContinuation { continuation in read(name) { continuation.resume(returning: $0) } }.get()
  }

  func list(prefix: String = "", after: String? = nil, limit: Int = 100) async throws -> [StoredLabel] {
    try await withCheckedContinuation { continuation in
      list(prefix: prefix, after: after, limit: limit) { continuation.resume(returning: $0) }
    }.get()
  }

  @discardableResult
  func update(
    _ name: String, key: String? = nil, _ decide: @escaping @Sendable (StoredLabel?, Int64) -> LabelDecision
  ) async throws -> LabelOutcome {
    try await withCheckedContinuation { continuation in
      update(name, key: key, decide) { continuation.resume(returning: $0) }
    }.get()
  }

  @discardableResult
  func set(_ name: String, _ state: String, expiry: Int64? = nil) async throws -> StoredLabel? {
    try await update(name) { _, _ in LabelDecision(.replace(state: Array(state.utf8), expiry: expiry)) }.label
  }

  @discardableResult
  func delete(_ name: String) async throws -> LabelOutcome {
    try await update(name) { _, _ in LabelDecision(.delete) }
  }
}

/// A clock that tests set.
final class InventedClock: Sendable {
  private let time = Atomic<Int64>(1_000_000)

  var microseconds: Int64 {
    get { time.load(ordering: .relaxed) }
    set { time.store(newValue, ordering: .relaxed) }
  }

  var clock: StoreClock { StoreClock(wall: { self.microseconds }, monotonic: { 0 }) }
}

/// What a store has said to its observers.
final class Heard: Sendable {
  private let kept = Mutex<[LabelEvent]>([])
  var events: [LabelEvent] { kept.withLock { $0 } }

  init(_ store: any LabelStore) {
    store.observe { event in self.kept.withLock { $0.append(event) } }
  }
}
