import Synchronization

@testable import LabelStore

/// A store in memory that knows for which lists it was asked, and may say what one over a network would say of itself.
final class TestLabelStore: LabelStore {
  let remoteStatus: RemoteStoreStatus?
  /// The lists that it was asked for.
  let queries = Mutex<[LabelQuery]>([])
  /// Whether a list has what nobody asked for.
  let findsAll = Mutex(false)
  private let local = LocalLabelStore()

  init(_ remoteStatus: RemoteStoreStatus? = nil) {
    self.remoteStatus = remoteStatus
  }

  var now: LabelTime { local.now }
  var wallTime: WallTime { local.wallTime }
  var count: Int { local.count }

  func read(_ name: String, _ completion: @escaping @Sendable (Result<StoredLabel?, LabelStoreError>) -> Void) {
    local.read(name, completion)
  }

  func list(
    _ query: LabelQuery, _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void
  ) {
    queries.withLock { $0.append(query) }
    let isWrong = findsAll.withLock { $0 }
    local.list(isWrong ? LabelQuery(limit: query.limit, opening: [.all]) : query, completion)
  }

  func update(
    _ name: String, key: RequestKey?, _ decide: @escaping @Sendable (StoredLabel?, LabelTime) -> LabelDecision,
    _ completion: @escaping @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
  ) {
    local.update(name, key: key, decide, completion)
  }

  func observe(_ observer: @escaping @Sendable (LabelEvent) -> Void) { local.observe(observer) }

  func close() { local.close() }
}
