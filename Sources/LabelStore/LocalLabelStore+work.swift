import Dispatch
import Synchronization

extension LocalLabelStore {
  /// What was done, to be told without the lock, so that whoever is told may ask for more.
  private struct Done {
    var events: [LabelEvent] = []
    var completions: [@Sendable () -> Void] = []
    var hasFailed = false
  }

  /// Does what the timer was set for.
  func wake() {
    kept.withLock { $0.armed = nil }
    work()
  }

  /// Does what waits, on the queue: all changes in one transaction, then what is to be read.
  ///
  /// Whoever reads has not been answered when a change comes, so he may see it.
  func work() {
    let requests = waiting.withLock { $0.take() }
    let done = kept.withLock { kept -> Done in
      guard var ledger = kept.ledger else { return Self.refused(requests) }
      let done = Self.work(requests, &ledger, clock, &kept.trouble)
      kept.arm(ledger, at: clock.now, hasFailed: done.hasFailed)
      labelCount.store(ledger.count, ordering: .relaxed)
      kept.ledger = ledger
      publish(kept.trouble)
      return done
    }
    let observers = observers.withLock { $0 }
    for event in done.events { for observer in observers { observer(event) } }
    for completion in done.completions { completion() }
  }

  private static func work(
    _ requests: WaitingRequests, _ ledger: inout LabelLedger, _ clock: StoreClock, _ trouble: inout LabelTableError?
  ) -> Done {
    var done = Done()
    do throws(LabelTableError) {
      let fullness = try ledger.look()
      if let fullness { trouble = fullness } else if trouble?.kind == .full { trouble = nil }
      if !requests.updates.isEmpty || ledger.isExpiryDue(at: clock.now) {
        trouble = try change(requests.updates, &ledger, clock, onlyRemoving: fullness, &done)
      }
    } catch {
      trouble = error
      done.hasFailed = true
      done.completions = requests.updates.map { request in { request.completion(.failure(LabelStoreError(error))) } }
    }
    let time = clock.now
    done.completions += requests.reads.map { $0.run(ledger, time) }
    return done
  }

  /// Makes changes; where they find no room, once more after some was made, and at last those that need none.
  ///
  /// - Returns: Why labels were only removed, if they were.
  private static func change(
    _ updates: [UpdateRequest], _ ledger: inout LabelLedger, _ clock: StoreClock,
    onlyRemoving fullness: LabelTableError?, isAgain: Bool = false, _ done: inout Done
  ) throws(LabelTableError) -> LabelTableError? {
    do throws(LabelTableError) {
      let (outcomes, events) = try ledger.transaction(onlyRemoving: fullness) { ledger throws(LabelTableError) in
        try ledger.change(updates, clock)
      }
      done.events = events
      done.completions = zip(updates, outcomes).map { request, outcome in { request.completion(outcome) } }
      return fullness
    } catch  where error.kind == .full && fullness == nil {
      let fullness = isAgain ? error : try ledger.look(after: error)
      return try change(updates, &ledger, clock, onlyRemoving: fullness, isAgain: true, &done)
    }
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
    var done = Done()
    done.completions = requests.updates.map { request in { request.completion(.failure(.closed)) } }
    done.completions += requests.reads.map { request in { request.refuse(.closed) } }
    return done
  }
}

extension LabelLedger {
  fileprivate mutating func change(
    _ requests: [UpdateRequest], _ clock: StoreClock
  ) throws(LabelTableError) -> [Result<LabelOutcome, LabelStoreError>] {
    try expire(at: clock.now)
    var outcomes: [Result<LabelOutcome, LabelStoreError>] = []
    for request in requests {
      outcomes.append(try update(request.name, key: request.key, at: clock.now, request.decide))
    }
    return outcomes
  }
}

extension LocalLabelStore.Kept {
  /// Sets the timer to the moment when the next label is over, or the table is to be looked at, unless it fires before.
  ///
  /// It waits a second where the disk has just failed, and an hour at most, since the clock may be set forward.
  mutating func arm(_ ledger: LabelLedger, at now: Int64, hasFailed: Bool) {
    let expiry = ledger.nextExpiry.map { min(max($0, now + (hasFailed ? 1_000_000 : 0)), now + 3_600_000_000) }
    guard let deadline = [expiry, ledger.nextLook(after: now)].compactMap({ $0 }).min() else { return }
    if let armed, armed > now, armed <= deadline { return }
    armed = deadline
    timer.schedule(deadline: .now() + .microseconds(Int(max(deadline - now, 0))))
  }
}
