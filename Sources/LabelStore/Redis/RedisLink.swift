internal import Dispatch
import Synchronization
internal import System

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
  /// - Parameters:
  ///   - address: Where to.
  ///   - limits: What it waits for.
  ///   - queue: A serial queue, where everything is done and told.
  ///   - receive: Gets the events; it must be quick.
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
  /// It must be one that Redis answers at once: a connection on which it waits for others is cut.
  /// - Parameters:
  ///   - arguments: The command's name and what follows. Subscriptions and their ends must name channels.
  ///   - completion: Gets the reply, for a subscription the last; called once.
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
