/// Why a stream ends, in the words of its `end` event.
enum StreamEnd: String, Sendable {
  /// Every frame was sent.
  case finished
  /// The stream is as old as one may get; a reconnect goes on where it stopped.
  case lifetime
  /// The service stops; a reconnect reaches another node.
  case shutdown

  /// Whether a client should come back, and when: milliseconds, spread so that not all come at once.
  func retryMilliseconds(using random: inout some RandomNumberGenerator) -> Int? {
    switch self {
    case .finished: nil
    case .lifetime, .shutdown: Int.random(in: 500...5000, using: &random)
    }
  }
}

/// What a stream says about itself when it ends.
struct StreamSummary: Equatable, Sendable {
  var reason: StreamEnd
  var framesSent: Int
  var framesSkipped: Int
}
