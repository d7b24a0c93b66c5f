import Dispatch
import Glibc
import System

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
    runDaemon()
    for connection in connections.values { connection.cutIfIdle() }
    runDaemon()
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
    closeLingering()
    handler.turnEnded()
    daemon = nil
    sources = []
  }
}

// If a socket is closed while its client is still sending, the kernel resets the connection, and the client may never read
// the refusal. So its input is discarded until it ends or the time for a body is over (RFC 9112 section 9.6).
extension EventLoop {
  /// Keeps the socket of a connection that libmicrohttpd is about to close, if its client may still be sending.
  func linger(_ connection: Connection) -> Bool {
    guard connection.lingers, !isDraining, case let socket = Socket.duplicate(connection.socket), socket >= 0 else {
      return false
    }
    let limit = ConnectionTimeouts(configuration).body
    lingering[socket] = (connection.client, tick + limit, 256 << 20)
    peers.addReadability(of: socket)
    return true
  }

  func discardInput(of socket: Int32) {
    guard let remainingBytes = lingering[socket]?.remainingBytes else { return }
    guard let count = Socket.discard(socket) else { return closeLingering(socket) }
    lingering[socket]?.remainingBytes = remainingBytes - count
    if remainingBytes <= count { peers.remove(socket) }
  }

  /// Closes the sockets whose time is over, or all of them.
  func closeLingering(beyond tick: Int = .max) {
    for (socket, connection) in lingering where connection.lastTick < tick { closeLingering(socket) }
  }

  private func closeLingering(_ socket: Int32) {
    guard let connection = lingering.removeValue(forKey: socket) else { return }
    close(socket)
    forget(client: connection.client)
  }
}
