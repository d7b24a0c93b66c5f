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

  @Test func `a full disk takes a transaction back whole, and may have room again`() throws {
    let connection = try LabelFile(path: folder.path("labels.db")).open()
    var ledger = LabelLedger(SQLiteTable(connection), limits: LabelStoreLimits())
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
    #expect(try ledger.label("small", at: 0) == nil)
    #expect(
      try set(&ledger, "c", 10) == [
        .changed(
          StoredLabel(
            name: "c", version: 1, start: 1000, expiry: 5000, state: Array(repeating: 7, count: 10)))
      ])
    try connection.execute("PRAGMA max_page_count = 2000")
    #expect(try set(&ledger, "large", 200_000).count == 1)
    #expect(try ledger.labels(LabelQuery(limit: 9, opening: [.all]), at: 0).map(\.name) == ["a", "c", "large"])
  }
}
