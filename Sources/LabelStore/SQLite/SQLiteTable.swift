import Glibc
import System

/// Labels in a file.
final class SQLiteTable {
  private let connection: SQLiteConnection
  private var files: OpenedFiles
  private var reserve: DiskReserve
  private var loss: LabelTableError?
  /// Why labels can only be removed, if so.
  private var fullness: LabelTableError?
  /// Whether that is what the transaction does.
  private var isRemoving = false
  private var isOfOlderVersion: Bool

  /// Takes a connection over whose schema is ``SQLiteSchema``'s, or was in an older version.
  init(_ connection: SQLiteConnection) throws(LabelTableError) {
    self.connection = connection
    files = OpenedFiles(path: connection.path)
    reserve = DiskReserve(of: connection.path)
    isOfOlderVersion = try SQLiteSchema.version(connection) < SQLiteSchema.steps.count
    if reserve.keep() == .full { fullness = LabelTableError(reason: "the disk is full", kind: .full) }
  }
}

extension SQLiteTable {
  /// What a store wants to know of a file before it begins.
  struct Summary {
    var count = 0
    var visitorCount = 0
    var latestStart: Int64?
    var nextExpiry: Int64?
  }

  func summary() throws(LabelTableError) -> Summary {
    var summary = Summary()
    let last = SQLiteValue.integer(StoredLabel.lastMoment)
    try connection.run(
      """
      SELECT count(*), max(CASE WHEN start BETWEEN 0 AND ? THEN start END),
        min(CASE WHEN expiry BETWEEN 0 AND ? THEN expiry END), sum(NOT \(Self.isListed)) FROM labels
      """, last, last
    ) { row in
      summary = Summary(
        count: Int(row.integer(0)), visitorCount: Int(row.optionalInteger(3) ?? 0), latestStart: row.optionalInteger(1),
        nextExpiry: row.optionalInteger(2))
      return false
    }
    return summary
  }
}

extension SQLiteTable: LabelTable {
  func highestRemovedVersion() throws(LabelTableError) -> Int {
    Int(try connection.number("SELECT version FROM removed") ?? 0)
  }

  func label(_ name: String) throws(LabelTableError) -> StoredLabel? {
    var label: StoredLabel?
    try connection.run("SELECT name, version, start, expiry, state FROM labels WHERE name = ?", .text(name)) { row in
      label = StoredLabel(row)
      return false
    }
    return label
  }

  func labels(
    prefix: String, after: String?, limit: Int, arePublic: Bool, at time: Int64
  ) throws(LabelTableError) -> [StoredLabel] {
    // One lower bound, or each page would pass all those before it.
    let after = after ?? ""
    let first = after.utf8.lexicographicallyPrecedes(prefix.utf8) ? prefix : after
    var labels: [StoredLabel] = []
    guard limit > 0 else { return [] }
    try connection.run(
      arePublic ? publicLabels : Self.allLabels, .text(first), .text(after), .integer(time)
    ) { row in
      let label = StoredLabel(row)
      guard label.name.utf8.starts(with: prefix.utf8) else { return false }
      labels.append(label)
      return labels.count < limit
    }
    return labels
  }

  private static let isListed = "substr(name, 1, 1) <> '\(StoredLabel.visitorMark)'"
  private static let allLabels = """
    SELECT name, version, start, expiry, state FROM labels
    WHERE \(isListed) AND name >= ? AND name <> ? AND (expiry IS NULL OR expiry > ?) ORDER BY name
    """
  /// A file of an older version may have no such index.
  private var publicLabels: String {
    """
    SELECT name, version, start, expiry, state FROM labels \(isOfOlderVersion ? "" : "INDEXED BY public_names")
    WHERE \(SQLiteSchema.isPublic) AND \(Self.isListed) AND name >= ? AND name <> ? AND (expiry IS NULL OR expiry > ?) ORDER BY name
    """
  }

  func firstToExpire(limit: Int) throws(LabelTableError) -> [StoredLabel] {
    var labels: [StoredLabel] = []
    try connection.run(
      """
      SELECT name, version, start, expiry, state FROM labels
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
    try connection.run(
      """
      INSERT INTO labels (name, version, start, expiry, state) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE
      SET version = excluded.version, start = excluded.start, expiry = excluded.expiry, state = excluded.state
      """, .text(label.name), .integer(Int64(label.version)), .integer(label.start), .integer(label.expiry),
      .bytes(label.state))
  }

  func remove(_ label: StoredLabel) throws(LabelTableError) {
    if isRemoving { reserve.give() }
    try connection.run("DELETE FROM labels WHERE name = ?", .text(label.name))
    try connection.run("UPDATE removed SET version = max(version, ?)", .integer(Int64(label.version)))
  }

  func receipt(_ name: String, at time: Int64) throws(LabelTableError) -> RequestReceipt? {
    var receipt: RequestReceipt?
    try connection.run(
      "SELECT digest, version FROM receipts WHERE key = ? AND expiry > ?", .text(name), .integer(time)
    ) { row in
      receipt = RequestReceipt(digest: SHA256(row.bytes(0)), version: row.optionalInteger(1).map { Int($0) })
      return false
    }
    return receipt
  }

  func keep(_ receipt: RequestReceipt, for name: String, expiry: Int64) throws(LabelTableError) {
    try connection.run(
      "INSERT OR REPLACE INTO receipts (key, digest, version, expiry) VALUES (?, ?, ?, ?)", .text(name),
      .bytes(receipt.digest?.bytes ?? []), .integer(receipt.version.map { Int64($0) }), .integer(expiry))
  }

  func dropReceipts(at time: Int64, limit: Int) throws(LabelTableError) {
    // Numbers count up without gaps but for the few that were replaced, so that the difference is about the count.
    try connection.run(
      """
      DELETE FROM receipts WHERE number IN (
        SELECT number FROM (SELECT number, expiry FROM receipts ORDER BY number LIMIT 10)
        WHERE expiry <= ? OR number <= (SELECT max(number) FROM receipts) - ?
      )
      """, .integer(time), .integer(Int64(limit)))
  }

  var isReachedByOthers: Bool { true }

  /// Whoever has lost a file stays without, since nobody can say what has become of it meanwhile.
  func look(after failure: LabelTableError?) throws(LabelTableError) -> LabelTableError? {
    if loss == nil { loss = loss(files.look()) }
    if let loss { throw loss }
    if let failure {
      fullness = failure
      writeLog()
      files.note()
    }
    if fullness != nil, reserve.isRoomLeft() { fullness = nil }
    return fullness
  }

  private func loss(_ finding: OpenedFiles.Finding) -> LabelTableError? {
    let reason: String
    switch finding {
    case .unchanged: return nil
    case .logLost:
      reason = "the log beside its file was deleted or replaced; a restart goes on with what the file has"
      // Then that is all, since the log is still open.
      try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    case .databaseGone:
      reason = "its file was deleted or moved away; put it back or another in its place, and restart the service"
    case .databaseReplaced:
      reason = "its file was replaced or written to by another program; a restart goes on with what lies there now"
      // The log belongs to what lay there before, and would damage what lies there now.
      connection.keepLog()
      files.setLogAside()
    }
    return LabelTableError(reason: reason, kind: .lasting)
  }

  func begin(onlyRemoving fullness: LabelTableError?) throws(LabelTableError) {
    self.fullness = fullness
    if fullness != nil {
      isRemoving = true
      // Or what is given away for what is removed would go into the file.
      try connection.run("PRAGMA wal_autocheckpoint = 0")
    }
    if isOfOlderVersion {
      if isRemoving { reserve.give() }
      try SQLiteSchema.migrate(connection)
      isOfOlderVersion = false
    }
    try connection.run("BEGIN IMMEDIATE")
  }

  func commit() throws(LabelTableError) {
    try connection.run("COMMIT")
    settle()
  }

  func rollBack() {
    defer { settle() }
    // SQLite has taken some failures back by itself, and then there is nothing to take back.
    try? connection.run("ROLLBACK")
  }
}

extension SQLiteTable {
  /// Keeps room again for what is removed next.
  private func settle() {
    if isRemoving {
      isRemoving = false
      if !reserve.isKept { writeLog() }
      try? connection.run("PRAGMA wal_autocheckpoint = 1000")
    }
    files.note()
  }

  /// Writes the log into the file and empties it, which leaves more room: a page that was written often stands there once.
  private func writeLog() {
    let growth = files.growth(to: connection)
    if growth <= reserve.size {
      if growth > 0 { reserve.give() }
      try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    _ = reserve.keep()
  }
}

extension StoredLabel {
  fileprivate init(_ row: SQLiteStatement) {
    self.init(
      found: row.text(0), version: row.integer(1), start: row.integer(2), expiry: row.optionalInteger(3),
      state: row.bytes(4))
  }
}

/// A database and its log as this process left them, to tell whether others have taken them away or written into them.
///
/// They cannot be opened for that: closing any descriptor of a file gives up the process's locks on it.
private struct OpenedFiles {
  private let path: String
  private var database: Mark?
  private var log: Mark?

  init(path: String) {
    self.path = path
    note()
  }

  private var logPath: String { path + "-wal" }
}

extension OpenedFiles {
  enum Finding {
    case unchanged
    /// Nothing, or something else, lies where the log was; the database is as it was.
    case logLost
    /// Nothing lies where the database was.
    case databaseGone
    /// Something else lies where the database was, or others have written into it.
    case databaseReplaced
  }

  /// Compares the files with what they were; a disk that says nothing of them has not lost them.
  func look() -> Finding {
    switch Mark.look(at: path) {
    case .absent: return .databaseGone
    case .present(let mark) where mark != database: return .databaseReplaced
    default: break
    }
    switch Mark.look(at: logPath) {
    case .absent where log != nil: return .logLost
    case .present(let mark) where log != nil && mark != log: return .logLost
    default: return .unchanged
    }
  }

  /// Takes what the files have come to by what this process has written.
  mutating func note() {
    database = Self.noted(database, at: path)
    log = Self.noted(log, at: logPath)
  }

  /// The bytes by which the file grows when the log is written into it.
  func growth(to connection: SQLiteConnection) -> Int {
    guard let pages = try? connection.number("PRAGMA page_count"),
      let size = try? connection.number("PRAGMA page_size"), let database
    else { return .max }
    return Int(clamping: pages.multipliedReportingOverflow(by: size).partialValue) - database.size
  }

  /// Moves the log away, unless it is another's, so that it is not played into what lies at the database's place now.
  func setLogAside() {
    guard case .present(let mark) = Mark.look(at: logPath), let log, mark.isSameFile(as: log) else { return }
    unsafe rename(logPath, logPath + "-aside")
  }

  private static func noted(_ old: Mark?, at path: String) -> Mark? {
    guard case .present(let mark) = Mark.look(at: path) else { return old }
    return old.map { mark.isSameFile(as: $0) ? mark : $0 } ?? mark
  }
}

/// Tells a file from another that takes its place, and from itself when somebody has written to it.
private struct Mark: Equatable {
  let device: UInt
  let inode: UInt
  let size: Int
  let changed: [Int]

  enum Look {
    case absent
    case present(Mark)
    case unknown
  }

  static func look(at path: String) -> Look {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR ? .absent : .unknown }
    return .present(
      Mark(
        device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
        changed: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]))
  }

  func isSameFile(as other: Mark) -> Bool { device == other.device && inode == other.inode }
}
