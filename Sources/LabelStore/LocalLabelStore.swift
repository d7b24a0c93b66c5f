import Dispatch
import Synchronization

/// A store of this process: one queue of its own, on which the changes that wait are made together.
public final class LocalLabelStore: Sendable {
  /// What only the queue uses; there is no ledger once the store is closed.
  struct Kept: ~Copyable {
    var ledger: LabelLedger?
    let timer: any DispatchSourceTimer
    var armed: Int64?
    var trouble: LabelTableError?

    deinit { timer.cancel() }
  }

  private let queue: DispatchQueue
  let clock: StoreClock
  private let limit: Int
  let waiting = Mutex(WaitingRequests())
  let kept: Mutex<Kept>
  let observers = Mutex<[@Sendable (LabelEvent) -> Void]>([])
  let labelCount: Atomic<Int>
  let currentTrouble = Mutex<LabelStoreTrouble?>(nil)
  let report: @Sendable (LabelStoreTrouble?) -> Void

  /// Creates an empty store in memory, which ends with the process.
  public convenience init(limits: LabelStoreLimits = LabelStoreLimits(), clock: StoreClock = StoreClock()) {
    self.init(LabelLedger(MemoryTable(), limits: limits), limits: limits, clock: clock)
  }

  init(
    _ ledger: sending LabelLedger, limits: LabelStoreLimits, clock: StoreClock,
    report: @escaping @Sendable (LabelStoreTrouble?) -> Void = { _ in }
  ) {
    self.clock = clock
    self.report = report
    limit = limits.waiting
    labelCount = Atomic(ledger.count)
    queue = DispatchQueue(label: "kinetype.labels")
    kept = Mutex(Kept(ledger: ledger, timer: DispatchSource.makeTimerSource(flags: .strict, queue: queue)))
    kept.withLock { kept in
      kept.timer.setEventHandler { [weak self] in self?.wake() }
      kept.timer.activate()
    }
    queue.async { self.work() }
  }
}

extension LocalLabelStore: LabelStore {
  /// The store's clock, microseconds since 1970.
  public var now: Int64 { clock.now }

  /// The number of labels.
  public var count: Int { labelCount.load(ordering: .relaxed) }

  /// Why it takes no changes at the moment, if it does not.
  public var trouble: LabelStoreTrouble? { currentTrouble.withLock { $0 } }

  /// Reads one label.
  public func read(_ name: String, _ completion: @escaping @Sendable (Result<StoredLabel?, LabelStoreError>) -> Void) {
    read(completion) { ledger, time throws(LabelTableError) in try ledger.label(name, at: time) }
  }

  /// Reads labels in order of name.
  public func list(
    _ query: LabelQuery, _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void
  ) {
    read(completion) { ledger, time throws(LabelTableError) in try ledger.labels(query, at: time) }
  }

  /// Decides about a label and changes it, in one step.
  public func update(
    _ name: String, key: RequestKey?, _ decide: @escaping @Sendable (StoredLabel?, Int64) -> LabelDecision,
    _ completion: @escaping @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
  ) {
    let request = UpdateRequest(name: name, key: key, decide: decide, completion: completion)
    if let refusal = add({ $0.append(request) }) { completion(.failure(refusal)) }
  }

  /// Has each later change told.
  public func observe(_ observer: @escaping @Sendable (LabelEvent) -> Void) {
    observers.withLock { $0.append(observer) }
  }

  /// Waits for what was asked for before and closes.
  public func close() {
    waiting.withLock { $0.isClosed = true }
    queue.sync {
      work()
      kept.withLock { $0.ledger = nil }
    }
  }
}

extension LocalLabelStore {
  private func read<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, LabelStoreError>) -> Void,
    _ body: @escaping @Sendable (LabelLedger, Int64) throws(LabelTableError) -> Value
  ) {
    let request = ReadRequest(completion, body)
    if let refusal = add({ $0.append(request) }) { request.refuse(refusal) }
  }

  /// Has a request wait.
  ///
  /// - Returns: Why it is refused.
  private func add(_ append: (inout WaitingRequests) -> Void) -> LabelStoreError? {
    waiting.withLock { waiting in
      guard !waiting.isClosed else { return .closed }
      guard waiting.count < limit else { return .busy }
      append(&waiting)
      if waiting.count == 1 { queue.async { self.work() } }
      return nil
    }
  }
}
