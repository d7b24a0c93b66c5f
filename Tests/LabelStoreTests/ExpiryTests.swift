import LabelStore
import RawClient
import Testing

struct ExpiryTests {
  @Test(arguments: StoreKind.local)
  func `a label whose time is over is gone for everybody`(kind: StoreKind) async throws {
    let time = InventedTime()
    let store = try kind.make(clock: time.clock)
    let heard = Heard(store)
    try await store.set("a", expiry: 2_000_000)
    try await store.set("b", expiry: 3_000_000)
    try await store.set("c")
    time.now = 1_999_999
    #expect(try await store.read("a") != nil)
    time.now = 2_000_000
    #expect(try await store.read("a") == nil)
    #expect(try await store.list().map(\.name) == ["b", "c"])
    #expect(store.count == 2)
    #expect(heard.events.last == .deleted(name: "a", version: 1, isExpired: true))
    time.now = 3_000_000
    let again = try await store.update("b") { label, _ in
      #expect(label == nil)
      return .replace(state: [], expiry: nil, isPrivate: false)
    }
    #expect(again.label?.version == 2)
    #expect(heard.events.suffix(2).first == .deleted(name: "b", version: 1, isExpired: true))
    time.now = 1 << 60
    #expect(try await store.list().map(\.name) == ["b", "c"])
  }

  @Test(arguments: StoreKind.local)
  func `another expiry takes the place of the first`(kind: StoreKind) async throws {
    let time = InventedTime()
    let store = try kind.make(clock: time.clock)
    try await store.set("a", expiry: 2_000_000)
    try await store.set("a", expiry: 4_000_000)
    try await store.set("b", expiry: 2_000_000)
    try await store.set("b")
    time.now = 3_999_999
    #expect(try await store.list().map(\.name) == ["a", "b"])
    time.now = 4_000_000
    #expect(try await store.list().map(\.name) == ["b"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a timer deletes what nobody asks for`(kind: StoreKind) async throws {
    let store = try kind.make()
    let heard = Heard(store)
    // The later one first, so that the timer is to be set again.
    try await store.set("b", expiry: store.wallTime + 3_600_000_000)
    try await store.set("a", expiry: store.wallTime + 20_000)
    #expect(eventually { heard.changes.last == .deleted(name: "a", version: 1, isExpired: true) })
    #expect(store.count == 1)
    let version = try #require(try await store.set("b", expiry: store.wallTime + 20_000)?.version)
    #expect(eventually { heard.changes.last == .deleted(name: "b", version: version, isExpired: true) })
    #expect(store.count == 0)
  }

  @Test(arguments: StoreKind.local)
  func `many that are over at once go in several steps, and nobody sees them meanwhile`(kind: StoreKind) async throws {
    let time = InventedTime()
    let store = try kind.make(clock: time.clock)
    let heard = Heard(store)
    try await withThrowingTaskGroup { group in
      for index in 0..<1200 { group.addTask { try await store.set("a\(index)", expiry: 2_000_000) } }
      try await group.waitForAll()
    }
    try await store.set("b")
    time.now = 2_000_000
    #expect(try await store.list().map(\.name) == ["b"])
    #expect(try await store.read("a1199") == nil)
    #expect(eventually { heard.events.count == 2401 })
    #expect(store.count == 1)
  }
}
