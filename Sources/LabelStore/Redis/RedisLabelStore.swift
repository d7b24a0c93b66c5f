import Dispatch
import Synchronization
internal import System

/// A store that many nodes share: labels lie in Redis or Valkey, and each node hears what the others change.
///
/// Each change is decided here and kept by one script that compares and sets. The clock is that of Redis, and a change
/// starts a moment later, so that every node knows of it before its first frame. While Redis is away nothing can be
/// changed, and nobody waits.
public final class RedisLabelStore: Sendable {
  /// What only the queue uses.
  struct Kept: ~Copyable {
    var links: Links?
    /// Fires for all that is done now and then.
    let timer: any DispatchSourceTimer
    /// The names by which Redis knows the scripts.
    var scripts: [RedisScript: [UInt8]] = [:]
    /// Which database it is; another one is there when the store was emptied.
    var epoch: String?
    var pastEpochs: Set<String> = []
    /// The highest version that was seen.
    var highestVersion = 0
    /// What waits to change each label.
    var waiting: [String: [UpdateRequest]] = [:]
    /// The labels that are being changed.
    var changing: Set<String> = []
    /// What was told of each label lately: what others have changed comes over another connection
    /// than what this node has, so that it may come too late.
    var told: [String: Told] = [:]
    /// Whether commands are taken, and messages heard.
    var isAsking = false
    var isListening = false
    var nextExpiry: Int64?
    var isSlewing = false
    var sweepTicks: Int64 = 0
    var rereadTicks: Int64?

    init(timer: any DispatchSourceTimer) {
      self.timer = timer
    }

    deinit { timer.cancel() }
  }

  /// The newest that was told of a label; its end comes after its last version.
  struct Told: Comparable {
    let version: Int
    let isEnd: Bool

    static func < (one: Told, other: Told) -> Bool {
      one.version == other.version ? !one.isEnd && other.isEnd : one.version < other.version
    }
  }

  struct Links: Sendable {
    let commands: RedisLink
    let subscriber: RedisLink
  }

  let address: RedisAddress
  let limits: LabelStoreLimits
  /// How much later than it was asked for a change starts, in microseconds.
  let lead: Int64
  /// The name of this node in what it tells others.
  let node: String
  let queue = DispatchQueue(label: "kinetype.labels", attributes: .initiallyInactive)
  let clock = RedisClock()
  let kept: Mutex<Kept>
  let observers = Mutex<[@Sendable (LabelEvent) -> Void]>([])
  let status = Mutex(RemoteStoreStatus())
  let labelCount = Atomic(0)
  let requests: RequestGate
  private let report: @Sendable (_ isReachable: Bool, _ reason: String) -> Void

  /// Creates a store and begins to connect.
  ///
  /// - Parameters:
  ///   - address: Where Redis is.
  ///   - redisLimits: How long it is waited for.
  ///   - limits: What there is room for. How many answers to known keys are kept is for Redis to bound, by its memory.
  ///   - lead: How much later than it was asked for a change starts.
  ///   - report: Told each time when Redis is reached or lost, with the reason; called on the store's queue.
  public init(
    _ address: RedisAddress, redisLimits: RedisLimits = RedisLimits(), limits: LabelStoreLimits = LabelStoreLimits(),
    lead: Duration = .milliseconds(50), report: @escaping @Sendable (_ isReachable: Bool, _ reason: String) -> Void
  ) {
    self.address = address
    self.limits = limits
    self.lead = Int64(lead / .microseconds(1))
    self.report = report
    requests = RequestGate(limit: limits.waiting)
    node = String(UInt64.random(in: .min ... .max), radix: 36)
    kept = Mutex(Kept(timer: DispatchSource.makeTimerSource(flags: .strict, queue: queue)))
    let commands = RedisLink(to: address, limits: redisLimits, queue: queue) { [weak self] in self?.takeCommands($0) }
    let subscriber = RedisLink(to: address, limits: redisLimits, queue: queue) { [weak self] in self?.takeNews($0) }
    kept.withLock { kept in
      kept.links = Links(commands: commands, subscriber: subscriber)
      kept.timer.setEventHandler { [weak self] in self?.tick() }
      kept.timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
      kept.timer.activate()
    }
    queue.activate()
  }
}

extension RedisLabelStore: LabelStore {
  /// The clock of Redis, microseconds since 1970; before Redis has answered it is this machine's.
  public var now: Int64 { clock.now }

  /// The number of labels, as Redis said last.
  public var count: Int { labelCount.load(ordering: .relaxed) }

  /// How it stands with Redis.
  public var remoteStatus: RemoteStoreStatus? {
    var status = status.withLock { $0 }
    if let uncertainty = clock.uncertainty {
      status.clockUncertainty = .microseconds(uncertainty)
      status.clockOffset = .microseconds(clock.now - Clock.wallMicroseconds)
    }
    let rereadTicks = kept.withLock { $0.rereadTicks }
    if let rereadTicks { status.sinceReread = .microseconds(clock.ticks - rereadTicks) }
    return status
  }

  /// Reads one label.
  public func read(
    _ name: String, _ completion: @escaping @Sendable (Result<StoredLabel?, LabelStoreError>) -> Void
  ) {
    ask(completion) { [self] completion in
      run(.read, keys: [], arguments: [Array(name.utf8), Array("0".utf8)]) { result in
        completion(result.flatMap { answer in answer.label(name).map { .success($0) } ?? .failure(.strange) })
      }
    }
  }

  /// Reads labels in order of the bytes of their names.
  public func list(
    prefix: String, after: String?, limit: Int,
    _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void
  ) {
    let bounds = RedisScript.bounds(prefix: prefix, after: after)
    ask(completion) { [self] completion in
      run(.list, keys: [], arguments: [bounds.low, bounds.high, Array("\(limit)".utf8)]) { result in
        completion(result.flatMap { answer in answer.labels.map { .success($0) } ?? .failure(.strange) })
      }
    }
  }

  /// Decides about a label and changes it, in one step.
  public func update(
    _ name: String, key: String?, _ decide: @escaping @Sendable (StoredLabel?, Int64) -> LabelDecision,
    _ completion: @escaping @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void
  ) {
    ask(completion) { [self] completion in
      change(UpdateRequest(name: name, key: key, decide: decide, completion: completion))
    }
  }

  /// Has each later change told, of this node and of the others.
  public func observe(_ observer: @escaping @Sendable (LabelEvent) -> Void) {
    observers.withLock { $0.append(observer) }
  }

  /// Waits for what was asked for before, for as long as a command may take, and closes.
  public func close() {
    requests.close()
    queue.sync {
      guard let links = kept.withLock({ $0.links.take() }) else { return }
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

// MARK: - What becomes of the connections

extension RedisLabelStore {
  private func takeCommands(_ event: RedisLink.Event) {
    switch event {
    case .up:
      clock.forget()
      kept.withLock { $0.scripts = [:] }
      sweep()
      note(nil) { $0.isAsking = true }
      // What was sent when the connection went may have been done.
      reread()
    case .down(let reason): note(reason) { $0.isAsking = false }
    case .push: break
    }
  }

  private func takeNews(_ event: RedisLink.Event) {
    switch event {
    case .up: subscribe()
    case .down(let reason): note(reason) { $0.isListening = false }
    case .push(let parts):
      // `pmessage`, the pattern, the channel and the payload.
      guard parts.count == 4, case .bytes(let channel) = parts[2], case .bytes(let payload) = parts[3],
        let message = LabelMessage(channel: channel, payload: payload, database: address.database)
      else { return }
      take(message)
    }
  }

  /// Hears all labels of the database, and asks again for what was changed before that.
  private func subscribe() {
    guard let links = kept.withLock({ $0.links }) else { return }
    let pattern = LabelMessage.channelPrefix(database: address.database) + "*"
    links.subscriber.send([Array("PSUBSCRIBE".utf8), Array(pattern.utf8)]) { [weak self] result in
      guard let self, case .success(let reply) = result else { return }
      if case .error(let text) = reply { return note("messages are not heard, as Redis answers: \(text)") { _ in } }
      note(nil) { $0.isListening = true }
      reread()
    }
  }

  private func take(_ message: LabelMessage) {
    guard message.node != node, take(epoch: message.epoch, isMessage: true) else { return }
    tell(message.event, of: message.name, version: message.version)
  }

  /// Notes that a connection has come or gone.
  ///
  /// - Parameters:
  ///   - reason: Why it has gone; `nil` for one that has come.
  ///   - change: Writes it down.
  private func note(_ reason: String?, _ change: (inout Kept) -> Void) {
    let isReachable = kept.withLock { kept in
      change(&kept)
      return kept.isAsking && kept.isListening
    }
    let wasReachable = status.withLock { status in
      let before = status.isReachable
      if isReachable, !before, status.wasReached { status.reconnections += 1 }
      status.isReachable = isReachable
      if isReachable { status.wasReached = true }
      return before
    }
    if isReachable, !wasReachable { report(true, address.description) }
    if let reason { report(false, reason) }
  }

  /// Tells what has become of a label, unless something newer was told.
  func tell(_ event: LabelEvent, of name: String, version: Int) {
    let isEnd = if case .deleted = event { true } else { false }
    let new = Told(version: version, isEnd: isEnd)
    let isNews = kept.withLock { kept in
      kept.highestVersion = max(kept.highestVersion, version)
      if let told = kept.told[name], told >= new { return false }
      if kept.told.count >= Self.rememberedLabels { kept.told = [:] }
      kept.told[name] = new
      return true
    }
    if isNews { tell(event) }
  }

  /// Beyond so many all are forgotten: messages that come too late are seconds late at most.
  private static let rememberedLabels = 10_000

  func tell(_ event: LabelEvent) {
    for observer in observers.withLock({ $0 }) { observer(event) }
  }

  /// Has whoever keeps something ask for it again.
  func reread(isOtherStore: Bool = false) {
    kept.withLock { kept in
      kept.rereadTicks = clock.ticks
      // It may have been brought back from an older copy.
      kept.told = [:]
    }
    tell(.uncertain(isOtherStore: isOtherStore))
  }
}

// MARK: - What is done now and then

extension RedisLabelStore {
  /// How often labels are read again, should a message have been lost, in microseconds.
  static let rereadInterval: Int64 = 30_000_000
  private static let sweepInterval: Int64 = 1_000_000

  private func tick() {
    let ticks = clock.ticks
    let (isSweepDue, isRereadDue) = kept.withLock { kept in
      let isExpiryDue = kept.nextExpiry.map { $0 <= clock.now } ?? false
      return (
        isExpiryDue || ticks - kept.sweepTicks >= Self.sweepInterval,
        kept.rereadTicks.map { ticks - $0 >= Self.rereadInterval } ?? true
      )
    }
    if isSweepDue { sweep() }
    guard isRereadDue, status.withLock({ $0.isReachable }) else { return }
    reread()
  }

  /// Deletes labels whose time is over, and asks Redis for its time.
  private func sweep() {
    let sent = clock.ticks
    kept.withLock { $0.sweepTicks = sent }
    run(.sweep, keys: [], arguments: []) { [weak self] result in
      guard let self, case .success(let answer) = result else { return }
      kept.withLock { $0.nextExpiry = answer.nextExpiry }
      guard clock.take(remote: answer.time, sent: sent), !kept.withLock({ $0.isSlewing }) else { return }
      slew()
    }
  }

  /// Steps the clock until it is right.
  private func slew() {
    let isSlewing = clock.step()
    kept.withLock { $0.isSlewing = isSlewing }
    guard isSlewing else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) { [weak self] in self?.slew() }
  }
}
