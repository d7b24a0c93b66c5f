import Synchronization

extension RedisLabelStore {
  /// Takes what becomes of the connection for commands.
  func takeCommands(_ event: RedisLink.Event) {
    switch event {
    case .up:
      clock.forget()
      state.withLock { $0.scripts = [:] }
      sweep()
      note(nil) { $0.isAsking = true }
      // What was sent when the connection went may have been done.
      reread()
    case .down(let reason): note(reason) { $0.isAsking = false }
    case .push: break
    }
  }

  /// Takes what becomes of the connection for messages, and those.
  func takeNews(_ event: RedisLink.Event) {
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
  func subscribe() {
    guard let links = state.withLock({ $0.links }) else { return }
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

  /// Notes that a connection has come, or why it has gone.
  private func note(_ reason: String?, _ change: (inout State) -> Void) {
    let (isReachable, isNews) = state.withLock { state in
      change(&state)
      let isReachable = state.isAsking && state.isListening
      if isReachable { state.reported = [] }
      return (isReachable, reason.map { state.reported.insert($0).inserted } ?? false)
    }
    let wasReachable = status.withLock { status in
      let before = status.isReachable
      if isReachable, !before, status.wasReached { status.reconnections += 1 }
      status.isReachable = isReachable
      if isReachable { status.wasReached = true }
      return before
    }
    if isReachable, !wasReachable { report(true, address.description) }
    if let reason, isNews { report(false, reason) }
  }

  /// Notes that Redis is reached and refuses changes, since it is full or may not write, or that it takes them again.
  func note(refusal reason: String?) {
    let isNews = state.withLock { state in
      defer { state.refusal = reason }
      return (state.refusal == nil) != (reason == nil)
    }
    guard isNews else { return }
    refusal.withLock { $0 = reason.map { LabelStoreTrouble(reason: $0) } }
    report(reason == nil, reason ?? address.description)
  }

  /// Tells what has become of a label, unless something newer was told.
  func tell(_ event: LabelEvent, of name: String, version: Int) {
    let isEnd = if case .deleted = event { true } else { false }
    let new = LastEvent(version: version, isEnd: isEnd)
    let isNews = state.withLock { state in
      state.highestVersion = max(state.highestVersion, version)
      if let last = state.lastEvents[name], last >= new { return false }
      if state.lastEvents.count >= Self.rememberedLabels { state.lastEvents = [:] }
      state.lastEvents[name] = new
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
    state.withLock { state in
      state.rereadTicks = clock.ticks
      // It may have been brought back from an older copy.
      state.lastEvents = [:]
    }
    tell(.uncertain(isOtherStore: isOtherStore))
  }
}
