import Dispatch
import Synchronization

extension RedisLabelStore {
  /// The most requests that are decided together.
  private static let batchLimit = 64
  /// How often a change is decided anew because somebody else was first.
  private static let attemptLimit = 500
  /// After how many attempts a node asks for its turn, and takes a start that has passed.
  private static let fairAttempts = 3

  /// Has a label changed once the changes before are done.
  func change(_ request: UpdateRequest) {
    let isFirst = kept.withLock { kept in
      kept.waiting[request.name, default: []].append(request)
      return kept.waiting[request.name]?.count == 1 && !kept.changing.contains(request.name)
    }
    if isFirst { begin(request.name) }
  }

  /// Takes what waits to change a label, and asks what it is.
  private func begin(_ name: String) {
    let batch = kept.withLock { kept -> LabelBatch? in
      guard let waiting = kept.waiting[name], !waiting.isEmpty else {
        kept.waiting[name] = nil
        kept.changing.remove(name)
        return nil
      }
      kept.waiting[name] = Array(waiting.dropFirst(Self.batchLimit))
      kept.changing.insert(name)
      return LabelBatch(name: name, requests: Array(waiting.prefix(Self.batchLimit)))
    }
    if let batch { ask(batch, attempt: 1) }
  }

  private func ask(_ batch: LabelBatch, attempt: Int) {
    let isTurn = attempt > Self.fairAttempts ? "1" : "0"
    let arguments = [Array(batch.name.utf8), Array(isTurn.utf8)]
    run(.read, keys: batch.keys.map(RedisScript.receiptKey), arguments: arguments) { [self] result in
      decide(batch, on: result, attempt: attempt)
    }
  }

  /// Asks at once the first few times; then it may be another's turn.
  private func askAgain(_ batch: LabelBatch, attempt: Int) {
    guard attempt > Self.fairAttempts else { return ask(batch, attempt: attempt) }
    queue.asyncAfter(deadline: .now() + .microseconds(.random(in: 500...3000))) { [self] in
      ask(batch, attempt: attempt)
    }
  }

  private func decide(_ batch: LabelBatch, on result: Result<RedisAnswer, LabelStoreError>, attempt: Int) {
    let answer: RedisAnswer
    switch result {
    case .success(let value): answer = value
    case .failure(let error): return finish(batch, batch.requests.map { _ in .failure(error) })
    }
    guard let label = answer.label(batch.name), let receipts = answer.receipts(for: batch.keys) else {
      return finish(batch, batch.requests.map { _ in .failure(.strange) })
    }
    let base = LabelBase(
      label: label, version: answer.version, removedVersion: answer.removedVersion, time: answer.time + lead,
      receipts: receipts)
    write(batch, batch.decided(on: base), on: base, epoch: answer.epoch, attempt: attempt)
  }

  private func write(
    _ batch: LabelBatch, _ decided: DecidedBatch, on base: LabelBase, epoch: String, attempt: Int
  ) {
    if decided.isEmpty { return finish(batch, decided.outcomes) }
    let isLate = attempt > Self.fairAttempts
    let arguments = decided.arguments(name: batch.name, before: base, epoch: epoch, limits: limits, isLate: isLate)
    let keys = decided.receipts.keys.sorted().map(RedisScript.receiptKey)
    run(.write, keys: keys, arguments: arguments) { [self] result in
      guard case .success(let answer) = result else {
        return decide(batch, on: result, attempt: attempt)
      }
      switch answer.verdict {
      case .done:
        tell(decided.change, of: batch.name)
        finish(batch, decided.outcomes)
      case .full:
        let without = batch.decided(on: base, full: limits.refusal(of: batch.name))
        write(batch, without, on: base, epoch: epoch, attempt: attempt + 1)
      case .again, .is:
        guard attempt < Self.attemptLimit else {
          let reason = "others have changed the label each time"
          return finish(batch, batch.requests.map { _ in .failure(.unavailable(reason: reason)) })
        }
        askAgain(batch, attempt: attempt + 1)
      }
    }
  }

  /// Tells this node's observers of its own change.
  private func tell(_ change: DecidedBatch.Change, of name: String) {
    switch change {
    case .none: break
    case .put(let label): tell(.changed(label), of: name, version: label.version)
    case .delete(let version):
      tell(.deleted(name: name, version: version, isExpired: false), of: name, version: version)
    }
  }

  private func finish(_ batch: LabelBatch, _ outcomes: [Result<LabelOutcome, LabelStoreError>]) {
    for (request, outcome) in zip(batch.requests, outcomes) { request.completion(outcome) }
    begin(batch.name)
  }
}

extension DecidedBatch {
  /// What ``RedisScript/write`` is told.
  fileprivate func arguments(
    name: String, before base: LabelBase, epoch: String, limits: LabelStoreLimits, isLate: Bool
  ) -> [[UInt8]] {
    var (word, version, start, expiry, state) = ("none", "0", "0", "", [UInt8]())
    switch change {
    case .none: break
    case .put(let label):
      (word, version, start, state) = ("put", "\(label.version)", "\(label.start)", label.state)
      expiry = label.expiry.map { "\($0)" } ?? ""
    case .delete(let last): (word, version) = ("delete", "\(last)")
    }
    let before = [epoch, base.version, word, name, version, start, expiry]
    let after = [
      "\(limits.most(name))", "\(limits.keys)", "\(RequestReceipt.lifetime / 1000)", isLate ? "1" : "0",
    ]
    return before.map { Array($0.utf8) } + [state] + after.map { Array($0.utf8) }
      + receipts.keys.sorted().compactMap { receipts[$0]?.bytes }
  }
}
