import MicroHTTP

/// How far a stream has come.
enum StreamPhase {
  /// Nothing has been said yet.
  case opening
  /// Frames leave as they are due.
  case running
  /// The client is to be told why the stream ends.
  case ending(StreamEnd)
  /// The client has been told, or cannot be.
  case over(StreamEnd)
}

extension StreamPhase {
  /// Why a stream in this phase is over that was closed for a reason of its connection.
  func end(closedFor reason: StreamCloseReason) -> StreamEnd {
    switch (reason, self) {
    case (.peerLeft, _): .clientLeft
    case (.stalled, _): .stalled
    case (.serverStopped, _): .serverStopped
    case (.finished, .ending(let end)), (.finished, .over(let end)): end
    case (.finished, _): .finished
    }
  }
}
