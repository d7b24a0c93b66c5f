internal import CHiredis

/// A command as Redis reads it.
struct RedisCommand: Sendable, Equatable {
  let bytes: [UInt8]
  /// How many replies complete it: to a subscription comes one for each channel.
  let replies: Int

  /// Writes a command.
  ///
  /// - Parameter arguments: The name first; subscriptions and their ends must name channels.
  init(_ arguments: [[UInt8]]) {
    precondition(!arguments.isEmpty, "A command has a name.")
    bytes = Self.written(arguments)
    let name = String(decoding: arguments[0], as: UTF8.self).uppercased()
    let isSubscription = ["SUBSCRIBE", "UNSUBSCRIBE", "PSUBSCRIBE", "PUNSUBSCRIBE"].contains(name)
    replies = isSubscription ? max(arguments.count - 1, 1) : 1
  }

  /// Writes a command of texts.
  init(_ arguments: String...) {
    self.init(arguments.map { Array($0.utf8) })
  }

  private static func written(_ arguments: [[UInt8]]) -> [UInt8] {
    // One array behind all pointers, with a byte more so that there is an address where all are empty.
    let lengths = arguments.map(\.count)
    var joined: [UInt8] = []
    joined.reserveCapacity(lengths.reduce(1, +))
    for argument in arguments { joined += argument }
    joined.append(0)
    return unsafe joined.withUnsafeBytes { joined in
      var offset = 0
      var pointers = unsafe lengths.map { length -> UnsafePointer<CChar>? in
        defer { offset += length }
        return unsafe joined.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
      }
      var command: UnsafeMutablePointer<CChar>?
      let count = unsafe redisFormatCommandArgv(&command, Int32(lengths.count), &pointers, lengths)
      defer { unsafe redisFreeCommand(command) }
      return unsafe Array(UnsafeRawBufferPointer(start: command, count: Int(max(count, 0))))
    }
  }
}
