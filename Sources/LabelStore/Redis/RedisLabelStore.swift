import Dispatch
import Synchronization
import System

/// A store that many nodes share: labels lie in Redis or Valkey, and each node hears what the others change.
///
/// Each change is decided here and kept by one script that compares and sets. The clock is that of Redis, and a change
/// starts a moment later, so that every node knows of it before its first frame. While Redis is away nothing can be
/// changed, and nobody waits.
package final class RedisLabelStore: Sendable {
  /// What only the queue uses.
  struct State: ~Copyable {
    var links: (commands: RedisLink, subscriber: RedisLink)?
    /// Fires for all that is done now and then.
    let timer: any DispatchSourceTimer
    /// The names by which Redis knows the scripts.
    var scripts: [RedisScript: [UInt8]] = [:]
    /// Which database it is; another one is there when the store was emptied.
    var epoch: String?
    var pastEpochs: Set<String> = []
    var highestVersion = 0
    /// What waits to change each label.
    var waiting: [String: [UpdateRequest]] = [:]
    /// The labels that are being changed.
    var changing: Set<String> = []
    /// What was told of each label lately: what others have changed comes over another connection
    /// than what this node has, so that it may come too late.
    var lastEvents: [String: LastEvent] = [:]
    /// Whether commands are taken, and messages heard.
    var isAsking = false
    var isListening = false
    /// Why Redis is not reached, as it was reported since it was: the two connections may go for different reasons, and
    /// come to others in turns.
    var reported: Set<String> = []
    /// Why Redis refused the last change, if it did.
    var refusal: String?
    var nextExpiry: WallTime?
    var isSlewing = false
    var sweepTicks: Int64 = 0
    var rereadTicks: Int64?

    init(timer: any DispatchSourceTimer) {
      self.timer = timer
    }

    deinit { timer.cancel() }
  }

  /// The newest that was told of a label; its end comes after its last version.
  struct LastEvent: Comparable {
    let version: Int
    let isEnd: Bool

    static func < (one: LastEvent, other: LastEvent) -> Bool {
      one.version == other.version ? !one.isEnd && other.isEnd : one.version < other.version
    }
  }

  let address: RedisAddress
  let limits: LabelStoreLimits
  /// How much later than it was asked for a change starts, in microseconds.
  let lead: Int64
  /// The name of this node in what it tells others.
  let node: String
  let queue = DispatchQueue(label: "kinetype.labels", attributes: .initiallyInactive)
  let clock = RedisClock()
  let state: Mutex<State>
  let observers = Mutex<[@Sendable (LabelEvent) -> Void]>([])
  let status = Mutex(RemoteStoreStatus())
  /// Why Redis is reached and takes no changes, if so.
  let refusal = Mutex<LabelStoreTrouble?>(nil)
  let labelCount = Atomic(0)
  let requests: RequestGate
  let report: @Sendable (_ isReachable: Bool, _ reason: String) -> Void
  private let remark: @Sendable (String) -> Void

  /// Begins to connect.
  ///
  /// The limits are the same for all nodes, a change starts `lead` later than it was asked for, and `report` is told on
  /// the store's queue each time when Redis takes changes, or no more; `remark` is told a sentence of each long step of its
  /// clock.
  package init(
    _ address: RedisAddress, redisLimits: RedisLimits = RedisLimits(), limits: LabelStoreLimits = LabelStoreLimits(),
    lead: Duration = .milliseconds(50), remark: @escaping @Sendable (String) -> Void = { _ in },
    report: @escaping @Sendable (_ isReachable: Bool, _ reason: String) -> Void
  ) {
    self.address = address
    self.limits = limits
    self.lead = Int64(lead / .microseconds(1))
    (self.report, self.remark) = (report, remark)
    requests = RequestGate(limit: limits.waiting)
    node = String(UInt64.random(in: .min ... .max), radix: 36)
    state = Mutex(State(timer: DispatchSource.makeTimerSource(flags: .strict, queue: queue)))
    let commands = RedisLink(to: address, limits: redisLimits, queue: queue) { [weak self] in self?.takeCommands($0) }
    let subscriber = RedisLink(to: address, limits: redisLimits, queue: queue) { [weak self] in self?.takeNews($0) }
    state.withLock { state in
      state.links = (commands, subscriber)
      state.timer.setEventHandler { [weak self] in self?.tick() }
      state.timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
      state.timer.activate()
    }
    queue.activate()
  }
}

extension RedisLabelStore: LabelStore {
  /// The clock of Redis; before Redis has answered it is this machine's.
  package var now: LabelTime { clock.now }

  /// The same clock.
  package var wallTime: WallTime { clock.wallTime }

  /// The number of labels, as Redis said last.
  package var count: Int { labelCount.load(ordering: .relaxed) }

  package var remoteStatus: RemoteStoreStatus? {
    var status = status.withLock { $0 }
    if let uncertainty = clock.uncertainty {
      status.clockUncertainty = .microseconds(uncertainty)
      status.clockOffset = .microseconds(clock.now.microseconds - Clock.wallMicroseconds)
    }
    let rereadTicks = state.withLock { $0.rereadTicks }
    if let rereadTicks { status.sinceReread = .microseconds(clock.ticks - rereadTicks) }
    return status
  }

  package var trouble: LabelStoreTrouble? { refusal.withLock { $0 } }

  package func read(
    _ name: String, _ completion: @escaping @Sendable (Result<StoredLabel?, LabelStoreError>) -> Void
  ) {
    ask(completion) { [self] completion in
      run(.read, keys: [], arguments: [Array(name.utf8), Array("0".utf8)]) { result in
        completion(result.flatMap { answer in answer.label(name).map { .success($0) } ?? .failure(.strange) })
      }
    }
  }

  package func list(
    _ query: LabelQuery, _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void
  ) {
    ask(completion) { [self] completion in
      run(.list, keys: [], arguments: RedisScript.arguments(of: query)) { result in
        completion(
          result.flatMap { answer in answer.labels.map { .success(query.page(of: $0)) } ?? .failure(.strange) })
      }
    }
  }

  package func update(
    _ name: String, key: RequestKey?, _ decide: @escaping @Sendable (StoredLabel?, LabelTime) -> LabelDecision,
    _ completion: @escaping @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
  ) {
    ask(completion) { [self] completion in
      change(UpdateRequest(name: name, key: key, decide: decide, completion: completion))
    }
  }

  package func observe(_ observer: @escaping @Sendable (LabelEvent) -> Void) {
    observers.withLock { $0.append(observer) }
  }

  /// Waits for what was asked for before, for as long as a command may take, and closes.
  package func close() {
    requests.close()
    queue.sync {
      guard let links = state.withLock({ $0.links.take() }) else { return }
      links.commands.close()
      links.subscriber.close()
    }
  }

  /// Has a request wait for its turn on the queue, if there is room.
  private func ask<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, LabelStoreError>) -> Void,
    _ body: @escaping @Sendable (@escaping @Sendable (Result<Value, LabelStoreError>) -> Void) -> Void
  ) {
    if let refusal = requests.enter() { return completion(.failure(refusal)) }
    queue.async { [self] in
      body { result in
        completion(result)
        self.requests.leave()
      }
    }
  }
}

extension RedisLabelStore {
  /// The most requests that are decided together.
  private static let batchLimit = 64
  /// How often a change is decided anew because somebody else was first.
  private static let attemptLimit = 500
  /// After how many attempts a node asks for its turn, and takes a start that has passed.
  private static let fairAttempts = 3

  /// Has a label changed once the changes before are done.
  func change(_ request: UpdateRequest) {
    let isFirst = state.withLock { state in
      state.waiting[request.name, default: []].append(request)
      return state.waiting[request.name]?.count == 1 && !state.changing.contains(request.name)
    }
    if isFirst { begin(request.name) }
  }

  /// Takes what waits to change a label, and asks what it is.
  private func begin(_ name: String) {
    let batch = state.withLock { state -> LabelBatch? in
      guard let waiting = state.waiting[name], !waiting.isEmpty else {
        state.waiting[name] = nil
        state.changing.remove(name)
        return nil
      }
      state.waiting[name] = Array(waiting.dropFirst(Self.batchLimit))
      state.changing.insert(name)
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
    // What Redis says is wrong where this node has measured something else; nobody would live to see such a start.
    let measured = clock.measured ?? answer.time
    let isWrong = (answer.time - measured).magnitude > ClockSteps.patience
    let base = LabelBase(
      label: label, version: answer.version, removedVersion: answer.removedVersion,
      time: LabelTime(microseconds: (isWrong ? measured : answer.time) + lead), receipts: receipts)
    var decided = batch.decided(on: base)
    // A label that cannot be read had a version all the same, and an own deletion counts: it is above all that are known.
    if decided.change == .delete(version: 0) { decided.change = .delete(version: state.withLock { $0.highestVersion }) }
    write(batch, decided, on: base, epoch: answer.epoch, attempt: attempt)
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
  private func tell(_ change: LabelRules.Change, of name: String) {
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
    var (word, version, start, expiry, isPrivate, state) = ("none", "0", "0", "", "0", [UInt8]())
    switch change {
    case .none: break
    case .put(let label):
      (word, version, start, state) = ("put", "\(label.version)", "\(label.start.microseconds)", label.state)
      expiry = label.expiry.map { "\($0.microseconds)" } ?? ""
      isPrivate = label.isPrivate ? "1" : "0"
    case .delete(let last): (word, version) = ("delete", "\(last)")
    }
    let before = [epoch, base.version, word, name, version, start, expiry]
    let after = [
      "\(limits.most(name))", "\(limits.keys)", "\(RequestReceipt.lifetime / 1000)", isLate ? "1" : "0", isPrivate,
    ]
    return before.map { Array($0.utf8) } + [state] + after.map { Array($0.utf8) }
      + receipts.keys.sorted().compactMap { receipts[$0]?.bytes }
  }
}

extension RedisLabelStore {
  /// How often labels are read again, should a message have been lost, in microseconds.
  static let rereadInterval: Int64 = 30_000_000
  private static let sweepInterval: Int64 = 1_000_000

  /// Looks what is due; called ten times a second.
  func tick() {
    let ticks = clock.ticks
    let (isSweepDue, isRereadDue) = state.withLock { state in
      let isExpiryDue = state.nextExpiry.map { $0 <= clock.wallTime } ?? false
      return (
        isExpiryDue || ticks - state.sweepTicks >= Self.sweepInterval,
        state.rereadTicks.map { ticks - $0 >= Self.rereadInterval } ?? true
      )
    }
    if isSweepDue {
      sweep()
      // Redis may have refused it, and does so no more.
      if state.withLock({ $0.isAsking && !$0.isListening }) { subscribe() }
    }
    guard isRereadDue, status.withLock({ $0.isReachable }) else { return }
    reread()
  }

  /// Deletes labels whose time is over, and asks Redis for its time.
  func sweep() {
    let sent = clock.ticks
    state.withLock { $0.sweepTicks = sent }
    let isRefused = state.withLock { $0.refusal != nil }
    run(.sweep, keys: [], arguments: [Array(isRefused ? "1".utf8 : "0".utf8)]) { [weak self] result in
      guard let self, case .success(let answer) = result else { return }
      state.withLock { $0.nextExpiry = answer.nextExpiry }
      if isRefused { note(refusal: nil) }
      let before = clock.doubt
      let isSlewing = clock.take(remote: answer.time, sent: sent)
      if let doubt = clock.doubt, before == nil { remark("the clock of Redis \(doubt.remark)") }
      guard isSlewing, !state.withLock({ $0.isSlewing }) else { return }
      slew()
    }
  }

  /// Steps the clock until it is right.
  private func slew() {
    let isSlewing = clock.step()
    state.withLock { $0.isSlewing = isSlewing }
    guard isSlewing else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) { [weak self] in self?.slew() }
  }
}

/// Counts the requests that a store has not answered.
final class RequestGate: Sendable {
  private struct State {
    var count = 0
    var isClosed = false
  }

  private let limit: Int
  private let state = Mutex(State())
  private let group = DispatchGroup()

  init(limit: Int) {
    self.limit = limit
  }

  /// Returns why one more is refused.
  func enter() -> LabelStoreError? {
    state.withLock { state in
      guard !state.isClosed else { return .closed }
      guard state.count < limit else { return .busy }
      state.count += 1
      group.enter()
      return nil
    }
  }

  func leave() {
    state.withLock { $0.count -= 1 }
    group.leave()
  }

  /// Lets nobody in any more, and waits until all are answered.
  func close() {
    state.withLock { $0.isClosed = true }
    group.wait()
  }
}
