import Dispatch
import System

/// One connection's socket with what goes out and comes in; it says when it can go on, and never waits.
final class RedisConnection {
  enum Reading: Equatable {
    /// All that has come is read.
    case done
    /// There may be more, after others had their turn.
    case more
    /// Nothing comes any more: the end of a sentence.
    case ended(reason: String)
  }

  let socket: ClientSocket
  private let queue: DispatchQueue
  private let wake: @Sendable () -> Void
  private let reader: RedisReplyReader
  private let reading: any DispatchSourceRead
  /// Watches while there is something that the socket has no room for.
  private var writing: (any DispatchSourceWrite)?
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// What is being sent; it stays as it is until all of it has gone, since TLS wants the same bytes again.
  private var current: [UInt8] = []
  private var offset = 0
  private var next: [UInt8] = []
  private(set) var sent: UInt64 = 0

  /// Begins to connect; `nil` where no socket could be opened.
  ///
  /// `wake` is called on the queue when it is worth going on.
  init?(to address: SocketAddress, queue: DispatchQueue, _ wake: @escaping @Sendable () -> Void) {
    guard let socket = try? ClientSocket(to: address), let reader = RedisReplyReader() else { return nil }
    (self.socket, self.reader) = (socket, reader)
    (self.queue, self.wake) = (queue, wake)
    reading = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    reading.setEventHandler(handler: wake)
    // The descriptor is closed when no source watches it any more.
    reading.setCancelHandler { withExtendedLifetime(socket) {} }
    reading.activate()
  }

  deinit {
    Socket.cut(socket.descriptor)
    reading.cancel()
    writing?.cancel()
  }
}

extension RedisConnection {
  /// Has `wake` called once the socket has room, or has it no longer called.
  func awaitRoom(_ isAwaited: Bool) {
    guard isAwaited != (writing != nil) else { return }
    guard isAwaited else {
      writing?.cancel()
      return writing = nil
    }
    let source = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
    source.setEventHandler(handler: wake)
    source.setCancelHandler { [socket] in withExtendedLifetime(socket) {} }
    source.activate()
    writing = source
  }

  /// Has bytes go out behind all others; ``flush()`` sends them.
  func append(_ bytes: [UInt8]) { next += bytes }

  /// Sends as much as the socket takes; returns why nothing can be sent any more.
  func flush() -> String? {
    while true {
      if offset == current.count {
        (current, offset) = (next, 0)
        next = []
        guard !current.isEmpty else { break }
      }
      switch socket.send(current.span.extracting(offset...)) {
      case .moved(let count):
        offset += count
        sent += UInt64(count)
      case .wait(let direction):
        awaitRoom(direction == .writing)
        return nil
      case .failed(let reason): return "the connection broke (\(reason))"
      }
    }
    awaitRoom(false)
    return nil
  }

  /// Reads what has come, up to a megabyte.
  func read(_ body: (RedisReply) -> Void) -> Reading {
    for _ in 0..<16 {
      switch socket.receive(into: &buffer) {
      case .moved(0): return .ended(reason: "Redis has closed the connection")
      case .moved(let count):
        do throws(RedisProtocolError) {
          try reader.read(buffer[..<count], body)
        } catch {
          return .ended(reason: error.reason)
        }
      case .wait: return .done
      case .failed(let reason): return .ended(reason: "the connection broke (\(reason))")
      }
    }
    return .more
  }
}

/// What a new connection begins with, and what it means where Redis refuses that.
struct RedisLogin {
  /// Who is there, which database, and whether Redis is ready.
  enum Step: Sendable, Equatable, CaseIterable {
    case password, database, greeting
  }

  let address: RedisAddress
}

extension RedisLogin {
  /// The commands in their order, which are sent together.
  var commands: [(step: Step, command: RedisCommand)] {
    Step.allCases.compactMap { step in command(step).map { (step, $0) } }
  }

  private func command(_ step: Step) -> RedisCommand? {
    switch step {
    case .password:
      guard let password = address.password else { return nil }
      return address.user.map { RedisCommand("AUTH", $0, password) } ?? RedisCommand("AUTH", password)
    case .database: return address.database == 0 ? nil : RedisCommand("SELECT", "\(address.database)")
    case .greeting: return RedisCommand("PING")
    }
  }

  /// Why a reply is no consent: the end of a sentence; `nil` where it is.
  func refusal(of step: Step, _ reply: RedisReply) -> String? {
    guard case .error(let text) = reply else { return nil }
    if let reason = Self.refusal(text) { return reason }
    switch step {
    case .password: return passwordRefusal(text)
    case .database: return databaseRefusal(text)
    // Who may not ask whether Redis is there knows that by the refusal.
    case .greeting: return text.hasPrefix("NOPERM") ? nil : "Redis refuses the connection (\(text))"
    }
  }

  /// What has nothing to do with the step.
  private static func refusal(_ text: String) -> String? {
    switch text.prefix(while: { $0 != " " }) {
    case "LOADING": "Redis is still loading its data"
    case "MASTERDOWN": "this Redis is a replica that has lost its primary"
    case "DENIED":
      "Redis is in protected mode and takes only clients of its own machine (give it a password, or set `protected-mode`)"
    case "NOAUTH": "Redis requires a password, and the address has none"
    case "ERR" where text.contains("max number of clients"): "Redis has reached its limit of clients (see `maxclients`)"
    default: nil
    }
  }

  /// Redis may repeat what it does not understand, so that none of its words are told but the first.
  private func passwordRefusal(_ text: String) -> String {
    if text.contains("no password is set") || text.contains("without any password configured") {
      return "Redis has no password, but the address has one"
    }
    if text.contains("wrong number of arguments") {
      return "this Redis knows no users, being older than version 6; the address must have a password alone"
    }
    let code = text.prefix { $0 != " " }
    if code == "WRONGPASS" || text.contains("invalid password") {
      return "Redis rejects the \(address.user == nil ? "password" : "user and password") of the address"
    }
    return "Redis refuses AUTH (\(code.utf8.count <= 20 ? code : "ERR"))"
  }

  private func databaseRefusal(_ text: String) -> String {
    if text.contains("out of range") || text.contains("invalid DB index") {
      return "Redis has no database \(address.database) (see `databases` in its configuration)"
    }
    if text.contains("cluster") { return "a Redis Cluster has database 0 alone, and the address names another" }
    return "Redis refuses database \(address.database) (\(text))"
  }
}
