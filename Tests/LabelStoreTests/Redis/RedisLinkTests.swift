import RawClient
import Synchronization
import Testing

@testable import LabelStore

/// What a link does at a real Redis.
struct RedisLinkTests {
  private let server: RedisServer

  init() throws { server = try RedisServer() }

  @Test func `commands are answered by path and by port`() async throws {
    for address in [try server.address, try RedisAddress("redis://localhost:\(server.port)/3")] {
      let test = TestLink(address)
      #expect(test.comesUp())
      #expect(try await test.ask("SET", "a", "1") == .status("OK"))
      #expect(try await test.ask("INCR", "a") == .integer(2))
      #expect(try await test.ask("GET", "a") == .text("2"))
      #expect(try await test.ask("GET", "b") == .null)
      #expect(try await test.ask("MGET", "a", "b") == .array([.text("2"), .null]))
      #expect(
        try await test.ask("EVAL", "return {1, {'x', {}}}", "0")
          == .array([.integer(1), .array([.text("x"), .array([])])]))
      #expect(try await test.ask("nonsense") == .error("ERR unknown command 'nonsense', with args beginning with: "))
      #expect(test.events == [.up])
    }
  }

  @Test func `any bytes go there and back, a megabyte and none`() async throws {
    let test = TestLink(try RedisAddress("redis://127.0.0.1:\(server.port)"))
    #expect(test.comesUp())
    let key: [UInt8] = [0, 13, 10, 255]
    for value in [[], Array(0...255), Array(repeating: 13, count: 1 << 20)] as [[UInt8]] {
      #expect(try await test.ask([Array("SET".utf8), key, value]) == .status("OK"))
      #expect(try await test.ask([Array("GET".utf8), key]) == .bytes(value))
    }
  }

  @Test func `a thousand commands at once are answered in order`() async throws {
    let test = TestLink(try server.address)
    #expect(test.comesUp())
    let replies = Mutex<[RedisReply?]>([])
    for _ in 0..<1000 {
      test.link.send([Array("INCR".utf8), [7]]) { result in replies.withLock { $0.append(try? result.get()) } }
    }
    #expect(eventually { replies.withLock { $0.count } == 1000 })
    #expect(replies.withLock { $0 } == (1...1000).map { .integer($0) })
  }

  @Test func `what is published comes to those who have subscribed`() async throws {
    let (publisher, subscriber) = (TestLink(try server.address), TestLink(try server.address))
    #expect(publisher.comesUp() && subscriber.comesUp())
    let last = RedisReply.array([.text("subscribe"), .text("b"), .integer(2)])
    #expect(try await subscriber.ask("subscribe", "a", "b") == last)
    try await subscriber.ask("PSUBSCRIBE", "x*")
    for channel in ["a", "c", "b", "xyz"] { try await publisher.ask("PUBLISH", channel, "to \(channel)") }
    #expect(eventually { subscriber.pushes.count == 3 })
    #expect(
      subscriber.pushes == [
        [.text("message"), .text("a"), .text("to a")], [.text("message"), .text("b"), .text("to b")],
        [.text("pmessage"), .text("x*"), .text("xyz"), .text("to xyz")],
      ])
    let end = RedisReply.array([.text("unsubscribe"), .text("b"), .integer(1)])
    #expect(try await subscriber.ask("UNSUBSCRIBE", "a", "b") == end)
    #expect(subscriber.events.count == 4)
  }
}
