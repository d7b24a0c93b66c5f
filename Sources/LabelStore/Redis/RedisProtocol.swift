import CHiredis

struct RedisCommand: Sendable, Equatable {
  let bytes: [UInt8]
  /// How many replies complete it: to a subscription comes one for each channel.
  let replies: Int

  /// The name comes first; subscriptions and their ends must name channels.
  init(_ arguments: [[UInt8]]) {
    precondition(!arguments.isEmpty, "A command has a name.")
    bytes = Self.written(arguments)
    let name = String(decoding: arguments[0], as: UTF8.self).uppercased()
    let isSubscription = ["SUBSCRIBE", "UNSUBSCRIBE", "PSUBSCRIBE", "PUNSUBSCRIBE"].contains(name)
    replies = isSubscription ? max(arguments.count - 1, 1) : 1
  }

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

/// Finds replies in the bytes of a connection.
///
/// Arrays have up to 2^20 elements and 7 levels.
@safe
final class RedisReplyReader {
  private let reader: UnsafeMutablePointer<redisReader>
  private let limit: Int
  /// The bytes since the last whole reply.
  private var bytes = 0

  /// Refuses a reply of more bytes than `limit`; `nil` where there is no memory.
  init?(limit: Int = 64 << 20) {
    guard let reader = unsafe chiredis_create_reader() else { return nil }
    unsafe self.reader = unsafe reader
    self.limit = limit
  }

  deinit { unsafe redisReaderFree(reader) }
}

/// Why bytes are no replies: the end of a sentence.
struct RedisProtocolError: Error, Equatable {
  var reason: String
}

extension RedisReplyReader {
  /// Takes the replies that are whole by the bytes that have come.
  ///
  /// Throws where they are no replies, or one is too long; nothing is to be read after that.
  func read(_ more: ArraySlice<UInt8>, _ body: (RedisReply) -> Void) throws(RedisProtocolError) {
    bytes += more.count
    _ = unsafe more.withUnsafeBytes { more in
      unsafe redisReaderFeed(reader, more.baseAddress?.assumingMemoryBound(to: CChar.self), more.count)
    }
    while let reply = try next() {
      body(reply)
      bytes = 0
    }
    guard bytes <= limit else { throw RedisProtocolError(reason: "a reply is longer than \(limit >> 20) MiB") }
  }

  private func next() throws(RedisProtocolError) -> RedisReply? {
    var reply: UnsafeMutableRawPointer?
    let code = unsafe redisReaderGetReply(reader, &reply)
    guard code == REDIS_OK, unsafe reader.pointee.err == 0 else {
      let words = unsafe withUnsafeBytes(of: reader.pointee.errstr) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw RedisProtocolError(reason: "its reply is not in the protocol of Redis (\(words))")
    }
    guard let reply = unsafe reply else { return nil }
    defer { unsafe freeReplyObject(reply) }
    return unsafe RedisReply(reply.assumingMemoryBound(to: redisReply.self).pointee)
  }
}

extension RedisReply {
  fileprivate init(_ reply: redisReply) {
    let bytes = unsafe UnsafeRawBufferPointer(start: reply.str, count: reply.str == nil ? 0 : Int(reply.len))
    switch unsafe reply.type {
    case REDIS_REPLY_INTEGER: self = .integer(unsafe reply.integer)
    case REDIS_REPLY_STRING: self = .bytes(unsafe Array(bytes))
    case REDIS_REPLY_STATUS: self = .status(unsafe String(decoding: bytes, as: UTF8.self))
    case REDIS_REPLY_ERROR: self = .error(unsafe String(decoding: bytes, as: UTF8.self))
    case REDIS_REPLY_ARRAY:
      let elements = unsafe UnsafeBufferPointer(start: reply.element, count: Int(reply.elements))
      self = .array(unsafe elements.map { unsafe $0.map { unsafe RedisReply($0.pointee) } ?? .null })
    default: self = .null
    }
  }
}

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
