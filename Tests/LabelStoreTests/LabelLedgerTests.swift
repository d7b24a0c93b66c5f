import Testing

@testable import LabelStore

struct LabelLedgerTests {
  private let folder = TemporaryFolder()

  private func set(_ ledger: inout LabelLedger, _ name: String, _ count: Int) throws(LabelTableError) -> [LabelEvent] {
    try ledger.transaction { ledger throws(LabelTableError) in
      try ledger.update(name, key: RequestKey("key \(name)", asking: ""), at: 1000, 1000) { _, _ in
        .replace(state: Array(repeating: 7, count: count), expiry: 5000, isPrivate: false)
      }
    }.1
  }

  @Test func `a table that others reach is looked at each half second`() throws {
    let ledger = LabelLedger(
      try SQLiteTable(LabelFile(path: folder.path("labels.db")).open()), limits: LabelStoreLimits())
    #expect(ledger.nextLook(after: 7) == 500_007)
    #expect(LabelLedger(MemoryTable(), limits: LabelStoreLimits()).nextLook(after: 7) == nil)
  }

  @Test func `a full disk takes a transaction back whole, refuses all, and may have room again`() throws {
    let connection = try LabelFile(path: folder.path("labels.db")).open()
    var ledger = LabelLedger(try SQLiteTable(connection), limits: LabelStoreLimits())
    #expect(try set(&ledger, "a", 10).count == 1)
    try connection.execute("PRAGMA max_page_count = 20")
    #expect {
      try ledger.transaction { ledger throws(LabelTableError) in
        _ = try ledger.update("a", key: nil, at: 1000, 1000) { _, _ in .delete }
        _ = try ledger.update("large", key: nil, at: 1000, 1000) { _, _ in
          .replace(state: Array(repeating: 7, count: 200_000), expiry: 1, isPrivate: false)
        }
      }
    } throws: {
      ($0 as? LabelTableError)?.reason == "the disk is full"
    }
    #expect(ledger.count == 1 && ledger.nextExpiry == 5000)
    #expect(try ledger.label("a", at: 0)?.version == 1 && ledger.label("large", at: 0) == nil)
    #expect(try ledger.transaction { ledger throws(LabelTableError) in try ledger.touch() }.1 == [])
    try connection.execute("PRAGMA max_page_count = 2000")
    #expect(try set(&ledger, "large", 200_000).count == 1)
    #expect(try ledger.labels(LabelQuery(limit: 9, opening: [.all]), at: 0).map(\.name) == ["a", "large"])
  }

  @Test func `changes of a label in one transaction go on from each other, over a deletion as well`() throws {
    for table in [MemoryTable(), try SQLiteTable(LabelFile(path: folder.path("labels.db")).open())] as [any LabelTable]
    {
      var ledger = LabelLedger(table, limits: LabelStoreLimits())
      let (labels, events) = try ledger.transaction { ledger throws(LabelTableError) in
        var labels: [StoredLabel?] = []
        for (name, isDeletion) in [("a", false), ("b", false), ("a", true), ("c", false), ("a", false)] {
          let outcome = try ledger.update(name, key: nil, at: 1000, 1000) { _, _ in
            isDeletion ? .delete : .replace(state: [7], expiry: nil, isPrivate: false)
          }
          labels.append(try? outcome.get().label)
        }
        return labels
      }
      #expect(
        labels.map { $0?.version } == [1, 1, nil, 2, 2] && labels.map { $0?.start } == [1000, 1000, nil, 1000, 1001])
      #expect(events.count == 5 && ledger.count == 3)
    }
  }
}
