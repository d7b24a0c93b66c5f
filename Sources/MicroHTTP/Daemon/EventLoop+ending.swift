import Dispatch
import Glibc

extension EventLoop {
  /// Refuses new clients, closes idle connections and waits for the others, `grace` at most.
  ///
  /// `onEnd` is called once, with whether every connection ended by itself.
  func drain(within grace: Duration, onEnd: @escaping (_ clean: Bool) -> Void) {
    self.onEnd = onEnd
    isDraining = true
    let deadline = DispatchSource.makeTimerSource(queue: queue)
    deadline.schedule(deadline: .now() + grace.dispatchInterval)
    watch(deadline) { $0.end(clean: false) }
    if let socket = daemon?.quiesce() { close(socket) }
    handler.drain()
    turn()
    for connection in connections.values { connection.cutIfIdle() }
    turn()
  }

  /// Cancels the sources, then stops; does nothing where no drain has begun.
  func end(clean: Bool) {
    guard let onEnd else { return }
    self.onEnd = nil
    work?.onTimer = nil
    var waiting = sources.count
    for source in sources {
      // Dispatch must have released the descriptors before they are closed.
      source.setCancelHandler { [self] in
        waiting -= 1
        guard waiting == 0 else { return }
        stop()
        onEnd(clean)
      }
      source.cancel()
    }
  }

  private func stop() {
    inbox.end()
    for connection in connections.values {
      connection.stream?.abort(.serverStopped)
      connection.cancelAnswer()
      connection.proceedWithHandshake()
    }
    returnResumed()
    daemon?.stop()
    partFromLingering()
    handler.turnEnded()
    daemon = nil
    sources = []
  }
}
