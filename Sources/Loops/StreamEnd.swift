/// How a stream ends, in the words of its `end` event, of the log and of `kinetype_streams_ended_total`.
package enum StreamEnd: String, CaseIterable, Sendable {
  /// Every frame was sent.
  case finished
  /// The stream is as old as one may get; a reconnect goes on where it stopped.
  case lifetime
  /// The service stops; a reconnect reaches another node.
  case shutdown
  /// The client closed the connection, or the network did.
  case clientLeft = "client_left"
  /// The client took no byte for longer than a stalled write may last.
  case stalled
  /// The server stopped before the stream could end.
  case serverStopped = "server_stopped"
  /// Its label was deleted.
  case deleted
  /// Its label was deleted because its time was over.
  case expired
  /// Its label has become private, and its client may not read it any more.
  case forbidden
  /// The token that opened it has expired; a reconnect takes a new one.
  case tokenExpired = "token-expired"

  /// Whether a client should come back, and when: milliseconds, spread so that not all come at once.
  package func retryMilliseconds(using random: inout some RandomNumberGenerator) -> Int? {
    switch self {
    case .lifetime, .shutdown: Int.random(in: 500...5000, using: &random)
    case .finished, .clientLeft, .stalled, .serverStopped, .deleted, .expired, .forbidden, .tokenExpired: nil
    }
  }
}

/// What a stream says about itself at its end: to its client, and to the log.
package struct StreamReport: Equatable, Sendable {
  package var reason: StreamEnd
  package var framesSent: Int
  package var framesSkipped: Int

  package init(reason: StreamEnd, framesSent: Int, framesSkipped: Int) {
    (self.reason, self.framesSent, self.framesSkipped) = (reason, framesSent, framesSkipped)
  }
}
