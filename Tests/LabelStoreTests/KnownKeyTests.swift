import Foundation
import LabelStore
import Testing

struct KnownKeyTests {
  private static let day: Int64 = 86_400_000_000

  @Test(arguments: StoreKind.allCases)
  func `the same key tells the version that it made and decides nothing`(kind: StoreKind) async throws {
    let store = try kind.make()
    #expect(try await !store.add(to: "a", key: "k").isRepeated)
    try await store.add(to: "a")
    let again = try await store.add(to: "a", key: "k")
    #expect(again.repeatedVersion == 1 && again.label?.number == 2)
    #expect(try await store.add(to: "a", key: "other").label?.number == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `the same key for something else is told so, and decides nothing`(kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.add(to: "a", key: "k", asking: "1")
    let other = try await store.add(to: "a", key: "k", asking: "2")
    if case .keyOfAnother = other.result {} else { Issue.record("\(other)") }
    #expect(try await store.add(to: "a", key: "k", asking: "1").repeatedVersion == 1)
    #expect(try await store.read("a")?.number == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a refusal is kept where it is final, and only there`(kind: StoreKind) async throws {
    let store = try kind.make()
    #expect(try await store.update("a", key: "k") { _, _ in .refuse(Unchanged()) }.isRefused)
    #expect(try await store.update("a", key: "l") { _, _ in .refuse(Unchanged(), isFinal: true) }.isRefused)
    #expect(try await store.add(to: "a", key: "k").label?.number == 1)
    let again = try await store.add(to: "a", key: "l")
    #expect(again.isRepeated && again.repeatedVersion == nil && again.label?.number == 1)
  }

  /// Changes a large label two hundred times, with keys as long as may be, of which fifty are kept.
  ///
  /// The label fifty times would be 5 MB.
  private func fill(_ store: any LabelStore) async throws {
    for number in 0..<200 {
      let key = String(repeating: "k", count: 380) + "\(number)"
      try await store.update("a", key: key) { _, _ in
        .replace(state: Array(repeating: 7, count: 100_000), expiry: nil, isPrivate: false)
      }
    }
    store.close()
  }

  @Test func `what is kept of a request takes few bytes in a file, however large the label`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("labels.db")
    try await fill(LocalLabelStore(LabelFile(path: path), limits: LabelStoreLimits(keys: 50)))
    let bytes = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect((100_000..<1_500_000).contains(bytes), "\(bytes)")
  }

  @Test func `what is kept of a request takes few bytes in Redis, however large the label`() async throws {
    let server = try RedisServer()
    try await fill(server.node(limits: LabelStoreLimits(keys: 50)))
    let bytes = try server.usedBytes()
    #expect((100_000..<1_500_000).contains(bytes), "\(bytes)")
  }

  @Test(arguments: StoreKind.allCases)
  func `of requests with one key that come together one is done`(kind: StoreKind) async throws {
    let store = try kind.make()
    let repeated = try await withThrowingTaskGroup { group in
      for _ in 0..<40 { group.addTask { try await store.add(to: "a", key: "k").isRepeated } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(repeated == 39)
    #expect(try await store.read("a")?.number == 1)
  }

  @Test(arguments: StoreKind.local)
  func `a key is known for a day`(kind: StoreKind) async throws {
    let time = InventedTime()
    let store = try kind.make(clock: time.clock)
    try await store.add(to: "a", key: "k")
    time.now += Self.day - 1
    #expect(try await store.add(to: "a", key: "k").isRepeated)
    time.now += 1
    #expect(try await !store.add(to: "a", key: "k").isRepeated)
    #expect(try await store.add(to: "a", key: "k").isRepeated)
    time.now += Self.day - 1
    #expect(try await store.add(to: "a", key: "k").label?.number == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `the oldest keys make room for new ones`(kind: StoreKind) async throws {
    let store = try kind.make(limits: LabelStoreLimits(keys: 3))
    for key in ["1", "2", "3"] { try await store.add(to: "a", key: key) }
    #expect(try await store.add(to: "a", key: "1").isRepeated)
    try await store.add(to: "a", key: "4")
    for key in ["2", "3", "4"] { #expect(try await store.add(to: "a", key: key).isRepeated) }
    #expect(try await !store.add(to: "a", key: "1").isRepeated)
    #expect(try await store.read("a")?.number == 5)
  }

  @Test(arguments: StoreKind.allCases)
  func `many keys of one label push out none of another's`(kind: StoreKind) async throws {
    let store = try kind.make(limits: LabelStoreLimits(keys: 60))
    for number in 0..<3 { try await store.add(to: "few", key: "add few \(number)") }
    for number in 0..<300 { try await store.add(to: "many", key: "add many \(number)") }
    for number in 0..<3 { #expect(try await store.add(to: "few", key: "add few \(number)").isRepeated) }
    #expect(try await store.read("few")?.number == 3)
    #expect(try await store.add(to: "many", key: "add many 299").isRepeated)
    #expect(try await !store.add(to: "many", key: "add many 0").isRepeated)
  }
}
