/// What happens to connections without a request to tell of it.
public enum ConnectionEvent: Sendable {
  /// A client has connected.
  case accepted
  /// The client has as many connections as one may have, and is cut off.
  case refused
  /// Its connection has been closed, by whomever.
  case closed
}
