import Foundation
import ProcessorTime
import RawClient
import Synchronization
import Testing

@testable import LabelStore

struct LabelFileTests {
  private let folder = TemporaryFolder()
  private var file: LabelFile { LabelFile(path: folder.path("deep/er/labels.db")) }

  @Test func `everything is there after a restart, and what is over meanwhile goes`() async throws {
    let time = InventedTime()
    var store = try LocalLabelStore(file, clock: time.clock)
    try await store.set("a", "kept")
    let label = try await store.set("a", "kept", expiry: 5_000_000)
    try await store.set("b", expiry: 2_000_000)
    try await store.set("c")
    try await store.delete("c")
    try await store.add(to: "d", key: "k")
    store.close()
    time.now = 3_000_000
    store = try LocalLabelStore(file, clock: time.clock)
    let heard = Heard(store)
    #expect(try await store.read("a") == label)
    #expect(try await store.list().map(\.name) == ["a", "d"])
    #expect(try await store.add(to: "d", key: "k").isRepeated)
    // The labels that were deleted had version 1, and a name may have been theirs.
    #expect(try await store.set("c")?.version == 2)
    #expect(heard.events.allSatisfy { $0 != .deleted(name: "a", version: 2, isExpired: true) })
    #expect(store.count == 3)
    time.now = 5_000_000
    #expect(try await store.read("a") == nil)
    store.close()
  }

  @Test func `an observer hears of what was over before it came`() async throws {
    let time = InventedTime()
    let first = try LocalLabelStore(file, clock: time.clock)
    try await first.set("a", expiry: 2_000_000)
    first.close()
    time.now = 3_000_000
    let store = try LocalLabelStore(file, clock: time.clock)
    #expect(eventually { store.count == 0 })
    #expect(try await store.read("a") == nil)
  }

  @Test(arguments: [3_600_000_000, 259_200_000_000])
  func `after a restart the clock goes by the machine's, wherever the last change lies`(ahead: Int64) async throws {
    let time = InventedTime()
    time.shift = ahead
    let first = try LocalLabelStore(file, clock: time.clock)
    #expect(try await first.set("a")?.start.microseconds == 1_000_000 + ahead)
    first.close()
    time.shift = 0
    let store = try LocalLabelStore(file, clock: time.clock)
    #expect(store.now.microseconds == time.now)
    let next = try await store.set("a")
    #expect(next?.start == LabelTime(microseconds: time.now) && next?.version == 2)
    store.close()
  }

  /// Versions and times that nobody writes.
  static let extremes: [Int64] = [.min, .min + 1, -1, .max - 86_400_000_000, .max - 1, .max]

  @Test(arguments: ["version", "start", "expiry"], extremes)
  func `a row with numbers that no store writes harms no other`(column: String, number: Int64) async throws {
    let time = InventedTime()
    do {
      let connection = try file.open()
      for name in ["a", "b", "c"] {
        let sql = "INSERT INTO labels VALUES (?, 3, 5, NULL, x'07', 0)"
        try connection.run(sql, .text(name))
      }
      try connection.execute("UPDATE labels SET expiry = 2000000 WHERE name = 'c'")
      try connection.execute("UPDATE labels SET \(column) = \(number) WHERE name = 'b'")
    }
    let store = try LocalLabelStore(file, clock: time.clock)
    #expect(store.now.microseconds == time.now)
    #expect(try await store.add(to: "a").label?.version == 4)
    let broken = try await store.read("b")
    #expect(broken?.version == 0 && broken?.state == [])
    await #expect(throws: LabelStoreError.self) { try await store.add(to: "b") }
    #expect(try await store.list().first?.name == "a")
    time.now = 3_000_000
    #expect(try await store.list().map(\.name).contains("c") == false)
    try await store.delete("b")
    #expect(try await store.add(to: "b").label?.number == 1)
    store.close()
  }

  @Test(arguments: extremes)
  func `where the version of those that are gone cannot be, others still change`(number: Int64) async throws {
    do {
      let connection = try file.open()
      try connection.execute("INSERT INTO labels VALUES ('a', 3, 5, NULL, x'07', 0)")
      try connection.execute("UPDATE removed SET version = \(number)")
    }
    let store = try LocalLabelStore(file)
    await #expect(throws: LabelStoreError.self) { try await store.add(to: "b") }
    #expect(try await store.add(to: "a").label?.version == 4)
    store.close()
  }

  @Test func `the file is its owner's alone`() async throws {
    let store = try LocalLabelStore(file)
    try await store.set("a")
    for suffix in ["", "-wal"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    store.close()
  }

  @Test func `a second store on the same file is refused`() async throws {
    let store = try LocalLabelStore(file)
    try await store.set("a")
    #expect { try LocalLabelStore(file) } throws: { error in
      "\(error)" == "The labels' file \(file.path) cannot be used: another process uses it."
    }
    #expect(try await store.set("a")?.version == 2)
    store.close()
    #expect(try LocalLabelStore(file).count == 1)
  }

  /// What others may do to the files of a running service, what is said of it, and the labels that are there after a
  /// restart: those that were there before the last copy of the file was made, those since, or none.
  enum Accident: CaseIterable {
    case deleted, movedAway, folderMovedAway, replacedByCopy, logDeleted, logReplaced

    var reason: String {
      switch self {
      case .deleted, .movedAway, .folderMovedAway: "its file was deleted or moved away; "
      case .replacedByCopy: "its file was replaced; "
      case .logDeleted, .logReplaced: "the log beside its file was deleted or replaced; "
      }
    }

    var namesAfterRestart: [String] {
      switch self {
      case .deleted, .movedAway, .folderMovedAway: []
      case .replacedByCopy: ["old"]
      case .logDeleted, .logReplaced: ["a", "old"]
      }
    }

    func happen(to path: String, copy: Data) throws {
      let (url, log) = (URL(filePath: path), URL(filePath: path + "-wal"))
      let folder = url.deletingLastPathComponent()
      switch self {
      case .deleted: try FileManager.default.removeItem(at: url)
      case .movedAway: try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      case .folderMovedAway: try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + ".old")
      case .replacedByCopy: try copy.write(to: url, options: .atomic)
      case .logDeleted: try FileManager.default.removeItem(at: log)
      case .logReplaced: try Data(contentsOf: log).write(to: log, options: .atomic)
      }
    }
  }

  @Test(arguments: Accident.allCases, [true, false])
  func `what becomes of the file beneath a store is noticed`(
    accident: Accident, isIdle: Bool
  ) async throws {
    var store = try LocalLabelStore(file)
    try await store.set("old")
    store.close()
    let copy = try Data(contentsOf: URL(filePath: file.path))
    let reports = Mutex<[LabelStoreTrouble?]>([])
    store = try LocalLabelStore(file, report: { trouble in reports.withLock { $0.append(trouble) } })
    // More pages than the copy has.
    try await store.set("a", String(repeating: "x", count: 5000))
    #expect(store.trouble == nil)
    try accident.happen(to: file.path, copy: copy)
    if isIdle { #expect(eventually { store.trouble != nil }) }
    await #expect { try await store.set("b") } throws: { error in
      guard case .unavailable(let reason) = error as? LabelStoreError else { return false }
      return reason.hasPrefix(accident.reason)
    }
    await #expect(throws: LabelStoreError.self) { try await store.delete("a") }
    #expect(try await store.read("a")?.version == 1)
    let trouble = try #require(store.trouble)
    #expect(trouble.isLasting && trouble.reason.hasPrefix(accident.reason))
    #expect(reports.withLock { $0 } == [trouble])
    store.close()
    store = try LocalLabelStore(file)
    #expect(try await store.list().map(\.name) == accident.namesAfterRestart)
    try await store.set("c")
    #expect(store.trouble == nil)
    store.close()
  }

  @Test func `a file that is moved away and back is taken again after a restart, with all that was in it`() async throws
  {
    var store = try LocalLabelStore(file)
    try await store.set("a")
    try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".old")
    #expect(eventually { store.trouble != nil })
    try FileManager.default.moveItem(atPath: file.path + ".old", toPath: file.path)
    await #expect(throws: LabelStoreError.self) { try await store.set("a") }
    store.close()
    store = try LocalLabelStore(file)
    #expect(try await store.read("a")?.version == 1)
    store.close()
  }

  @Test func `a damaged file is refused`() async throws {
    let store = try LocalLabelStore(file)
    for index in 0..<200 { try await store.set("label-\(index)", String(repeating: "x", count: 500)) }
    store.close()
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    try #require(bytes.count > 40_000)
    var torn = bytes
    for index in 20_480..<24_576 { torn[index] = UInt8.random(in: 0...255) }
    try torn.write(to: URL(filePath: file.path))
    #expect { try LocalLabelStore(file) } throws: { "\($0)".contains("cannot be used: it is damaged (") }
    try Data("This is no database, but a text that somebody has put there.".utf8).write(to: URL(filePath: file.path))
    #expect { try LocalLabelStore(file) } throws: { "\($0)".contains("it is not a database, or it is damaged") }
    try bytes.prefix(bytes.count - 10_000).write(to: URL(filePath: file.path))
    #expect { try LocalLabelStore(file) } throws: { "\($0)".contains("it is damaged") }
    try bytes.write(to: URL(filePath: file.path))
    #expect(try LocalLabelStore(file).count == 200)
  }

  @Test func `100,000 labels are opened within two seconds, or many times that in a slow build`() throws {
    do {
      let connection = try file.open()
      try connection.execute(
        """
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 100000)
        INSERT INTO labels SELECT 'label-' || n, n, n, CASE WHEN n % 2 THEN 1 << 51 END, randomblob(700), 0 FROM numbers
        """)
    }
    let start = processorSeconds()
    let store = try LocalLabelStore(file)
    let took = processorSeconds() - start
    print("100,000 labels were opened in \(took) seconds")
    #expect(store.count == 100_000)
    #expect(took < 30)
    store.close()
  }

  @Test(arguments: [
    ("/proc/labels.db", "it cannot be created ("),
    ("/proc/none/labels.db", "its folder /proc/none cannot be created ("),
    ("/dev/null/labels.db", "it cannot be created (Not a directory)"),
    ("/", "unable to open database file"), ("", "it cannot be created ("),
  ])
  func `a place where nothing can be written is refused`(path: String, reason: String) {
    #expect { try LocalLabelStore(LabelFile(path: path)) } throws: { error in
      "\(error)".hasPrefix("The labels' file \(path) cannot be used: \(reason)")
    }
  }
}
