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
    /// Why Redis is not reached, as it was reported last; the two connections go for the same reason.
    var reported: String?
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
  let report: @Sendable (_ isReachable: Bool, _ reason: String) -> Void

  /// Creates a store and begins to connect.
  ///
  /// - Parameters:
  ///   - address: Where Redis is.
  ///   - redisLimits: How long it is waited for.
  ///   - limits: What there is room for; the same for all nodes.
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
    _ query: LabelQuery, _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void
  ) {
    ask(completion) { [self] completion in
      run(.list, keys: [], arguments: RedisScript.arguments(of: query)) { result in
        completion(
          result.flatMap { answer in answer.labels.map { .success(query.page(of: $0)) } ?? .failure(.strange) })
      }
    }
  }

  /// Decides about a label and changes it, in one step.
  public func update(
    _ name: String, key: RequestKey?, _ decide: @escaping @Sendable (StoredLabel?, Int64) -> LabelDecision,
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
