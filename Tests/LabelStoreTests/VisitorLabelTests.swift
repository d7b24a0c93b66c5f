import LabelStore
import Testing

struct VisitorLabelTests {
  private let limits = LabelStoreLimits(labels: 2, visitorLabels: 2)

  @Test(arguments: StoreKind.allCases)
  func `labels of visitors have room of their own`(kind: StoreKind) async throws {
    let store = try kind.make(limits: limits)
    let expiry = store.wallTime + 3_600_000_000
    for name in ["_a", "_b"] { try await store.set(name, expiry: expiry) }
    await #expect(throws: LabelStoreError.tooMany(limit: 2, ofVisitors: true)) {
      try await store.set("_c", expiry: expiry)
    }
    for name in ["a", "b"] { try await store.set(name) }
    await #expect(throws: LabelStoreError.tooMany(limit: 2)) { try await store.set("c") }
    #expect(try await store.set("_a", expiry: expiry)?.name == "_a")
    #expect(store.count == 4)
    try await store.delete("_b")
    #expect(try await store.set("_c", expiry: expiry) != nil)
    await #expect(throws: LabelStoreError.tooMany(limit: 2)) { try await store.set("c") }
  }

  @Test(arguments: StoreKind.allCases)
  func `labels of visitors are never listed`(kind: StoreKind) async throws {
    let store = try kind.make()
    for name in ["Z", "_a", "_b", "a"] { try await store.set(name, "x", expiry: store.wallTime + 3_600_000_000) }
    for (query, names) in [
      (LabelQuery(limit: 10, opening: []), ["Z", "a"]), (LabelQuery(limit: 10, opening: [.all]), ["Z", "a"]),
      (LabelQuery(after: "Z", limit: 10, opening: []), ["a"]),
      (LabelQuery(prefix: "_", limit: 10, opening: [.all]), []),
      (LabelQuery(limit: 10, isPublicOpen: false, opening: [NamePattern("_a"), NamePattern("_*")]), []),
    ] {
      #expect(try await store.list(query).map(\.name) == names)
    }
    #expect(try await store.read("_a")?.text == "x")
  }

  @Test func `a file that is opened again has as much room for visitors as before`() async throws {
    let folder = TemporaryFolder()
    let file = LabelFile(path: folder.path("labels.db"))
    let store = try LocalLabelStore(file, limits: limits)
    for name in ["_a", "_b", "a"] { try await store.set(name, expiry: store.wallTime + 3_600_000_000) }
    store.close()
    let again = try LocalLabelStore(file, limits: limits)
    #expect(again.count == 3)
    await #expect(throws: LabelStoreError.tooMany(limit: 2, ofVisitors: true)) { try await again.set("_c") }
    #expect(try await again.set("b") != nil)
    again.close()
  }

  @Test func `nodes share the room for visitors, also where one knows nothing of it`() async throws {
    let server = try RedisServer()
    let (one, other) = (try server.node(limits: limits), try server.node(limits: limits))
    let expiry = one.wallTime + 3_600_000_000
    try await one.set("_a", expiry: expiry)
    try await other.set("_b", expiry: expiry)
    await #expect(throws: LabelStoreError.tooMany(limit: 2, ofVisitors: true)) {
      try await one.set("_c", expiry: expiry)
    }
    // An earlier version deletes a label whose time is over, and not its place among those of visitors.
    try server.run(["ZADD", "kinetype:visitors", "1", "_a"])
    #expect(try await one.set("_c", expiry: expiry) != nil)
  }
}
