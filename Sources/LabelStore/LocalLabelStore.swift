import Dispatch
import Synchronization
import System

/// A store of this process: one queue of its own, on which the changes that wait are made together.
public final class LocalLabelStore: Sendable {
  /// What only the queue uses; there is no ledger once the store is closed.
  struct State: ~Copyable {
    var ledger: LabelLedger?
    let timer: any DispatchSourceTimer
    var armed: LabelTime?
    var trouble: LabelTableError?

    deinit { timer.cancel() }
  }

  private let queue: DispatchQueue
  let clock: StoreClock
  private let limit: Int
  let waiting = Mutex(WaitingRequests())
  let state: Mutex<State>
  let observers = Mutex<[@Sendable (LabelEvent) -> Void]>([])
  let labelCount: Atomic<Int>
  let currentTrouble = Mutex<LabelStoreTrouble?>(nil)
  let report: @Sendable (LabelStoreTrouble?) -> Void

  /// Creates an empty store in memory, which ends with the process.
  public convenience init(limits: LabelStoreLimits = LabelStoreLimits()) {
    self.init(limits: limits, clock: StoreClock())
  }

  /// `report` is told when changes can be kept no more, since the clock is wrong, and why, and `nil` when they can again.
  package convenience init(
    limits: LabelStoreLimits = LabelStoreLimits(), clock: StoreClock,
    report: @escaping @Sendable (LabelStoreTrouble?) -> Void = { _ in }
  ) {
    self.init(LabelLedger(MemoryTable(), limits: limits), limits: limits, clock: clock, report: report)
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
    state = Mutex(State(ledger: ledger, timer: DispatchSource.makeTimerSource(flags: .strict, queue: queue)))
    state.withLock { state in
      state.timer.setEventHandler { [weak self] in self?.wake() }
      state.timer.activate()
    }
    queue.async { self.work() }
  }
}

extension LocalLabelStore: LabelStore {
  /// The time of labels.
  public var now: LabelTime { clock.now }

  /// The time of day.
  public var wallTime: WallTime { clock.wallTime }

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
    _ name: String, key: RequestKey?, _ decide: @escaping @Sendable (StoredLabel?, LabelTime) -> LabelDecision,
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
      state.withLock { $0.ledger = nil }
    }
  }
}

extension LocalLabelStore {
  private func read<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, LabelStoreError>) -> Void,
    _ body: @escaping @Sendable (LabelLedger, WallTime) throws(LabelTableError) -> Value
  ) {
    let request = ReadRequest(completion, body)
    if let refusal = add({ $0.append(request) }) { request.refuse(refusal) }
  }

  /// Returns why a request may not wait.
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

extension LocalLabelStore {
  /// What was done, to be told without the lock, so that whoever is told may ask for more.
  private typealias Done = (events: [LabelEvent], completions: [@Sendable () -> Void])

  func wake() {
    state.withLock { $0.armed = nil }
    work()
  }

  /// Does what waits, on the queue: all changes in one transaction, then what is to be read.
  ///
  /// Whoever reads has not been answered when a change comes, so he may see it.
  func work() {
    let requests = waiting.withLock { $0.take() }
    let done = state.withLock { state -> Done in
      guard var ledger = state.ledger else { return Self.refused(requests) }
      let done = Self.work(requests, &ledger, clock, &state.trouble)
      state.arm(ledger, at: clock)
      labelCount.store(ledger.count, ordering: .relaxed)
      state.ledger = ledger
      publish(state.trouble)
      return done
    }
    let observers = observers.withLock { $0 }
    for event in done.events { for observer in observers { observer(event) } }
    for completion in done.completions { completion() }
  }

  private static func work(
    _ requests: WaitingRequests, _ ledger: inout LabelLedger, _ clock: StoreClock, _ trouble: inout LabelTableError?
  ) -> Done {
    var done: Done = ([], [])
    do throws(LabelTableError) {
      try ledger.look()
      guard clock.isUsable else {
        throw LabelTableError(reason: "this machine's clock says a time at which no label may start", kind: .lasting)
      }
      if !requests.updates.isEmpty || ledger.isExpiryDue(at: clock.wallTime) || trouble != nil {
        let isTried = trouble != nil
        let (outcomes, events) = try ledger.transaction { ledger throws(LabelTableError) in
          if isTried { try ledger.touch() }
          return try ledger.change(requests.updates, clock)
        }
        done.events = events
        done.completions = zip(requests.updates, outcomes).map { request, outcome in { request.completion(outcome) } }
      }
      trouble = nil
    } catch {
      trouble = error
      done.completions = requests.updates.map { request in { request.completion(.failure(LabelStoreError(error))) } }
    }
    let time = clock.wallTime
    done.completions += requests.reads.map { $0.run(ledger, time) }
    return done
  }

  /// Says it when changes can be kept no more, or again.
  private func publish(_ error: LabelTableError?) {
    let trouble = error.map { LabelStoreTrouble(reason: $0.reason, isLasting: $0.kind == .lasting) }
    let old = currentTrouble.withLock { current in
      defer { current = trouble }
      return current
    }
    if (old == nil) != (trouble == nil) || old?.isLasting != trouble?.isLasting { report(trouble) }
  }

  private static func refused(_ requests: WaitingRequests) -> Done {
    var done: Done = ([], [])
    done.completions = requests.updates.map { request in { request.completion(.failure(.closed)) } }
    done.completions += requests.reads.map { request in { request.refuse(.closed) } }
    return done
  }
}

extension LabelLedger {
  fileprivate mutating func change(
    _ requests: [UpdateRequest], _ clock: StoreClock
  ) throws(LabelTableError) -> [Result<LabelOutcome, LabelStoreError>] {
    try expire(at: clock.wallTime)
    var outcomes: [Result<LabelOutcome, LabelStoreError>] = []
    for request in requests {
      outcomes.append(try update(request.name, key: request.key, at: clock.now, clock.wallTime, request.decide))
    }
    return outcomes
  }
}

extension LocalLabelStore.State {
  /// Sets the timer to the moment when the next label is over, or the table is to be looked at, unless it fires before.
  ///
  /// Where the table takes nothing, it is tried again each second; an hour is the longest, since the clock may be set
  /// forward.
  mutating func arm(_ ledger: LabelLedger, at clock: StoreClock) {
    let (now, wall) = (clock.now, clock.wallTime)
    let expiry = ledger.nextExpiry.map { now + min($0 - wall, 3_600_000_000) }
    let due = trouble == nil ? [expiry, ledger.nextLook(after: now)] : [now + 1_000_000]
    guard let deadline = due.compactMap({ $0 }).min() else { return }
    if let armed, armed > now, armed <= deadline { return }
    armed = deadline
    timer.schedule(deadline: .now() + .microseconds(Int(max(deadline - now, 0))))
  }
}

/// What a store was asked for and has not begun.
struct WaitingRequests {
  private(set) var updates: [UpdateRequest] = []
  private(set) var reads: [ReadRequest] = []
  var isClosed = false
}

extension WaitingRequests {
  var count: Int { updates.count + reads.count }

  mutating func append(_ update: UpdateRequest) { updates.append(update) }

  mutating func append(_ read: ReadRequest) { reads.append(read) }

  mutating func take() -> WaitingRequests {
    defer { (updates, reads) = ([], []) }
    return self
  }
}

struct UpdateRequest: Sendable {
  let name: String
  let key: RequestKey?
  let decide: @Sendable (StoredLabel?, LabelTime) -> LabelDecision
  let completion: @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
}

struct ReadRequest: Sendable {
  /// Reads at a time; the call that it returns completes the request.
  let run: @Sendable (LabelLedger, _ time: WallTime) -> @Sendable () -> Void
  /// Completes the request without what it asks for.
  let refuse: @Sendable (LabelStoreError) -> Void

  init<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, LabelStoreError>) -> Void,
    _ body: @escaping @Sendable (LabelLedger, _ time: WallTime) throws(LabelTableError) -> Value
  ) {
    refuse = { completion(.failure($0)) }
    run = { ledger, time in
      let result = Result { () throws(LabelTableError) in try body(ledger, time) }.mapError(LabelStoreError.init)
      return { completion(result) }
    }
  }
}

extension LabelStoreError {
  static let closed = LabelStoreError.unavailable(reason: "it is closed")
  static let busy = LabelStoreError.unavailable(reason: "too many requests are waiting for it")

  init(_ error: LabelTableError) { self = .unavailable(reason: error.reason) }
}
