import Glibc
import System

/// Labels in a file.
final class SQLiteTable {
  private let connection: SQLiteConnection
  /// The database and its log as they were opened.
  private let database: FileMark?
  private let log: FileMark?
  private var loss: LabelTableError?
  /// As it stands in the file; `nil` before it was read.
  private var removedVersion: Int?
  private var receiptCount: Int64?
  /// The batches of changes that are in the file and its log, and whether one more is under way that changes something.
  private var batches: Int64
  private var isChanging = false
  private var mark: BatchMark

  /// Takes a connection over whose schema is ``SQLiteSchema``'s.
  init(_ connection: SQLiteConnection) throws(LabelTableError) {
    self.connection = connection
    (database, log) = (FileMark(connection.path), FileMark(connection.logPath))
    batches = try connection.number("SELECT batch FROM removed") ?? 0
    mark = BatchMark(of: connection.path)
  }

  deinit {
    guard loss == nil, (try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")) != nil else { return }
    mark.remove()
  }
}

extension SQLiteTable {
  /// Compares what is in the file and its log with what was acknowledged when the process before came to no end.
  ///
  /// Returns the end of a sentence about the file where something is missing without which the store goes on; else nothing
  /// is changed any more, and the log is kept aside before anything is written.
  func findMissing(_ file: LabelFile) -> String? {
    guard let left = mark.left, left.batches > batches else { return nil }
    let count = left.batches - batches
    let what =
      "the last \(count == 1 ? "batch" : "\(count) batches") of changes that \(count == 1 ? "was" : "were") acknowledged"
    if left.isOfEarlierBoot, file.durability == .normal {
      mark.note(batches)
      return "its log ends early, as after a loss of power: without \(what)"
    }
    let aside = "\(connection.logPath)-aside"
    if file.missing == .accept {
      mark.note(batches)
      return "it goes on without \(what), as KINETYPE_LABELS_MISSING=accept says"
    }
    let isKept = PrivateFile.copy(connection.logPath, to: aside)
    loss = LabelTableError(
      reason: """
        \(what) \(count == 1 ? "is" : "are") missing, since its log was damaged, cut or taken away\
        \(isKept ? "; what there is of it is kept as \(aside)" : "")\
        ; put the log back, or set KINETYPE_LABELS_MISSING=accept to go on without, and restart the service
        """, kind: .lasting)
    return nil
  }
}

extension SQLiteTable {
  /// What a store wants to know of a file before it begins.
  func summary() throws(LabelTableError) -> (count: Int, visitorCount: Int, nextExpiry: WallTime?) {
    var summary: (count: Int, visitorCount: Int, nextExpiry: WallTime?) = (0, 0, nil)
    try connection.run(
      """
      SELECT count(*), min(CASE WHEN expiry BETWEEN 0 AND ? THEN expiry END), sum(NOT \(Self.isListed)) FROM labels
      """, .integer(StoredLabel.lastMoment)
    ) { row in
      summary = (
        Int(row.integer(0)), Int(row.optionalInteger(2) ?? 0),
        row.optionalInteger(1).map { WallTime(microseconds: $0) }
      )
      return false
    }
    return summary
  }
}

extension SQLiteTable: LabelTable {
  func highestRemovedVersion() throws(LabelTableError) -> Int {
    if let removedVersion { return removedVersion }
    let version = Int(try connection.number("SELECT version FROM removed") ?? 0)
    removedVersion = version
    return version
  }

  func label(_ name: String) throws(LabelTableError) -> StoredLabel? {
    var label: StoredLabel?
    try connection.run("SELECT \(Self.columns) FROM labels WHERE name = ?", .text(name)) { row in
      label = StoredLabel(row)
      return false
    }
    return label
  }

  func labels(
    prefix: String, after: String?, limit: Int, arePublic: Bool, at time: WallTime
  ) throws(LabelTableError) -> [StoredLabel] {
    // One lower bound, or each page would pass all those before it.
    let after = after ?? ""
    let first = after.utf8.lexicographicallyPrecedes(prefix.utf8) ? prefix : after
    var labels: [StoredLabel] = []
    guard limit > 0 else { return [] }
    try connection.run(
      arePublic ? Self.publicLabels : Self.allLabels, .text(first), .text(after), .integer(time.microseconds)
    ) { row in
      let label = StoredLabel(row)
      guard label.name.utf8.starts(with: prefix.utf8) else { return false }
      labels.append(label)
      return labels.count < limit
    }
    return labels
  }

  private static let columns = "name, version, start, expiry, private, state"
  private static let isListed = "substr(name, 1, 1) <> '\(StoredLabel.visitorMark)'"
  private static let allLabels = """
    SELECT \(columns) FROM labels
    WHERE \(isListed) AND name >= ? AND name <> ? AND (expiry IS NULL OR expiry > ?) ORDER BY name
    """
  private static let publicLabels = """
    SELECT \(columns) FROM labels INDEXED BY public_names
    WHERE \(SQLiteSchema.isPublic) AND \(isListed) AND name >= ? AND name <> ? AND (expiry IS NULL OR expiry > ?) ORDER BY name
    """

  func firstToExpire(limit: Int) throws(LabelTableError) -> [StoredLabel] {
    var labels: [StoredLabel] = []
    try connection.run(
      """
      SELECT \(Self.columns) FROM labels
      WHERE expiry IS NOT NULL AND expiry BETWEEN 0 AND ? AND start BETWEEN 0 AND ? AND version BETWEEN 1 AND ?
      ORDER BY expiry, name LIMIT ?
      """, .integer(StoredLabel.lastMoment), .integer(StoredLabel.lastMoment),
      .integer(Int64(StoredLabel.lastVersion)), .integer(Int64(limit))
    ) { row in
      labels.append(StoredLabel(row))
      return true
    }
    return labels
  }

  func put(_ label: StoredLabel) throws(LabelTableError) {
    isChanging = true
    try connection.run(
      """
      INSERT INTO labels (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE
      SET version = excluded.version, start = excluded.start, expiry = excluded.expiry, private = excluded.private,
        state = excluded.state
      """, .text(label.name), .integer(Int64(label.version)), .integer(label.start.microseconds),
      .integer(label.expiry?.microseconds),
      .integer(label.isPrivate ? 1 : 0), .bytes(label.state))
  }

  func remove(_ label: StoredLabel) throws(LabelTableError) {
    isChanging = true
    try connection.run("DELETE FROM labels WHERE name = ?", .text(label.name))
    try connection.run("UPDATE removed SET version = max(version, ?)", .integer(Int64(label.version)))
    removedVersion = nil
  }

  func receipt(_ name: String, at time: WallTime) throws(LabelTableError) -> RequestReceipt? {
    var receipt: RequestReceipt?
    try connection.run(
      "SELECT digest, version FROM receipts WHERE key = ? AND expiry > ?", .text(name), .integer(time.microseconds)
    ) { row in
      receipt = RequestReceipt(digest: SHA256(row.bytes(0)), version: row.optionalInteger(1).map { Int($0) })
      return false
    }
    return receipt
  }

  func keep(_ receipt: RequestReceipt, for name: String, expiry: WallTime) throws(LabelTableError) {
    isChanging = true
    try deleteReceipts("DELETE FROM receipts WHERE key = ?", .text(name))
    try connection.run(
      "INSERT INTO receipts (key, digest, version, expiry) VALUES (?, ?, ?, ?)", .text(name),
      .bytes(receipt.digest?.bytes ?? []), .integer(receipt.version.map { Int64($0) }), .integer(expiry.microseconds))
    receiptCount = receiptCount.map { $0 + 1 }
  }

  func dropReceipts(at time: WallTime, limit: Int) throws(LabelTableError) {
    try deleteReceipts(
      """
      DELETE FROM receipts WHERE number IN (
        SELECT number FROM (SELECT number, expiry FROM receipts ORDER BY number LIMIT 10) WHERE expiry <= ?
      )
      """, .integer(time.microseconds))
    let count =
      if let receiptCount { receiptCount } else { try connection.number("SELECT count(*) FROM receipts") ?? 0 }
    receiptCount = count
    // Some at a time, where the limit was lowered.
    for _ in 0..<min(max(count - Int64(limit), 0), 10) {
      let sample = try sampleOfReceipts()
      let excess = sample[RequestReceipt.excess(of: sample.map(\.key))].number
      try deleteReceipts("DELETE FROM receipts WHERE number = ?", .integer(excess))
    }
  }

  private func deleteReceipts(_ sql: String, _ value: SQLiteValue) throws(LabelTableError) {
    try connection.run(sql, value)
    if let count = receiptCount { receiptCount = count - (try connection.number("SELECT changes()") ?? 0) }
  }

  /// The oldest receipt and others by chance, in the order of their age; there is one at least.
  ///
  /// Numbers count up, with gaps where some were dropped.
  private func sampleOfReceipts() throws(LabelTableError) -> [(number: Int64, key: String)] {
    let first = try connection.number("SELECT min(number) FROM receipts") ?? 0
    let last = try connection.number("SELECT max(number) FROM receipts") ?? 0
    var keys: [Int64: String] = [:]
    for number in [first] + (0..<16 * RequestReceipt.sampleSize).lazy.map({ _ in Int64.random(in: first...last) }) {
      try connection.run("SELECT key FROM receipts WHERE number = ?", .integer(number)) { row in
        keys[number] = row.text(0)
        return false
      }
      if keys.count == RequestReceipt.sampleSize { break }
    }
    return keys.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  var isReachedByOthers: Bool { true }

  /// Whoever has lost a file stays without, since nobody can say what has become of it meanwhile.
  func look() throws(LabelTableError) {
    if loss == nil { loss = findLoss() }
    if let loss { throw loss }
  }

  private func findLoss() -> LabelTableError? {
    let reason: String
    switch (database?.look(at: connection.path), log?.look(at: connection.logPath)) {
    case (.absent, _):
      reason = "its file was deleted or moved away; put it back or another in its place, and restart the service"
    case (.another, _):
      reason = "its file was replaced; a restart goes on with what lies there now"
      // The log belongs to what lay there before, and would damage what lies there now.
      unsafe rename(connection.logPath, connection.logPath + "-aside")
    case (_, .absent), (_, .another):
      reason = "the log beside its file was deleted or replaced; a restart goes on with what the file has"
      // Then that is all, since the log is still open.
      try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    default: return nil
    }
    // What was acknowledged is told of; a restart begins with what there is.
    mark.remove()
    return LabelTableError(reason: reason, kind: .lasting)
  }

  func begin() throws(LabelTableError) { try connection.run("BEGIN IMMEDIATE") }

  func touch() { isChanging = true }

  func commit() throws(LabelTableError) {
    if isChanging { try connection.run("UPDATE removed SET batch = ?", .integer(batches + 1)) }
    try connection.run("COMMIT")
    guard isChanging else { return }
    (isChanging, batches) = (false, batches + 1)
    mark.note(batches)
  }

  func rollBack() {
    (removedVersion, receiptCount, isChanging) = (nil, nil, false)
    // SQLite has taken some failures back by itself, and then there is nothing to take back.
    try? connection.run("ROLLBACK")
  }
}

extension StoredLabel {
  fileprivate init(_ row: SQLiteStatement) {
    self.init(
      found: row.text(0), version: row.integer(1), start: row.integer(2), expiry: row.optionalInteger(3),
      isPrivate: row.integer(4) != 0, state: row.bytes(5))
  }
}

/// Tells a file from another that takes its place.
///
/// It cannot be opened for that: closing any descriptor of a file gives up the process's locks on it.
private struct FileMark: Equatable {
  private let device: UInt
  private let inode: UInt

  /// `nil` where there is none.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }

  enum Finding {
    case same, another, absent
  }

  /// What lies at a path; a disk that says nothing of a file has not lost it.
  func look(at path: String) -> Finding {
    guard let found = FileMark(path) else { return errno == ENOENT || errno == ENOTDIR ? .absent : .same }
    return found == self ? .same : .another
  }
}
