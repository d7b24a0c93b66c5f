import Dispatch
import RawClient
import Synchronization
import Testing

@testable import LabelStore

/// What a link does when the connection goes, or does not come.
struct RedisLinkFailureTests {
  @Test func `a connection that Redis cuts is made again`() async throws {
    let server = try RedisServer()
    let (test, other) = (TestLink(try server.address), TestLink(try server.address))
    #expect(test.comesUp() && other.comesUp())
    let id = try await test.ask("CLIENT", "ID")
    guard case .integer(let id) = id else { throw Client.Failure.closed("\(id)") }
    try await other.ask("CLIENT", "KILL", "ID", "\(id)")
    // Whichever the kernel tells first.
    let reasons = ["Redis has closed the connection", "the connection broke (Connection reset by peer)"]
    #expect(reasons.contains(test.down() ?? ""))
    #expect(test.comesUp(times: 2))
    #expect(try await test.ask("PING") == .status("PONG"))
    #expect(test.events.count == 3)
  }

  @Test(arguments: [true, false])
  func `a Redis that stands still is left, with commands waiting and without`(isAsked: Bool) async throws {
    let server = try RedisServer()
    let test = TestLink(try server.address, .patient(command: .seconds(2), idle: .milliseconds(100)))
    #expect(test.comesUp())
    try server.pause()
    if isAsked {
      await #expect(throws: RedisFailure(reason: "Redis has not answered for 2.0 seconds", mayHaveBeenDone: true)) {
        try await test.ask("GET", "a")
      }
    }
    #expect(test.down() == "Redis has not answered for 2.0 seconds")
    let failure = await #expect(throws: RedisFailure.self) { try await test.ask("GET", "a") }
    #expect(failure?.mayHaveBeenDone == false)
    server.resume()
    #expect(test.comesUp(times: 2))
  }

  @Test func `a silence is no fault while Redis answers`() async throws {
    let server = try RedisServer()
    let quiet = TestLink(try server.address, .patient(idle: .milliseconds(20)))
    #expect(quiet.comesUp())
    try await quiet.ask("SUBSCRIBE", "a")
    let isAsked = try await aside { try eventually { try server.commands("ping") >= 10 } }
    #expect(isAsked)
    #expect(quiet.events == [.up])
  }

  @Test func `a Redis that ends and comes back is found again`() async throws {
    let server = try RedisServer()
    let tests = [TestLink(try server.address), TestLink(try RedisAddress("redis://localhost:\(server.port)"))]
    #expect(tests.allSatisfy { $0.comesUp() })
    server.kill()
    for test in tests {
      #expect(test.down() == "Redis has closed the connection")
      let reason = try #require(test.down(times: 2))
      #expect(reason.hasPrefix("there is no connection to ") && reason.hasSuffix(" (Connection refused)"))
    }
    try server.restart()
    for test in tests {
      #expect(test.comesUp(times: 2))
      #expect(try await test.ask("PING") == .status("PONG"))
      // However often it has tried, and whatever a slow machine had against it.
      #expect(zip(test.reasons, test.reasons.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test func `what waits fails in order and once when the link is closed`() async throws {
    let server = try RedisServer()
    let test = TestLink(try server.address)
    #expect(test.comesUp())
    let failures = Mutex<[(Int, RedisFailure?)]>([])
    for index in 0..<3 {
      test.link.send(index == 0 ? ["BLPOP", "a", "0"].map { Array($0.utf8) } : [Array("PING".utf8)]) { result in
        if case .failure(let failure) = result { failures.withLock { $0.append((index, failure)) } }
      }
    }
    // Only what has left may have been done.
    #expect(try await aside { try eventually { try server.isBlocked(before: 2 * "*1\r\n$4\r\nPING\r\n".utf8.count) } })
    test.link.close()
    test.link.close()
    #expect(eventually { failures.withLock { $0.count } == 3 })
    #expect(failures.withLock { $0.map(\.0) } == [0, 1, 2])
    let closed = "the connection was closed"
    #expect(failures.withLock { $0.allSatisfy { $0.1 == RedisFailure(reason: closed, mayHaveBeenDone: true) } })
    await #expect(throws: RedisFailure(reason: closed, mayHaveBeenDone: false)) { try await test.ask("PING") }
    #expect(test.events == [.up])
  }

  @Test func `no more waits than may, and what had not left has not been done`() async throws {
    let server = try RedisServer()
    let test = TestLink(try server.address, .patient(command: .seconds(4)))
    #expect(test.comesUp())
    try server.pause()
    let results = Mutex<[RedisFailure]>([])
    let megabyte = [UInt8](repeating: 1, count: 1 << 20)
    for _ in 0..<20 {
      test.link.send([Array("SET".utf8), [1], megabyte]) { result in
        if case .failure(let failure) = result { results.withLock { $0.append(failure) } }
      }
    }
    #expect(eventually { results.withLock { $0.count } == 20 })
    let failures = results.withLock { $0 }
    #expect(failures.prefix(5) == Array(repeating: .busy, count: 5)[...])
    #expect(failures[5].mayHaveBeenDone)
    #expect(failures.last == RedisFailure(reason: "Redis has not answered for 4.0 seconds", mayHaveBeenDone: false))
    server.resume()
    #expect(test.comesUp(times: 2))
  }

  @Test(arguments: [
    ("redis://localhost:1", "there is no connection to localhost:1 (Connection refused)"),
    ("redis://nobody.invalid", "there is no connection to nobody.invalid:6379 (its name was not found)"),
    ("unix:/nowhere/redis", "there is no connection to /nowhere/redis (No such file or directory)"),
  ])
  func `nobody is there`(address: String, reason: String) async throws {
    let test = TestLink(try RedisAddress(address))
    #expect(test.down() == reason)
    await #expect(throws: RedisFailure(reason: reason, mayHaveBeenDone: false)) { try await test.ask("PING") }
    #expect(test.reasons == [reason])
  }
}
