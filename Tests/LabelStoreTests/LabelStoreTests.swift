import LabelStore
import RawClient
import Synchronization
import Testing

/// What every store keeps to.
@Suite struct LabelStoreTests {
  @Test(arguments: StoreKind.local)
  func `a label counts its changes, and a new one goes on above those that are deleted`(kind: StoreKind) async throws {
    let time = InventedTime()
    let store = try kind.make(clock: time.clock)
    #expect(try await store.read("a") == nil)
    let first = try await store.set("a", "one", expiry: 9_000_000)
    #expect(
      first
        == StoredLabel(
          name: "a", version: 1, start: 1_000_000, expiry: 9_000_000, isPrivate: false, state: Array("one".utf8)))
    #expect(try await store.read("a") == first)
    time.now = 1_500_000
    let second = try await store.set("a", "")
    #expect(second == StoredLabel(name: "a", version: 2, start: 1_500_000, isPrivate: false, state: []))
    #expect(try await store.read("a") == second)
    #expect(try await store.delete("a").label == nil)
    #expect(try await store.read("a") == nil)
    #expect(try await store.set("a", "three")?.version == 3)
    #expect(try await store.set("b", "new")?.version == 3)
    #expect(store.count == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `nothing changes where that is decided, and nothing is told`(kind: StoreKind) async throws {
    let store = try kind.make()
    let heard = Heard(store)
    let kept = try await store.update("a") { label, _ in
      #expect(label == nil)
      return .refuse(Unchanged())
    }
    #expect(kept.label == nil && kept.isRefused)
    #expect(try await store.delete("a").label == nil)
    let label = try await store.set("a", "x")
    #expect(try await store.update("a") { _, _ in .refuse(Unchanged()) }.label == label)
    #expect(heard.changes == [.changed(try #require(label))])
  }

  @Test(arguments: StoreKind.local)
  func `each start is later than the one before, whatever the clock says`(kind: StoreKind) async throws {
    let time = InventedTime()
    let store = try kind.make(clock: time.clock)
    let starts = [try await store.set("a")?.start, try await store.set("a")?.start]
    #expect(starts == [1_000_000, 1_000_001])
    time.now = 3_000_000
    #expect(store.now == 3_000_000)
    time.shift = -1_000_000
    #expect(store.now == 3_000_000 && store.wallTime == 2_000_000)
    let next = try await store.update("a") { label, time in
      #expect(time == 3_000_000)
      return .replace(state: label?.state ?? [], expiry: nil, isPrivate: false)
    }
    #expect(next.label?.start == 3_000_000)
  }

  @Test(arguments: StoreKind.allCases)
  func `of private labels only those are listed that are opened`(kind: StoreKind) async throws {
    let store = try kind.make()
    for name in ["a", "b", "c", "d", "d1", "e", "f"] { try await store.set(name, "{}") }
    for name in ["a", "b1", "b2", "c", "d1", "d2", "z"] { try await store.set(name, isPrivate: true) }
    try await store.set("c", "{}")
    try await store.set("y", isPrivate: true)
    try await store.delete("y")
    try await store.delete("f")
    let all = ["a", "b", "b1", "b2", "c", "d", "d1", "d2", "e", "z"]
    let open = ["b", "c", "d", "e"]
    func list(
      _ opened: String..., prefix: String = "", after: String? = nil, limit: Int = 100, isPublicOpen: Bool = true
    ) async throws -> [String] {
      let query = LabelQuery(
        prefix: prefix, after: after, limit: limit, isPublicOpen: isPublicOpen, opening: opened.map { NamePattern($0) })
      return try await store.list(query).map(\.name)
    }
    #expect(try await list() == open)
    #expect(try await list(prefix: "b") == ["b"])
    #expect(try await list(after: "b", limit: 2) == ["c", "d"])
    #expect(try await list("*") == all)
    #expect(try await list("*", "a", isPublicOpen: false) == all)
    #expect(try await list("b*", "b1", "nobody", "z", "z") == ["b", "b1", "b2", "c", "d", "e", "z"])
    #expect(try await list("b*", "d*", "z", isPublicOpen: false) == ["b", "b1", "b2", "d", "d1", "d2", "z"])
    #expect(try await list("b*", "d*", "z", after: "b1", limit: 2, isPublicOpen: false) == ["b2", "d"])
    #expect(try await list("b2", "b1", "d*", prefix: "b") == ["b", "b1", "b2"])
    #expect(try await list("d*", prefix: "d1") == ["d1"])
    #expect(try await list("d1*", "d", prefix: "d", after: "d", limit: 1, isPublicOpen: false) == ["d1"])
    #expect(try await list("a", "z", after: "a", limit: 3) == ["b", "c", "d"])
    for size in 1...4 {
      var pages: [String] = []
      while case let page = try await list("b*", "d2", after: pages.last, limit: size), !page.isEmpty { pages += page }
      #expect(pages == ["b", "b1", "b2", "c", "d", "d2", "e"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `labels are listed by the bytes of their names, in pages`(kind: StoreKind) async throws {
    let store = try kind.make()
    let names = ["a", "a.b", "a:1", "aa", "ab", "B", "b", "b-1", "b-10", "b-2", "b_", "c", "z9"]
    for name in names.shuffled() { try await store.set(name, name) }
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(try await store.list().map(\.name) == sorted)
    #expect(try await store.list().allSatisfy { $0.text == $0.name })
    #expect(try await store.list(prefix: "b").map(\.name) == ["b", "b-1", "b-10", "b-2", "b_"])
    #expect(try await store.list(prefix: "b", after: "b-1", limit: 2).map(\.name) == ["b-10", "b-2"])
    #expect(try await store.list(prefix: "b", after: "a", limit: 1).map(\.name) == ["b"])
    #expect(try await store.list(after: "b-11").map(\.name) == ["b-2", "b_", "c", "z9"])
    #expect(try await store.list(prefix: "b", after: "c").isEmpty)
    #expect(try await store.list(prefix: "nobody").isEmpty)
    #expect(try await store.list(limit: 0).isEmpty)
    var pages: [String] = []
    while case let page = try await store.list(after: pages.last, limit: 3), !page.isEmpty { pages += page.map(\.name) }
    #expect(pages == sorted)
  }

  @Test(arguments: StoreKind.allCases)
  func `1,000 additions by 50 writers at the same time all count`(kind: StoreKind) async throws {
    let store = try kind.make()
    let heard = Heard(store)
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { for _ in 0..<20 { try await store.add(to: "sum") } } }
      try await group.waitForAll()
    }
    let label = try #require(try await store.read("sum"))
    #expect(label.number == 1000 && label.version == 1000)
    let versions = heard.changes.map { event in if case .changed(let label) = event { label.version } else { 0 } }
    // Redis keeps several at once and tells the last.
    #expect(kind == .redis ? versions == versions.sorted() && versions.last == 1000 : versions == Array(1...1000))
  }

  @Test(arguments: StoreKind.allCases)
  func `an observer is told before whoever changed it, and may ask the store`(kind: StoreKind) async throws {
    let store = try kind.make()
    let order = Mutex<[String]>([])
    store.observe { event in
      guard case .changed(let label) = event else { return }
      order.withLock { $0.append("told \(label.version)") }
      store.read(label.name) { result in
        order.withLock { $0.append("read \((try? result.get())?.version ?? 0)") }
      }
    }
    let outcome = try await store.set("a")
    order.withLock { $0.append("answered \(outcome?.version ?? 0)") }
    #expect(eventually { order.withLock { $0.count == 3 } })
    order.withLock { #expect($0.first == "told 1" && $0.contains("read 1")) }
  }

  @Test func `who waits when a change comes may see it, and what is asked for at the end is done`() async throws {
    let test = try StoreKind.file.make()
    let sum = Atomic(0)
    for _ in 0..<100 {
      test.update("a", key: nil) { label, _ in
        .replace(state: Array("\((label?.number ?? 0) + 1)".utf8), expiry: nil, isPrivate: false)
      } _: { result in
        if case .success = result { sum.add(1, ordering: .relaxed) }
      }
    }
    test.close()
    #expect(sum.load(ordering: .relaxed) == 100)
    await #expect(throws: LabelStoreError.unavailable(reason: "it is closed")) { try await test.read("a") }
    await #expect(throws: LabelStoreError.unavailable(reason: "it is closed")) { try await test.set("a") }
    test.close()
  }
}
