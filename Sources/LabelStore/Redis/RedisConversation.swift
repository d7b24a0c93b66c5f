/// Which reply belongs to which command: Redis answers in the order in which it was asked.
struct RedisConversation<Asker> {
  /// A command without its reply: when it was asked, in nanoseconds, the bytes of the connection before it, what it counts
  /// against the limit, and how many replies are missing.
  private typealias Question = (asker: Asker, time: UInt64, start: UInt64, cost: Int, replies: Int)

  enum Match {
    case answer(Asker, RedisReply)
    /// One of several that a command gets.
    case part
    /// A message of a subscription.
    case push([RedisReply])
    /// Nobody has asked.
    case unexpected
  }

  private var questions: [Question?] = []
  private var first = 0
  private var subscriptions: Int64 = 0
  /// All bytes of the connection so far.
  private var end: UInt64 = 0
  /// The bytes of commands without a reply, with what is kept for each.
  private(set) var cost = 0
}

extension RedisConversation {
  var isEmpty: Bool { first == questions.count }

  /// When the command was asked whose reply is next.
  var oldest: UInt64? { isEmpty ? nil : questions[first]?.time }

  static func cost(of command: RedisCommand) -> Int { command.bytes.count + 256 }

  /// Takes note of a command that is behind all others.
  mutating func ask(_ command: RedisCommand, at time: UInt64, _ asker: Asker) {
    let cost = Self.cost(of: command)
    questions.append((asker, time, end, cost, command.replies))
    end += UInt64(command.bytes.count)
    self.cost += cost
  }

  mutating func match(_ reply: RedisReply) -> Match {
    if subscriptions > 0, let push = Self.push(reply) { return .push(push) }
    guard !isEmpty, var question = questions[first] else { return .unexpected }
    if let count = Self.subscriptions(reply) { subscriptions = count }
    question.replies -= 1
    if case .error = reply { question.replies = 0 }
    guard question.replies == 0 else {
      questions[first] = question
      return .part
    }
    removeFirst()
    return .answer(question.asker, reply)
  }

  /// Ends the connection, of which `sent` bytes have left.
  ///
  /// Returns who has no reply, in order, and whether Redis may have got a part of the command.
  mutating func end(sent: UInt64) -> [(asker: Asker, mayHaveBeenDone: Bool)] {
    defer { self = RedisConversation() }
    return questions[first...].compactMap { question in question.map { ($0.asker, $0.start < sent) } }
  }

  private mutating func removeFirst() {
    cost -= questions[first]?.cost ?? 0
    questions[first] = nil
    first += 1
    // Half of the array at a time, so that a command costs the same however many wait.
    guard first * 2 > questions.count else { return }
    questions.removeFirst(first)
    first = 0
  }

  private static func push(_ reply: RedisReply) -> [RedisReply]? {
    guard case .array(let parts) = reply, case .bytes(let kind)? = parts.first else { return nil }
    let isMessage = kind == Array("message".utf8) && parts.count == 3
    return isMessage || kind == Array("pmessage".utf8) && parts.count == 4 ? parts : nil
  }

  /// How many subscriptions there are, where a reply says so.
  private static func subscriptions(_ reply: RedisReply) -> Int64? {
    guard case .array(let parts) = reply, parts.count == 3, case .bytes(let kind) = parts[0],
      case .integer(let count) = parts[2]
    else { return nil }
    return String(decoding: kind, as: UTF8.self).hasSuffix("subscribe") ? count : nil
  }
}
