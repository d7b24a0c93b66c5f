import MicroHTTP

/// How a stream was over, in the words of `kinetype_streams_ended_total`.
enum StreamOutcome: String, CaseIterable, Sendable {
  case finished, lifetime, shutdown
  case clientLeft = "client_left"
  case stalled
  case serverStopped = "server_stopped"

  /// What came of a stream that meant to end for one reason and was closed for another.
  init(_ closed: StreamCloseReason, ending: StreamEnd) {
    self =
      switch (closed, ending) {
      case (.peerLeft, _): .clientLeft
      case (.stalled, _): .stalled
      case (.serverStopped, _): .serverStopped
      case (.finished, .finished): .finished
      case (.finished, .lifetime): .lifetime
      case (.finished, .shutdown): .shutdown
      }
  }
}
