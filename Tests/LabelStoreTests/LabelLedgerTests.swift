import Testing

@testable import LabelStore

struct LabelLedgerTests {
  private let folder = TemporaryFolder()

  private func set(_ ledger: inout LabelLedger, _ name: String, _ count: Int) throws(LabelTableError) -> [LabelEvent] {
    try ledger.transaction { ledger throws(LabelTableError) in
      try ledger.update(name, key: RequestKey("key \(name)", asking: ""), at: 1000) { _, _ in
        .replace(state: Array(repeating: 7, count: count), expiry: 5000)
      }
    }.1
  }

  @Test func `a table that others reach is looked at each half second`() throws {
    let ledger = LabelLedger(
      try SQLiteTable(LabelFile(path: folder.path("labels.db")).open()), limits: LabelStoreLimits())
    #expect(ledger.nextLook(after: 7) == 500_007)
    #expect(LabelLedger(MemoryTable(), limits: LabelStoreLimits()).nextLook(after: 7) == nil)
  }

  @Test func `a full disk takes a transaction back whole, lets labels be removed, and may have room again`() throws {
    let connection = try LabelFile(path: folder.path("labels.db")).open()
    var ledger = LabelLedger(try SQLiteTable(connection), limits: LabelStoreLimits())
    #expect(try set(&ledger, "a", 10).count == 1)
    try connection.execute("PRAGMA max_page_count = 20")
    #expect {
      try ledger.transaction { ledger throws(LabelTableError) in
        _ = try ledger.update("small", key: nil, at: 1000) { _, _ in .replace(state: [], expiry: 1) }
        _ = try ledger.update("large", key: nil, at: 1000) { _, _ in
          .replace(state: Array(repeating: 7, count: 200_000), expiry: nil)
        }
      }
    } throws: {
      ($0 as? LabelTableError)?.reason == "the disk is full"
    }
    #expect(ledger.count == 1 && ledger.nextExpiry == 5000)
    let full = LabelTableError(reason: "the disk is full", kind: .full)
    let (outcomes, events) = try ledger.transaction(onlyRemoving: full) { ledger throws(LabelTableError) in
      let key = RequestKey("k", asking: "")
      let put = try ledger.update("a", key: nil, at: 1000) { _, _ in .replace(state: [], expiry: nil) }
      let keyed = try ledger.update("a", key: key, at: 1000) { _, _ in .delete }
      let final = try ledger.update("a", key: key, at: 1000) { _, _ in .refuse(full, isFinal: true) }
      let refused = try ledger.update("a", key: key, at: 1000) { _, _ in .refuse(full) }
      let removed = try ledger.update("a", key: nil, at: 1000) { _, _ in .delete }
      return [put, keyed, final, refused, removed]
    }
    for outcome in outcomes.prefix(3) {
      #expect(throws: LabelStoreError.unavailable(reason: "the disk is full")) { try outcome.get() }
    }
    let results = try outcomes.suffix(2).map { try $0.get().result }
    guard case .refused = results[0], case .changed = results[1] else {
      Issue.record("\(results)")
      return
    }
    #expect(events == [.deleted(name: "a", version: 1, isExpired: false)] && ledger.count == 0)
    #expect(try ledger.look() == nil, "the disk itself has room")
    #expect(try set(&ledger, "b", 10).count == 1)
    #expect(try ledger.label("small", at: 0) == nil)
    #expect(
      try set(&ledger, "c", 10) == [
        .changed(
          StoredLabel(
            name: "c", version: 2, start: 1000, expiry: 5000, state: Array(repeating: 7, count: 10)))
      ])
    try connection.execute("PRAGMA max_page_count = 2000")
    #expect(try set(&ledger, "large", 200_000).count == 1)
    #expect(try ledger.labels(LabelQuery(limit: 9, opening: [.all]), at: 0).map(\.name) == ["b", "c", "large"])
  }
}
