import Synchronization
import Testing

@testable import LabelStore

struct LabelBatchTests {
  private static let label = StoredLabel(name: "a", version: 7, start: 100, state: [1])

  private func request(
    key: String? = nil, _ decide: @escaping @Sendable (StoredLabel?, Int64) -> LabelDecision
  ) -> UpdateRequest {
    UpdateRequest(name: "a", key: key, decide: decide) { _ in }
  }

  private func put(_ state: UInt8, expiry: Int64? = nil, key: String? = nil) -> UpdateRequest {
    request(key: key) { _, _ in LabelDecision(.replace(state: [state], expiry: expiry), answer: [state]) }
  }

  private func base(_ label: StoredLabel?, removed: Int = 0, time: Int64 = 1000, answers: [String: [UInt8]] = [:])
    -> LabelBase
  {
    LabelBase(label: label, removedVersion: removed, time: time, answers: answers)
  }

  @Test func `each is decided on what the one before has left, and starts later`() throws {
    let batch = LabelBatch(name: "a", requests: [put(2), put(3), put(4)])
    let decided = batch.decided(on: base(Self.label, removed: 40))
    let labels = try decided.outcomes.map { try #require(try $0.get().label) }
    #expect(labels.map(\.version) == [8, 9, 10])
    #expect(labels.map(\.start) == [1000, 1001, 1002])
    #expect(decided.change == .put(labels[2]))
    let late = batch.decided(on: base(StoredLabel(name: "a", version: 7, start: 5000, state: [])))
    #expect(try late.outcomes.map { try $0.get().label?.start } == [5001, 5002, 5003])
  }

  @Test func `a new label goes on above all that are gone`() throws {
    let delete = request { _, _ in LabelDecision(.delete) }
    let batch = LabelBatch(name: "a", requests: [put(2), delete, put(3)])
    #expect(try batch.decided(on: base(nil, removed: 40)).outcomes[0].get().label?.version == 41)
    #expect(try batch.decided(on: base(nil, removed: 40)).outcomes[2].get().label?.version == 42)
    #expect(LabelBatch(name: "a", requests: [put(2), delete]).decided(on: base(nil)).change == .delete(version: 1))
    let expiring = StoredLabel(name: "a", version: 7, start: 100, expiry: 900, state: [1])
    #expect(try batch.decided(on: base(expiring, removed: 5)).outcomes[0].get().label?.version == 8)
  }

  @Test func `a label whose time is over when the change starts is none`() {
    let seen = Mutex<[StoredLabel?]>([])
    let look = request { label, _ in
      seen.withLock { $0.append(label) }
      return LabelDecision(.keep)
    }
    let expiring = StoredLabel(name: "a", version: 7, start: 100, expiry: 1000, state: [1])
    let batch = LabelBatch(name: "a", requests: [look])
    #expect(batch.decided(on: base(expiring, time: 1000)).isEmpty)
    #expect(batch.decided(on: base(expiring, time: 999)).isEmpty)
    #expect(seen.withLock { $0 } == [nil, expiring])
  }

  @Test func `a key is answered once, whether it is known or comes twice`() throws {
    let batch = LabelBatch(name: "a", requests: [put(2, key: "k"), put(3, key: "k"), put(4, key: "known")])
    #expect(batch.keys == ["k", "known"])
    let decided = batch.decided(on: base(Self.label, answers: ["known": [9]]))
    let outcomes = try decided.outcomes.map { try $0.get() }
    #expect(outcomes.map(\.isRepeated) == [false, true, true])
    #expect(outcomes.map(\.answer) == [[2], [2], [9]])
    #expect(decided.answers == ["k": [2]])
    #expect(outcomes.allSatisfy { $0.label?.version == 8 })
  }

  @Test func `where there is no room, what makes no label is still decided`() throws {
    let keep = request(key: "k") { _, _ in LabelDecision(.keep, answer: [5]) }
    let decided = LabelBatch(name: "a", requests: [put(2), keep]).decided(on: base(nil), full: 3)
    #expect(decided.outcomes[0] == .failure(.tooMany(limit: 3)))
    #expect(try decided.outcomes[1].get() == LabelOutcome(label: nil, answer: [5], isRepeated: false))
    #expect(decided.change == .none && !decided.isEmpty)
  }
}
