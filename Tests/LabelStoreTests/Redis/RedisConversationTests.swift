import Testing

@testable import LabelStore

struct RedisConversationTests {
  private var conversation = RedisConversation<String>()

  private mutating func ask(_ name: String, _ arguments: String..., at time: UInt64 = 0) {
    let command = RedisCommand([Array(name.utf8)] + arguments.map { Array($0.utf8) })
    conversation.ask(command, at: time, name)
  }

  /// What a reply is, in a word.
  private mutating func match(_ reply: RedisReply) -> String {
    switch conversation.match(reply) {
    case .answer(let asker, let answer): answer == reply ? asker : "another reply"
    case .part: "part"
    case .push(let parts): .array(parts) == reply ? "push" : "another message"
    case .unexpected: "unexpected"
    }
  }

  private func subscription(_ kind: String, _ count: Int64) -> RedisReply {
    .array([.text(kind), .text("channel"), .integer(count)])
  }

  private let message = RedisReply.array([.text("message"), .text("channel"), .text("text")])

  @Test mutating func `replies belong to commands in their order`() {
    ask("GET", at: 5)
    ask("SET", at: 7)
    #expect(conversation.oldest == 5 && !conversation.isEmpty)
    #expect(match(.null) == "GET")
    #expect(conversation.oldest == 7)
    #expect(match(.error("ERR")) == "SET")
    #expect(conversation.isEmpty && conversation.oldest == nil)
    #expect(match(.status("OK")) == "unexpected")
    for index in 0..<100 {
      ask("a\(index)")
      ask("b\(index)")
      #expect(match(.null) == (index % 2 == 0 ? "a\(index / 2)" : "b\(index / 2)"))
    }
  }

  @Test mutating func `a subscription is complete when each channel is`() {
    ask("SUBSCRIBE", "a", "b", "c")
    ask("PING")
    #expect(match(subscription("subscribe", 1)) == "part")
    #expect(match(message) == "push")
    #expect(match(subscription("subscribe", 2)) == "part")
    #expect(match(subscription("subscribe", 3)) == "SUBSCRIBE")
    #expect(match(.array([.text("pong"), .text("")])) == "PING")
    ask("punsubscribe", "x")
    #expect(match(.array([.text("pmessage"), .text("x*"), .text("x"), .text("text")])) == "push")
    #expect(match(subscription("punsubscribe", 3)) == "punsubscribe")
  }

  @Test mutating func `an error completes a subscription at once`() {
    ask("SUBSCRIBE", "a", "b")
    ask("GET")
    #expect(match(.error("NOPERM")) == "SUBSCRIBE")
    #expect(match(message) == "GET")
  }

  @Test mutating func `what looks like a message is a reply to who has not subscribed, or no longer`() {
    ask("LRANGE")
    #expect(match(message) == "LRANGE")
    ask("SUBSCRIBE", "channel")
    #expect(match(subscription("subscribe", 1)) == "SUBSCRIBE")
    #expect(match(message) == "push")
    ask("UNSUBSCRIBE", "channel")
    #expect(match(message) == "push")
    #expect(match(subscription("unsubscribe", 0)) == "UNSUBSCRIBE")
    ask("LRANGE")
    #expect(match(message) == "LRANGE")
  }

  @Test mutating func `at the end all are told in order whether they had left`() {
    let length = UInt64(RedisCommand("A").bytes.count)
    for name in ["A", "B", "C", "D"] { ask(name) }
    #expect(match(.null) == "A")
    let left = conversation.end(sent: 2 * length + 1)
    #expect(left.map(\.asker) == ["B", "C", "D"])
    #expect(left.map(\.mayHaveBeenDone) == [true, true, false])
    #expect(conversation.isEmpty && conversation.cost == 0)
    ask("E")
    #expect(conversation.end(sent: 0).map(\.mayHaveBeenDone) == [false])
  }

  @Test mutating func `a command costs its bytes and more until it is answered`() {
    ask("A")
    ask("B", String(repeating: "x", count: 1000))
    let both = conversation.cost
    #expect(both > 1000 + 512)
    #expect(match(.null) == "A")
    #expect(conversation.cost == both - RedisConversation<String>.cost(of: RedisCommand("A")))
    #expect(match(.null) == "B")
    #expect(conversation.cost == 0)
  }
}
