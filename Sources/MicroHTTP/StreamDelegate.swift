/// Receives the events of a ``ResponseStream``, on its loop's queue and never from within a call to the stream.
public protocol StreamDelegate: AnyObject {
  /// The socket, which was full, has room again.
  func streamBecameWritable(_ stream: ResponseStream)

  /// The stream is over; called once for every stream that was opened, also after ``ResponseStream/finish()``.
  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason)
}

/// How a stream ended.
public enum StreamCloseReason: Sendable {
  /// By ``ResponseStream/finish()``, everything sent.
  case finished
  /// The client closed its side, or the network did.
  case peerLeft
  /// The client took no byte for longer than a stalled write may last.
  case stalled
  /// The server stopped before the stream had ended.
  case serverStopped
}

/// The result of sending bytes to a stream.
public enum SendOutcome: Sendable {
  /// Accepted; what the socket had no room for is kept and goes first.
  case sent
  /// Not accepted, not one byte: ``StreamDelegate/streamBecameWritable(_:)`` says when to send the newest.
  case full
  /// Not accepted: the stream is over or ending.
  case closed
}
