import System
import Testing

@testable import LabelStore

struct LabelBatchTests {
  private static let label = StoredLabel(name: "a", version: 7, start: 100, isPrivate: false, state: [1])

  private func request(
    key: RequestKey? = nil, _ decide: @escaping @Sendable (StoredLabel?, LabelTime) -> LabelDecision
  ) -> UpdateRequest {
    UpdateRequest(name: "a", key: key, decide: decide) { _ in }
  }

  private func put(_ state: UInt8, expiry: WallTime? = nil, key: String? = nil) -> UpdateRequest {
    request(key: key.map { RequestKey($0, asking: "\(state)") }) { _, _ in
      .replace(state: [state], expiry: expiry, isPrivate: false)
    }
  }

  private func base(
    _ label: StoredLabel?, removed: Int = 0, time: LabelTime = 1000, receipts: [String: RequestReceipt] = [:]
  )
    -> LabelBase
  {
    LabelBase(label: label, version: "\(label?.version ?? 0)", removedVersion: removed, time: time, receipts: receipts)
  }

  @Test func `what the last request leaves is kept, and each is told of its own`() throws {
    let delete = request { _, _ in .delete }
    let batch = LabelBatch(name: "a", requests: [put(2), delete, put(3), put(4)])
    let decided = batch.decided(on: base(Self.label, removed: 40))
    let labels = try decided.outcomes.map { try $0.get().label }
    #expect(labels.map { $0?.version } == [8, nil, 41, 42] && labels.map { $0?.start } == [1000, nil, 1001, 1002])
    #expect(decided.change == .put(try #require(labels[3])))
    #expect(LabelBatch(name: "a", requests: [put(2), delete]).decided(on: base(nil)).change == .delete(version: 1))
    let look = request { _, _ in .refuse(Unchanged()) }
    #expect(LabelBatch(name: "a", requests: [look]).decided(on: base(Self.label)).isEmpty)
  }

  @Test func `what is refused leaves what comes behind`() throws {
    let delete = request { _, _ in .delete }
    let decided = LabelBatch(name: "a", requests: [put(2), delete]).decided(on: base(nil, removed: .max))
    #expect(throws: LabelStoreError.self) { try decided.outcomes[0].get() }
    #expect(try decided.outcomes[1].get().label == nil && decided.isEmpty)
  }

  @Test func `a key counts once, whether it is known or comes twice`() throws {
    let requests = [put(2, key: "k"), put(2, key: "k"), put(3, key: "k"), put(4, key: "known")]
    let batch = LabelBatch(name: "a", requests: requests)
    #expect(batch.keys == ["k", "known"])
    let known = RequestReceipt(digest: nil, version: 5)
    let decided = batch.decided(on: base(Self.label, receipts: ["known": known]))
    let outcomes = try decided.outcomes.map { try $0.get() }
    #expect(outcomes.map(\.isRepeated) == [false, true, false, true])
    #expect(outcomes.map(\.repeatedVersion) == [nil, 8, nil, 5])
    if case .keyOfAnother = outcomes[2].result {} else { Issue.record("\(outcomes[2])") }
    #expect(decided.receipts == ["k": RequestReceipt(digest: requests[0].key?.digest, version: 8)])
    #expect(outcomes.allSatisfy { $0.label?.version == 8 })
  }

  @Test func `where there is no room, what makes no label is still decided`() throws {
    let refuse = request(key: RequestKey("k", asking: "")) { _, _ in .refuse(Unchanged(), isFinal: true) }
    let decided = LabelBatch(name: "a", requests: [put(2), refuse]).decided(on: base(nil), full: .tooMany(limit: 3))
    #expect(throws: LabelStoreError.tooMany(limit: 3)) { try decided.outcomes[0].get() }
    #expect(try decided.outcomes[1].get().isRefused)
    #expect(decided.change == .none && !decided.isEmpty)
  }

  @Test(arguments: [RequestReceipt(digest: SHA256(of: [1].span), version: 7), .init(digest: SHA256(of: [2].span))])
  func `what is kept of a request is read again`(receipt: RequestReceipt) {
    #expect(RequestReceipt(receipt.bytes) == receipt)
  }

  @Test(arguments: ["", "\n", "-1\n", "99999999999999999999\n", "x\ny", "{}", "7"])
  func `what no node keeps of a request has no digest`(text: String) {
    let receipt = RequestReceipt(Array(text.utf8))
    #expect(receipt.digest == nil && receipt.version == (text == "7" ? 7 : nil))
  }
}
