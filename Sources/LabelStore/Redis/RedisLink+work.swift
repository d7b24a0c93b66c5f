internal import Dispatch
import Synchronization
internal import System

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
  /// Sends and receives what can be, and looks whether Redis is too slow.
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

  /// Gives a reply to who has asked.
  ///
  /// - Returns: Why the connection is to end.
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
    case .unexpected: return "Redis says what nobody has asked for"
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
