import Dispatch
import LabelStore
import Synchronization

/// A store as a program that embeds the service may write one: an array in memory, by what the protocol says.
final class OwnStore: LabelStore {
  private struct State {
    var labels: [String: StoredLabel] = [:]
    var removedVersion = 0
    /// What is kept of requests, the oldest first.
    var receipts: [(key: String, receipt: RequestReceipt, expiry: WallTime)] = []
    var observers: [@Sendable (LabelEvent) -> Void] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "own store")
  private let waiting = Atomic(0)
  private let limits: LabelStoreLimits
  private let clock: StoreClock

  init(limits: LabelStoreLimits, clock: StoreClock) {
    (self.limits, self.clock) = (limits, clock)
    queue.async { [weak self] in self?.tick() }
  }

  var now: LabelTime { clock.now }
  var wallTime: WallTime { clock.wallTime }
  var count: Int { state.withLock { $0.labels.count } }

  func read(_ name: String, _ completion: @escaping @Sendable (Result<StoredLabel?, LabelStoreError>) -> Void) {
    ask(completion) { store in .success(store.state.withLock { $0.labels[name] }) }
  }

  func list(_ query: LabelQuery, _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void) {
    ask(completion) { store in .success(query.page(of: store.state.withLock { Array($0.labels.values) })) }
  }

  func update(
    _ name: String, key: RequestKey?, _ decide: @escaping @Sendable (StoredLabel?, LabelTime) -> LabelDecision,
    _ completion: @escaping @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
  ) {
    ask(completion) { $0.decide(name, key, decide) }
  }

  func observe(_ observer: @escaping @Sendable (LabelEvent) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  func close() { queue.sync { state.withLock { $0.isClosed = true } } }
}

extension OwnStore {
  private func ask<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, LabelStoreError>) -> Void,
    _ body: @escaping @Sendable (OwnStore) -> Result<Value, LabelStoreError>
  ) {
    guard waiting.add(1, ordering: .relaxed).newValue <= limits.waiting + 1 else {
      waiting.subtract(1, ordering: .relaxed)
      return completion(.failure(.unavailable(reason: "too many requests are waiting for it")))
    }
    queue.async { [self] in
      expire()
      let isClosed = state.withLock { $0.isClosed }
      completion(isClosed ? .failure(.unavailable(reason: "it is closed")) : body(self))
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  private func decide(
    _ name: String, _ key: RequestKey?, _ decide: (StoredLabel?, LabelTime) -> LabelDecision
  ) -> Result<LabelOutcome, LabelStoreError> {
    let (wall, before) = (clock.wallTime, state.withLock { $0 })
    let isFull = before.labels.keys.filter { StoredLabel.isVisitors($0) == StoredLabel.isVisitors(name) }.count
    var rules = LabelRules(name, label: before.labels[name], removedVersion: before.removedVersion)
    let known = before.receipts.last { $0.key == key?.name && $0.expiry > wall }?.receipt
    let step = rules.step(
      key, known: known, at: clock.now, wall, refusal: isFull < limits.most(name) ? nil : limits.refusal(of: name),
      decide)
    state.withLock { state in
      (state.labels[name], state.removedVersion) = (rules.label, rules.removedVersion)
      guard let key, let receipt = step.receipt else { return }
      state.receipts.append((key.name, receipt, wall + RequestReceipt.lifetime))
      while state.receipts.count > limits.keys {
        state.receipts.remove(at: RequestReceipt.excess(of: state.receipts.map(\.key)))
      }
    }
    switch step.change {
    case .none: break
    case .put(let label): tell(.changed(label))
    case .delete(let version): tell(.deleted(name: name, version: version, isExpired: false))
    }
    return step.outcome
  }

  private func tick() {
    expire()
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in self?.tick() }
  }

  private func expire() {
    let time = clock.wallTime
    let over = state.withLock { state in
      let over = state.labels.values.filter { $0.isExpired(at: time) }
      for label in over {
        state.labels[label.name] = nil
        state.removedVersion = max(state.removedVersion, label.version)
      }
      return over
    }
    for label in over { tell(.deleted(name: label.name, version: label.version, isExpired: true)) }
  }

  private func tell(_ event: LabelEvent) {
    for observer in state.withLock({ $0.observers }) { observer(event) }
  }
}
