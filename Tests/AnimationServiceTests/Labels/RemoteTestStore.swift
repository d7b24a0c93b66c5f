@testable import LabelStore

/// A store in memory that says what one over a network would say of itself.
struct RemoteTestStore: LabelStore {
  let status: RemoteStoreStatus
  private let local = LocalLabelStore()

  init(_ status: RemoteStoreStatus) {
    self.status = status
  }

  var now: Int64 { local.now }
  var count: Int { local.count }
  var remoteStatus: RemoteStoreStatus? { status }

  func read(_ name: String, _ completion: @escaping @Sendable (Result<StoredLabel?, LabelStoreError>) -> Void) {
    local.read(name, completion)
  }

  func list(
    _ query: LabelQuery, _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void
  ) {
    local.list(query, completion)
  }

  func update(
    _ name: String, key: RequestKey?, _ decide: @escaping @Sendable (StoredLabel?, Int64) -> LabelDecision,
    _ completion: @escaping @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
  ) {
    local.update(name, key: key, decide, completion)
  }

  func observe(_ observer: @escaping @Sendable (LabelEvent) -> Void) { local.observe(observer) }

  func close() { local.close() }
}
