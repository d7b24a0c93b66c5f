/// What the log says about a stream at its end.
struct StreamReport: Equatable, Sendable {
  /// The reason of the `end` event; where none was sent, how the connection was lost.
  var reason: String
  var framesSent: Int
  var framesSkipped: Int
}
