/// What Redis says to a command.
enum RedisReply: Sendable, Equatable {
  case null
  case integer(Int64)
  case bytes([UInt8])
  /// `OK` and the like.
  case status(String)
  case array([RedisReply])
  /// A word in capitals, such as `READONLY`, and a sentence.
  case error(String)
}

/// Why a command has no reply.
struct RedisFailure: Error, Sendable, Equatable {
  /// The end of a sentence.
  var reason: String
  /// Whether Redis may have done it: at least a part of it had left.
  var mayHaveBeenDone: Bool
}

extension RedisReply {
  /// Whether it is what a replica says that was the primary when the connection was made.
  var isOfReplica: Bool {
    // Redis before 7 puts the error of a script into a sentence of its own.
    if case .error(let text) = self { text.hasPrefix("READONLY ") || text.contains(": -READONLY ") } else { false }
  }
}
