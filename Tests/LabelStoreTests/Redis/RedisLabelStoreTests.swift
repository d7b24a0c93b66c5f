import Dispatch
import Foundation
import LabelStore
import RawClient
import Synchronization
import Testing

/// What stores of many nodes keep to that have one Redis; what every store keeps to is in ``LabelStoreTests``.
struct RedisLabelStoreTests {
  private func versions(_ heard: Heard) -> [Int] {
    heard.events.compactMap { event in
      switch event {
      case .changed(let label): label.version
      case .deleted(_, let version, _): -version
      case .uncertain: nil
      }
    }
  }

  @Test func `each node is told what the others change`() async throws {
    let server = try RedisServer()
    let (one, other) = (try server.node(), try server.node())
    let heard = Heard(other)
    let before = one.now
    let label = try #require(try await one.set("a", "é\n{}"))
    #expect(label.start >= before && label.start <= one.now + 60_000)
    #expect(eventually { heard.changes.last == .changed(label) })
    #expect(try await other.read("a") == label)
    try await one.delete("a")
    #expect(eventually { heard.changes.last == .deleted(name: "a", version: 1, isExpired: false) })
    #expect(try await other.set("a")?.version == 2)
    #expect(try await other.set("b")?.version == 2)
    #expect(try await one.list().map(\.name) == ["a", "b"] && other.count == 2)
  }

  @Test func `additions on three nodes all count, and keys are known to all`() async throws {
    let server = try RedisServer()
    let nodes = [try server.node(), try server.node(), try server.node()]
    let heard = nodes.map { Heard($0) }
    try await withThrowingTaskGroup { group in
      for writer in 0..<30 {
        group.addTask { for _ in 0..<20 { try await nodes[writer % 3].add(to: "sum") } }
      }
      for writer in 0..<30 { group.addTask { try await nodes[writer % 3].add(to: "keyed", key: "k\(writer / 3)") } }
      try await group.waitForAll()
    }
    #expect(try await nodes[1].read("sum")?.number == 600)
    #expect(try await nodes[2].read("keyed")?.number == 10)
    for heard in heard {
      #expect(eventually { self.versions(heard).contains(600) })
      let sums = heard.events.compactMap { event in
        if case .changed(let label) = event, label.name == "sum" { label.version } else { nil }
      }
      #expect(sums == sums.sorted() && Set(sums).count == sums.count)
    }
  }

  @Test func `a label ends by itself, once for each node`() async throws {
    let server = try RedisServer()
    let (one, other) = (try server.node(), try server.node())
    let heard = [Heard(one), Heard(other)]
    try await one.set("a", expiry: one.wallTime + 1_500_000)
    try await one.set("b")
    #expect(eventually { heard.allSatisfy { self.versions($0).contains(-1) } })
    #expect(try await other.read("a") == nil)
    #expect(heard.allSatisfy { heard in self.versions(heard).filter { $0 == -1 }.count == 1 })
    #expect(try await one.set("a")?.version == 2)
    #expect(try await one.list().map(\.name) == ["a", "b"])
  }

  @Test func `while Redis is away changes are refused at once, and later all goes on`() async throws {
    let server = try RedisServer("--appendonly", "yes", "--appendfsync", "always")
    let (one, other) = (try server.node(), try server.node())
    try await one.set("a", "x")
    let heard = Heard(other)
    server.kill()
    #expect(eventually { one.remoteStatus?.isReachable == false && other.remoteStatus?.isReachable == false })
    await #expect(throws: LabelStoreError.self) { try await one.set("a", "y") }
    #expect(one.remoteStatus?.wasReached == true)
    try server.restart()
    #expect(eventually { one.remoteStatus?.isReachable == true && other.remoteStatus?.isReachable == true })
    #expect(eventually { heard.events.contains(.uncertain(isOtherStore: false)) })
    #expect(try await other.read("a")?.text == "x")
    #expect(eventually { !heard.events.contains(.uncertain(isOtherStore: true)) })
    let next = try #require(try await one.set("a", "z"))
    #expect(next.version == 2)
    #expect(eventually { heard.events.contains(.changed(next)) })
    #expect(one.remoteStatus?.reconnections == 1)
  }

  @Test func `a Redis that stands still counts as lost until it goes on`() async throws {
    let server = try RedisServer()
    let store = try server.node(command: .seconds(2))
    try server.pause()
    await #expect(throws: LabelStoreError.self) { try await store.set("a", "y") }
    #expect(eventually { store.remoteStatus?.isReachable == false })
    server.resume()
    #expect(eventually { store.remoteStatus?.isReachable == true })
    try await store.add(to: "b")
    #expect(try await store.read("b")?.number == 1)
  }

  @Test func `a Redis that was emptied is another one, above whose versions new ones go on`() async throws {
    let server = try RedisServer()
    let (one, other) = (try server.node(), try server.node())
    for _ in 0..<5 { try await one.set("a") }
    let heard = Heard(other)
    try server.run("FLUSHALL")
    #expect(eventually { heard.events.contains(.uncertain(isOtherStore: true)) })
    #expect(try await other.read("a") == nil)
    let next = try #require(try await one.set("a"))
    #expect(next.version > 5)
    #expect(eventually { heard.events.contains(.changed(next)) })
    #expect(heard.events.filter { $0 == .uncertain(isOtherStore: true) }.count == 1)
  }

  @Test func `the list of public names heals after nodes that do not know it`() async throws {
    let server = try RedisServer()
    let store = try server.node()
    let hidden = String(decoding: StoredLabel.privateMark, as: UTF8.self) + "}"
    for name in ["a", "b", "c"] { try await store.set(name, "{}") }
    try await store.set("d", hidden, isPrivate: true)
    func names() async throws -> [String] { try await store.list(LabelQuery(limit: 9, opening: [])).map(\.name) }
    // As an earlier version left it.
    try server.run("DEL", "kinetype:public")
    try server.run("HDEL", "kinetype:store", "indexed", "looked")
    #expect(try await names() == ["a", "b", "c"])
    // As a node of one changes labels.
    try server.run("HSET", "kinetype:{a}", "version", "2", "state", hidden)
    #expect(try await names() == ["b", "c"])
    try server.run("DEL", "kinetype:{c}")
    try server.run("ZREM", "kinetype:names", "c")
    #expect(try await names() == ["b"])
    try server.run("HSET", "kinetype:{d}", "version", "5", "state", "{}")
    var found: [String] = []
    for _ in 0..<300 where found != ["b", "d"] {
      try await Task.sleep(for: .milliseconds(100))
      found = try await names()
    }
    #expect(found == ["b", "d"])
  }

  @Test func `a label that a node of version 0.2.0 has made private is in no list`() async throws {
    let server = try RedisServer()
    let (store, other) = (try server.node(), try server.node())
    try await store.set("a", "{}")
    try await store.set("b", "{}")
    let epoch = try server.answer(["HGET", "kinetype:store", "epoch"])
    let keys = ["kinetype:store", "kinetype:names", "kinetype:expiries"]
    func change(_ version: Int, _ state: String) throws {
      let common = ["none", "0", "old", "kinetype:0:", epoch, "\(version - 1)", "put", "a", "\(version)"]
      let rest = ["\(store.now.microseconds)", "", state, "100", "100", "86400000", "1"]
      let answer = try server.answer(["EVAL", scriptOfEarlierVersion, "3"] + keys + common + rest)
      #expect(answer.hasPrefix("done\n"), "\(answer)")
    }
    func names() async throws -> [String] { try await store.list(LabelQuery(limit: 9, opening: [])).map(\.name) }
    let heard = Heard(other)
    try change(2, String(decoding: StoredLabel.privateMark, as: UTF8.self) + "}")
    #expect(try server.answer(["HGET", "kinetype:{a}", "private"]) == "1 0", "which is left of version 1")
    #expect(try await names() == ["b"])
    #expect(try await store.read("a")?.isPrivate == true)
    #expect(eventually { if case .changed(let label)? = heard.changes.last { label.isPrivate } else { false } })
    // And the way back; then by this node again.
    try change(3, "{}")
    #expect(try await store.read("a")?.isPrivate == false)
    try await store.set("a", String(decoding: StoredLabel.privateMark, as: UTF8.self) + "}", isPrivate: true)
    #expect(try server.answer(["HGET", "kinetype:{a}", "private"]) == "4 1")
    #expect(try await names() == ["b"])
    #expect(try await store.list().map(\.name) == ["a", "b"])
  }

  @Test func `a Redis that is full refuses changes, says so once, and takes them again by itself`() async throws {
    let server = try RedisServer()
    let reports = Mutex<[String]>([])
    let store = RedisLabelStore(
      try server.address, redisLimits: .patient(idle: .milliseconds(200), reconnecting: .milliseconds(100))
    ) { isWritable, reason in reports.withLock { $0.append(isWritable ? "up" : reason) } }
    #expect(eventually { store.remoteStatus?.isReachable == true })
    try await store.set("a", "x")
    #expect(store.trouble == nil)
    try server.run("CONFIG", "SET", "maxmemory", "1")
    for _ in 0..<3 { await #expect(throws: LabelStoreError.self) { try await store.set("a", "y") } }
    #expect(store.trouble?.reason.hasPrefix("Redis answers: OOM") == true && store.trouble?.isLasting == false)
    #expect(try await store.read("a")?.text == "x")
    try server.run("CONFIG", "SET", "maxmemory", "0")
    #expect(eventually { store.trouble == nil })
    #expect(try await store.set("a", "z")?.version == 2)
    let told = reports.withLock { $0 }
    #expect(told.count == 3 && told[0] == "up" && told[1].contains("OOM") && told[2] == "up", "\(told)")
    store.close()
  }

  @Test func `why a Redis is away is told once each time, though two connections have gone`() async throws {
    let server = try RedisServer()
    let reports = Mutex<[String]>([])
    let store = RedisLabelStore(try server.address, redisLimits: .patient(reconnecting: .milliseconds(100))) {
      isWritable, reason in reports.withLock { $0.append(isWritable ? "up" : reason) }
    }
    for _ in 0..<2 {
      #expect(eventually { store.remoteStatus?.isReachable == true })
      server.kill()
      #expect(eventually { store.remoteStatus?.isReachable == false })
      try server.restart()
    }
    #expect(eventually { store.remoteStatus?.reconnections == 2 })
    let told = reports.withLock { $0 }.split(separator: "up")
    #expect(told.count == 2 && told.allSatisfy { Set($0).count == $0.count }, "\(told)")
    store.close()
  }

  @Test(arguments: [259_200, -259_200])
  func `where Redis is wrong about the time for a moment, changes start by what was measured`(seconds: Int) async throws
  {
    let server = try RedisServer(shifting: true)
    let (store, other) = (try server.node(), try server.node())
    let expiring = store.wallTime + 3_600_000_000
    try await store.set("a", "x", expiry: expiring)
    try await store.set("b", "x")
    try server.shift(seconds)
    let during = try #require(try await store.set("b", "y", expiry: expiring))
    #expect(abs(during.start - store.now) < 5_000_000)
    #expect(try await store.read("a") != nil)
    #expect(try await other.list().map(\.name) == ["a", "b"])
    try await Task.sleep(for: .milliseconds(1500))
    #expect(abs(store.now - during.start) < 10_000_000)
    try server.shift(0)
    let after = try #require(try await other.set("b", "z"))
    #expect(abs(after.start - other.now) < 5_000_000 && after.version == 3)
    #expect(try await other.list().map(\.name) == ["a", "b"])
  }

  @Test(arguments: [259_200, -259_200])
  func `where Redis is wrong about the time for a moment, no key is forgotten`(seconds: Int) async throws {
    let server = try RedisServer(shifting: true)
    let (store, other) = (try server.node(), try server.node())
    try await store.add(to: "a", key: "before")
    try server.shift(seconds)
    try await store.add(to: "a", key: "during")
    #expect(try await other.add(to: "a", key: "before").isRepeated)
    // Redis looks ten times a second for what it is to drop, and a node each second for what is over.
    try await Task.sleep(for: .milliseconds(1500))
    try server.shift(0)
    for key in ["before", "during"] { #expect(try await other.add(to: "a", key: key).isRepeated) }
    #expect(try await store.read("a")?.number == 2)
  }

  @Test func `a key is over by the time that nodes have measured, and then it goes`() async throws {
    let server = try RedisServer()
    let store = try server.node()
    for key in ["first", "second"] { try await store.add(to: "a", key: key) }
    let rest = try #require(Int(try server.answer(["PTTL", "kinetype:answer:first"])))
    #expect(rest > 32 * 86_400_000 - 60_000)
    // As if it was a day ago.
    try server.run("ZADD", "kinetype:answers", "\(store.now.microseconds)", "kinetype:answer:first")
    #expect(eventually { (try? server.answer(["ZCARD", "kinetype:answers"])) == "1" })
    #expect(try server.answer(["EXISTS", "kinetype:answer:first"]) == "0")
    #expect(try await !store.add(to: "a", key: "first").isRepeated)
    #expect(try await store.add(to: "a", key: "second").isRepeated)
  }

  @Test func `a change that lies in the future of a wrong clock is followed by the next`() async throws {
    let server = try RedisServer()
    let store = try server.node()
    try await store.set("a", "x")
    // As a node of version 0.2.0 has kept it, whose Redis had a wrong clock.
    try server.run("HSET", "kinetype:{a}", "version", "2", "start", "\(store.now.microseconds + 259_200_000_000)")
    let next = try #require(try await store.set("a", "y"))
    #expect(next.version == 3 && abs(next.start - store.now) < 5_000_000)
  }

  @Test func `scripts that Redis has forgotten are sent again`() async throws {
    let server = try RedisServer()
    let store = try server.node()
    try await store.set("a")
    try server.run("SCRIPT", "FLUSH")
    #expect(try await store.set("a")?.version == 2)
    #expect(try await store.read("a")?.version == 2)
  }

  @Test func `what a node of an earlier version has kept of a request counts`() async throws {
    let server = try RedisServer()
    let store = try server.node()
    try await store.add(to: "a")
    try server.run("SET", "kinetype:answer:made", "41\n{\"id\":\"a\",\"version\":41}\n")
    try server.run("SET", "kinetype:answer:final", #"{"type":"no-single-number","detail":"Nothing","errors":[]}"#)
    try server.run("SET", "kinetype:answer:later", #"{"type":"not-found","detail":"There is none","errors":[]}"#)
    try server.run("SET", "kinetype:answer:odd", "what nobody keeps")
    #expect(try await store.add(to: "a", key: "made", asking: "any").repeatedVersion == 41)
    for key in ["final", "odd"] {
      let outcome = try await store.add(to: "a", key: key)
      #expect(outcome.isRepeated && outcome.repeatedVersion == nil)
    }
    #expect(try await store.add(to: "a", key: "later").label?.number == 2)
    #expect(try await store.add(to: "a", key: "later").repeatedVersion == 2)
  }

  private static let broken = [
    ["HSET", "kinetype:{a}", "version", "9223372036854775807"], ["HSET", "kinetype:{a}", "version", "-1"],
    ["HSET", "kinetype:{a}", "version", "x"], ["HSET", "kinetype:{a}", "start", "9223372036854775807"],
    ["HSET", "kinetype:{a}", "start", "-9223372036854775808"], ["HDEL", "kinetype:{a}", "state"],
    ["SET", "kinetype:{a}", "a text"],
  ]

  @Test(arguments: broken)
  func `a label with what no node writes harms no other, and can be deleted`(command: [String]) async throws {
    let server = try RedisServer()
    let store = try server.node()
    for name in ["a", "b"] { try await store.add(to: name) }
    try server.run(command)
    let label = try await store.read("a")
    #expect(label?.version == 0 && label?.state == [])
    await #expect(throws: LabelStoreError.self) { try await store.add(to: "a") }
    #expect(try await store.list().map(\.name) == ["a", "b"])
    #expect(try await store.add(to: "b").label?.number == 2)
    let heard = Heard(store)
    #expect(try await store.delete("a").label == nil)
    // It is none any more for those who have seen it, either.
    #expect(heard.changes.contains { if case .deleted("a", _, false) = $0 { true } else { false } })
    let again = try #require(try await store.add(to: "a").label)
    #expect(again.number == 1 && again.version > 1)
    #expect(eventually { heard.changes.last == .changed(again) })
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "x"])
  func `where the version of those that are gone cannot be, others still change`(number: String) async throws {
    let server = try RedisServer()
    let store = try server.node()
    try await store.add(to: "a")
    try server.run(["HSET", "kinetype:store", "removed", number])
    await #expect(throws: LabelStoreError.self) { try await store.add(to: "b") }
    #expect(try await store.add(to: "a").label?.number == 2)
    #expect(try await store.list().map(\.name) == ["a"])
  }

  @Test(arguments: ["inf", "-inf", "1e300"])
  func `a label that ends at no time harms nothing`(time: String) async throws {
    let server = try RedisServer()
    let store = try server.node()
    try await store.add(to: "a")
    try server.run(["ZADD", "kinetype:expiries", time, "a"])
    try await store.set("b", expiry: store.wallTime + 1_500_000)
    #expect(eventually { store.count == 1 })
    #expect(try await store.read("a")?.number == 1)
  }

  @Test func `no more labels than there may be, and what changes none is still decided`() async throws {
    let server = try RedisServer()
    let store = try server.node(limits: LabelStoreLimits(labels: 2))
    try await store.set("a")
    try await store.set("b")
    await #expect(throws: LabelStoreError.tooMany(limit: 2)) { try await store.add(to: "c", key: "k") }
    #expect(try await store.update("c", key: "none") { _, _ in .refuse(Unchanged()) }.isRefused)
    try await store.delete("a")
    #expect(try await store.add(to: "c", key: "k").isRepeated == false)
  }
}
