import LabelStore
import Testing

struct LabelStoreTests {
  @Test func `a label counts its changes, and a new one goes on above those that are deleted`() async throws {
    let clock = InventedClock()
    let store = LocalLabelStore(clock: clock.clock)
    #expect(try await store.read("a") == nil)
    #expect(
      try await store.set("a", "one") == StoredLabel(name: "a", version: 1, start: 1_000_000, state: Array("one".utf8)))
    #expect(try await store.set("a", "two")?.start == 1_000_001)
    #expect(try await store.delete("a").label == nil)
    #expect(try await store.read("a") == nil)
    #expect(try await store.set("a", "three")?.version == 3)
    #expect(store.count == 1)
    store.close()
    await #expect(throws: LabelStoreError.self) { try await store.read("a") }
  }
}
