internal import Dispatch
internal import System

extension RedisLink {
  /// Whose command it is.
  enum Asker: Sendable {
    case login(RedisLogin.Step)
    /// The link's own question whether Redis is there.
    case check
    case command(Completion)
  }

  /// How far the connection is; moments are in nanoseconds of the clock that is never set.
  enum Phase {
    case resting(until: UInt64)
    /// The name is being looked up.
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
    /// When the timer fires.
    var armed: UInt64?

    init(_ limits: RedisLimits, timer: sending any DispatchSourceTimer) {
      backoff = RedisBackoff(ceiling: limits.reconnecting.nanoseconds)
      self.timer = timer
    }

    deinit { timer.cancel() }
  }
}

extension RedisLink.State {
  /// Why there is no connection.
  var unavailable: RedisFailure {
    if case .closed = phase { return RedisFailure(reason: "the connection was closed", mayHaveBeenDone: false) }
    return RedisFailure(reason: reason ?? "Redis has not answered yet", mayHaveBeenDone: false)
  }

  /// Ends the connection.
  ///
  /// - Returns: What tells those who have no reply.
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
