import Dispatch
import LabelStore
import Testing

struct LabelLimitTests {
  @Test(arguments: StoreKind.allCases)
  func `no more labels than there may be`(kind: StoreKind) async throws {
    let store = try kind.make(limits: LabelStoreLimits(labels: 2))
    try await store.set("a")
    try await store.set("b")
    await #expect(throws: LabelStoreError.tooMany(limit: 2)) { try await store.add(to: "c", key: "k") }
    #expect(try await store.set("a")?.version == 2)
    try await store.delete("a")
    #expect(try await store.add(to: "c", key: "k").isRepeated == false)
    #expect(store.count == 2)
  }

  @Test(arguments: StoreKind.local)
  func `no more requests wait than may`(kind: StoreKind) async throws {
    let store = try kind.make(limits: LabelStoreLimits(waiting: 3))
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    store.update("a", key: nil) { _, _ in
      begun.signal()
      goOn.wait()
      return .refuse(Unchanged())
    } _: { _ in
    }
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "test").async {
        begun.wait()
        continuation.resume()
      }
    }
    for _ in 0..<3 { store.read("a") { _ in } }
    await #expect(throws: LabelStoreError.unavailable(reason: "too many requests are waiting for it")) {
      try await store.read("a")
    }
    goOn.signal()
    store.close()
  }
}
