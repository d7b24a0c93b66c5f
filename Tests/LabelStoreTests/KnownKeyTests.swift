import LabelStore
import Testing

struct KnownKeyTests {
  private static let day: Int64 = 86_400_000_000

  @Test(arguments: StoreKind.allCases)
  func `the same key is answered with the first answer and decides nothing`(kind: StoreKind) async throws {
    let store = try kind.make()
    let first = try await store.add(to: "a", key: "k")
    #expect(first.answer == Array("1".utf8) && !first.isRepeated)
    try await store.add(to: "a")
    let again = try await store.add(to: "a", key: "k")
    #expect(again.answer == Array("1".utf8) && again.isRepeated)
    #expect(again.label?.number == 2)
    #expect(try await store.add(to: "a", key: "other").label?.number == 3)
    let refusal = try await store.update("b", key: "none") { _, _ in LabelDecision(.keep, answer: [4]) }
    #expect(refusal.answer == [4])
    #expect(try await store.add(to: "b", key: "none") == LabelOutcome(label: nil, answer: [4], isRepeated: true))
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

  @Test(arguments: StoreKind.local)
  func `the oldest keys make room for new ones`(kind: StoreKind) async throws {
    let store = try kind.make(limits: LabelStoreLimits(keys: 3))
    for key in ["1", "2", "3"] { try await store.add(to: "a", key: key) }
    #expect(try await store.add(to: "a", key: "1").isRepeated)
    try await store.add(to: "a", key: "4")
    for key in ["2", "3", "4"] { #expect(try await store.add(to: "a", key: key).isRepeated) }
    #expect(try await !store.add(to: "a", key: "1").isRepeated)
    #expect(try await store.read("a")?.number == 5)
  }
}
