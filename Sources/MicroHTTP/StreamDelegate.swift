/// Hears what happens to a ``ResponseStream``, on its loop's queue and never from within a call to the stream.
public protocol StreamDelegate: AnyObject {
  /// The socket that refused bytes takes them again.
  func streamBecameWritable(_ stream: ResponseStream)

  /// The stream is over; called once for every stream that was opened, also after ``ResponseStream/finish()``.
  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason)
}

/// How a stream ended.
public enum StreamCloseReason: String, Sendable {
  /// By ``ResponseStream/finish()``, everything sent.
  case finished
  /// The client closed its side, or the network did.
  case peerLeft
  /// The client took no byte for longer than a stalled write may last.
  case stalled
  /// The server stopped before the stream had ended.
  case serverStopped
}

/// What became of bytes offered to a stream.
public enum SendOutcome: Sendable {
  /// Taken; what the socket has no room for is kept and goes first.
  case sent
  /// Not taken, not one byte: ``StreamDelegate/streamBecameWritable(_:)`` tells when to offer the newest.
  case full
  /// Not taken: the stream is over or ending.
  case closed
}
