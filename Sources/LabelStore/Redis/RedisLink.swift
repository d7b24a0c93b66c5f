import Dispatch
import Synchronization
import System

/// A connection to Redis that is made anew whenever it ends.
///
/// No member waits. Events and completions are called on the link's queue, one at a time, and may use the link.
final class RedisLink: Sendable {
  typealias Completion = @Sendable (Result<RedisReply, RedisFailure>) -> Void

  /// What becomes of the connection.
  enum Event: Sendable, Equatable {
    /// Commands are taken from now on; what was subscribed to before is to be subscribed to again.
    case up
    /// There is none, for the reason that the sentence's end gives: once when it ends, and when attempts fail for
    /// another reason.
    case down(reason: String)
    /// A message of a subscription: its kind (`message` or `pmessage`) and what follows.
    case push([RedisReply])
  }

  let address: RedisAddress
  let limits: RedisLimits
  let queue: DispatchQueue
  let receive: @Sendable (Event) -> Void
  /// Looking up a name is all that waits, and nothing else waits for it.
  let names = DispatchQueue(label: "kinetype.redis.names")
  let state: Mutex<State>

  /// Begins to connect.
  ///
  /// Everything is done and told on `queue`, which is serial; `receive` must be quick.
  init(
    to address: RedisAddress, limits: RedisLimits = RedisLimits(), queue: DispatchQueue,
    _ receive: @escaping @Sendable (Event) -> Void
  ) {
    (self.address, self.limits) = (address, limits)
    (self.queue, self.receive) = (queue, receive)
    state = Mutex(State(limits, timer: DispatchSource.makeTimerSource(flags: .strict, queue: queue)))
    state.withLock { state in
      state.timer.setEventHandler { [weak self] in self?.work() }
      state.timer.activate()
    }
    queue.async { [weak self] in self?.work() }
  }

  deinit { close() }
}

extension RedisLink {
  /// Sends a command behind those that were sent before; from any thread.
  ///
  /// It must be one that Redis answers at once: a connection on which it waits for others is cut. Subscriptions and
  /// their ends must name channels. The completion is called once, for a subscription with the last reply.
  func send(_ arguments: [[UInt8]], _ completion: @escaping Completion) {
    let command = RedisCommand(arguments)
    let failure = state.withLock { state -> RedisFailure? in
      guard case .up = state.phase, let connection = state.connection else { return state.unavailable }
      guard state.conversation.cost + RedisConversation<Asker>.cost(of: command) <= limits.waiting else { return .busy }
      state.conversation.ask(command, at: Clock.monotonic, .command(completion))
      connection.append(command.bytes)
      if !state.isWorkQueued {
        state.isWorkQueued = true
        queue.async { [weak self] in self?.work() }
      }
      return nil
    }
    if let failure { queue.async { completion(.failure(failure)) } }
  }

  /// Ends the connection for good; what has no reply fails, and no event is told but those being told at this moment.
  func close() {
    let failures = state.withLock { state -> [@Sendable () -> Void] in
      let failures = state.end("the connection was closed")
      state.phase = .closed
      state.timer.cancel()
      return failures
    }
    if !failures.isEmpty { queue.async { for failure in failures { failure() } } }
  }
}

extension RedisFailure {
  static let busy = RedisFailure(reason: "too many commands wait for Redis", mayHaveBeenDone: false)
}

extension RedisLink {
  enum Asker: Sendable {
    case login(RedisLogin.Step)
    /// The link's own question whether Redis is there.
    case check
    case command(Completion)
  }

  /// How far the connection is; moments are in nanoseconds of the clock that is never set.
  enum Phase {
    case resting(until: UInt64)
    case resolving(deadline: UInt64)
    /// One address is being tried, the rest if it fails.
    case connecting(rest: ArraySlice<SocketAddress>, until: UInt64, deadline: UInt64)
    case securing(deadline: UInt64)
    case greeting(deadline: UInt64)
    case up(since: UInt64)
    case closed
  }

  /// What the lock guards; only the queue changes it, but for commands that are added.
  struct State: ~Copyable {
    var phase = Phase.resting(until: 0)
    var connection: RedisConnection?
    var conversation = RedisConversation<Asker>()
    var backoff: RedisBackoff
    /// When something came for the last time.
    var heard: UInt64 = 0
    /// Tells attempts apart, since a name may be found when nobody waits for it any more.
    var attempt = 0
    /// Why there is no connection, as it was told.
    var reason: String?
    var isWorkQueued = false
    let timer: any DispatchSourceTimer
    var armed: UInt64?

    init(_ limits: RedisLimits, timer: sending any DispatchSourceTimer) {
      backoff = RedisBackoff(ceiling: limits.reconnecting.nanoseconds)
      self.timer = timer
    }

    deinit { timer.cancel() }
  }
}

extension RedisLink.State {
  var unavailable: RedisFailure {
    if case .closed = phase { return RedisFailure(reason: "the connection was closed", mayHaveBeenDone: false) }
    return RedisFailure(reason: reason ?? "Redis has not answered yet", mayHaveBeenDone: false)
  }

  /// Returns what tells those who have no reply.
  mutating func end(_ reason: String) -> [@Sendable () -> Void] {
    let unanswered = conversation.end(sent: connection?.sent ?? 0)
    connection = nil
    return unanswered.compactMap { asker, mayHaveBeenDone in
      guard case .command(let completion) = asker else { return nil }
      return { completion(.failure(RedisFailure(reason: reason, mayHaveBeenDone: mayHaveBeenDone))) }
    }
  }

  /// Has the timer fire at the next moment when there is something to do without anything coming.
  mutating func arm(_ limits: RedisLimits, at now: UInt64) {
    let next: UInt64
    switch phase {
    case .resting(let moment), .resolving(let moment), .connecting(_, let moment, _), .securing(let moment),
      .greeting(let moment):
      next = moment
    case .up: next = conversation.oldest.map { $0 + limits.command.nanoseconds } ?? heard + limits.idle.nanoseconds
    case .closed: return
    }
    // One that fires too early is set again then, which is rarer than commands are.
    if let armed, armed > now, armed <= next { return }
    armed = next
    timer.schedule(deadline: .now() + .nanoseconds(Int(next - min(now, next))))
  }
}

extension Duration {
  /// Whole nanoseconds, none for a negative duration; centuries at most.
  var nanoseconds: UInt64 { UInt64(min(max(self / .nanoseconds(1), 0), 1e18)) }
}

/// How long to wait before the next attempt to connect: twice as long each time, and at random up to that.
///
/// By chance many nodes that lost Redis at the same moment do not come back at the same moment.
struct RedisBackoff: Sendable, Equatable {
  /// Nanoseconds of the first wait.
  static let shortest: UInt64 = 50_000_000
  private let ceiling: UInt64
  private var longest: UInt64

  /// Begins with waits of up to 50 ms; `ceiling` is the longest in nanoseconds.
  init(ceiling: UInt64) {
    self.ceiling = max(ceiling, Self.shortest)
    longest = Self.shortest
  }

  /// Nanoseconds of the next wait, at least half as long as it may be; `chance` is from 0 up to 1.
  mutating func next(chance: Double) -> UInt64 {
    defer { longest = min(longest * 2, ceiling) }
    return longest / 2 + UInt64(Double(longest / 2) * chance)
  }

  /// Takes note of a connection that has ended; one that lasted as long as the longest wait begins anew.
  mutating func ended(after duration: UInt64) {
    if duration >= ceiling { longest = Self.shortest }
  }
}

extension RedisLink {
  /// What is to be called without the lock.
  typealias Calls = [@Sendable () -> Void]

  /// Does what can be done at this moment, on the queue: the socket, the timer or a command may have caused it.
  func work() {
    let calls = state.withLock { state -> Calls in
      var calls: Calls = []
      state.isWorkQueued = false
      go(&state, &calls)
      state.arm(limits, at: Clock.monotonic)
      return calls
    }
    for call in calls { call() }
  }

  private func go(_ state: inout State, _ calls: inout Calls) {
    let now = Clock.monotonic
    switch state.phase {
    case .resting(let moment): if now >= moment { begin(&state, &calls) }
    case .resolving(let deadline): if now >= deadline { fail("\(server) was not found in time", &state, &calls) }
    case .connecting(let rest, let moment, let deadline):
      connect(rest, until: moment, deadline: deadline, &state, &calls)
    case .securing(let deadline): secure(deadline: deadline, &state, &calls)
    case .greeting, .up: converse(&state, &calls)
    case .closed: break
    }
  }

  /// Ends the connection or the attempt, to try again after a while.
  func fail(_ reason: String, _ state: inout State, _ calls: inout Calls) {
    let now = Clock.monotonic
    var wasUp = false
    if case .up(let since) = state.phase {
      wasUp = true
      state.backoff.ended(after: now - since)
    }
    if wasUp || state.reason != reason { calls.append { [receive] in receive(.down(reason: reason)) } }
    state.reason = reason
    calls += state.end(reason)
    state.phase = .resting(until: now + state.backoff.next(chance: .random(in: 0..<1)))
  }
}

// MARK: - In conversation

extension RedisLink {
  func converse(_ state: inout State, _ calls: inout Calls) {
    guard let connection = state.connection else { return }
    // Before it is cut as too slow, what has come meanwhile is read.
    var failure = connection.flush()
    var replies: [RedisReply] = []
    let reading = connection.read { replies.append($0) }
    if !replies.isEmpty { state.heard = Clock.monotonic }
    for reply in replies {
      if let reason = take(reply, &state, &calls) { return fail(reason, &state, &calls) }
    }
    switch reading {
    case .ended(let reason): failure = advice(reason, state)
    case .more: queue.async { [weak self] in self?.work() }
    case .done: failure = failure ?? delay(state)
    }
    if let failure { return fail(failure, &state, &calls) }
    check(&state)
  }

  /// Returns why the connection is to end.
  private func take(_ reply: RedisReply, _ state: inout State, _ calls: inout Calls) -> String? {
    switch state.conversation.match(reply) {
    case .answer(.login(let step), let reply):
      if let reason = RedisLogin(address: address).refusal(of: step, reply) { return reason }
      guard step == .greeting else { return nil }
      state.phase = .up(since: Clock.monotonic)
      state.reason = nil
      calls.append { [receive] in receive(.up) }
    case .answer(.check, _), .part: break
    case .answer(.command(let completion), let reply):
      calls.append { completion(.success(reply)) }
      if reply.isOfReplica { return "this Redis is a replica, which takes no changes" }
    case .push(let message): calls.append { [receive] in receive(.push(message)) }
    case .unexpected: return "Redis sent a reply to no command"
    }
    return nil
  }

  /// Why Redis is too slow; `nil` while it is not.
  private func delay(_ state: borrowing State) -> String? {
    let now = Clock.monotonic
    if case .greeting(let deadline) = state.phase {
      return now >= deadline ? "\(server) takes the connection but says nothing" : nil
    }
    guard let oldest = state.conversation.oldest, now >= oldest + limits.command.nanoseconds else { return nil }
    return "Redis has not answered for \(limits.command)"
  }

  /// Asks Redis whether it is there, after a silence.
  private func check(_ state: inout State) {
    let now = Clock.monotonic
    guard case .up = state.phase, state.conversation.isEmpty, now >= state.heard + limits.idle.nanoseconds,
      let connection = state.connection
    else { return }
    let command = RedisCommand("PING")
    state.conversation.ask(command, at: now, .check)
    connection.append(command.bytes)
    // A socket that is broken says so when it is read.
    _ = connection.flush()
  }

  /// Why a server leaves, and before it has said anything also what may be wrong.
  private func advice(_ reason: String, _ state: borrowing State) -> String {
    guard case .greeting = state.phase, case .host(_, _, let isSecure) = address.server else { return reason }
    return isSecure
      ? "\(reason); if it wants certificates of its clients, which have none here, set `tls-auth-clients no` in Redis"
      : "\(reason); if it wants TLS, the address begins with rediss://"
  }
}
