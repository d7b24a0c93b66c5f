import RawClient
import Testing

@testable import LabelStore

/// Whom Redis lets in, and what else it may say first.
struct RedisLinkLoginTests {
  @Test func `a password, a user and a database`() async throws {
    let server = try RedisServer("--requirepass", "sec/ret", "--user", "me", "on", ">mine", "~*", "&*", "+@all")
    let path = server.folder.path("redis")
    let one = TestLink(try RedisAddress("redis://:sec%2Fret@127.0.0.1:\(server.port)/2"))
    #expect(one.comesUp())
    try await one.ask("SET", "a", "1")
    let two = TestLink(try RedisAddress("unix:\(path)?user=me&password=mine&db=2"))
    #expect(two.comesUp())
    #expect(try await two.ask("GET", "a") == .text("1"))
    #expect(try await two.ask("ACL", "WHOAMI") == .text("me"))
    let addresses = [
      ("unix:\(path)?password=wrong", "Redis rejects the password of the address"),
      ("unix:\(path)?password=mine&user=you", "Redis rejects the user and password of the address"),
      ("unix:\(path)", "Redis requires a password, and the address has none"),
      ("unix:\(path)?password=sec/ret&db=16", "Redis has no database 16 (see `databases` in its configuration)"),
    ]
    for (address, reason) in addresses { #expect(TestLink(try RedisAddress(address)).down() == reason) }
  }

  @Test func `a password for a Redis that has none`() async throws {
    let server = try RedisServer()
    let test = TestLink(try RedisAddress("redis://:secret@localhost:\(server.port)"))
    #expect(test.down() == "Redis has no password, but the address has one")
  }

  @Test func `a replica is left when it refuses a change, which may be the primary's name by then`() async throws {
    let server = try RedisServer("--replicaof", "127.0.0.1 1")
    let test = TestLink(try server.address)
    #expect(test.comesUp())
    #expect(try await test.ask("GET", "a") == .null)
    #expect(try await test.ask("SET", "a", "1") == .error("READONLY You can't write against a read only replica."))
    #expect(test.down() == "this Redis is a replica, which takes no changes")
    #expect(test.comesUp(times: 2))
    let reply = try await test.ask("EVAL", "return redis.call('SET', 'a', '1')", "0")
    guard case .error(let words) = reply else { throw Client.Failure.closed("\(reply)") }
    #expect(words.contains("READONLY"))
    #expect(test.down(times: 2) == "this Redis is a replica, which takes no changes")
  }

  @Test func `as many clients as there may be`() async throws {
    let server = try RedisServer("--maxclients", "1")
    let one = TestLink(try server.address)
    #expect(one.comesUp())
    let two = TestLink(try server.address)
    #expect(two.down() == "Redis has reached its limit of clients (see `maxclients`)")
    one.link.close()
    #expect(two.comesUp())
  }

  @Test(arguments: [
    ("-LOADING Redis is loading the dataset in memory\r\n", "Redis is still loading its data"),
    (
      "HTTP/1.1 400 Bad Request\r\n\r\n",
      "its reply is not in the protocol of Redis (Protocol error, got \"H\" as reply type byte)"
    ),
    ("+PONG\r\n+OK\r\n", "Redis sent a reply to no command"),
  ])
  func `what a server says may end the connection, and the next is better`(text: String, reason: String) throws {
    let server = try FakeRedis(text, text, "+PONG\r\n")
    let test = TestLink(try server.address)
    #expect(test.down() == reason)
    #expect(eventually { test.events.last == .up })
  }

  @Test func `a reply without end is not waited for`() throws {
    let server = try FakeRedis("$70000000\r\n\(String(repeating: "x", count: 66 << 20))", "+PONG\r\n")
    let test = TestLink(try server.address)
    #expect(test.down() == "a reply is longer than 64 MiB")
    #expect(test.comesUp())
  }

  @Test func `a server that says nothing is left`() throws {
    let server = try FakeRedis()
    let test = TestLink(try server.address, RedisLimits(connecting: .seconds(2)))
    let reason = try #require(test.down())
    #expect(reason.hasSuffix("/fake takes the connection but says nothing"))
  }
}
