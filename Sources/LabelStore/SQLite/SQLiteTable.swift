internal import System

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

  /// Looks at all labels once.
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

/// The tables of a file, by versions; a file of an older version becomes one of the newest.
enum SQLiteSchema {
  /// Tells the files from those of other programs: `Kine`.
  static let application: Int64 = 0x4b69_6e65

  /// How a file of version n becomes one of version n + 1; an empty one has version 0.
  static let steps = [
    """
    CREATE TABLE labels (
      name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, start INTEGER NOT NULL, expiry INTEGER,
      state BLOB NOT NULL
    );
    CREATE INDEX expiries ON labels (expiry, name) WHERE expiry IS NOT NULL;
    CREATE TABLE removed (version INTEGER NOT NULL);
    INSERT INTO removed VALUES (0);
    CREATE TABLE answers (
      number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, answer BLOB NOT NULL, expiry INTEGER NOT NULL
    );
    """,
    // An answer was a version, a line break and a document, or a problem; only one kind of problem is final.
    """
    CREATE TABLE receipts (
      number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, digest BLOB, version INTEGER, expiry INTEGER NOT NULL
    );
    INSERT INTO receipts
    SELECT number, key, NULL, nullif(CAST(CAST(answer AS TEXT) AS INTEGER), 0), expiry FROM answers
    WHERE CAST(answer AS TEXT) GLOB '[0-9]*' OR CAST(answer AS TEXT) GLOB '{"type":"no-single-number"*';
    DROP TABLE answers;
    """,
    "CREATE INDEX public_names ON labels (name) WHERE \(isPublic);",
  ]

  /// Whether a label is not private, see ``StoredLabel/privateMark``; in the words by which SQLite finds its index.
  static let isPublic = "substr(state, 1, 25) <> CAST('{\"form\":1,\"private\":true,' AS BLOB)"

  /// The version of a file's tables; 0 where there are none.
  static func version(_ connection: SQLiteConnection) throws(LabelTableError) -> Int {
    Int(try connection.number("PRAGMA user_version") ?? 0)
  }

  /// Makes a file one of the newest version, all or not at all.
  ///
  /// - Parameters:
  ///   - connection: The file.
  ///   - steps: How each version becomes the next.
  /// - Throws: Where the file is newer, or another program's.
  static func migrate(_ connection: SQLiteConnection, steps: [String] = steps) throws(LabelTableError) {
    let isEmpty = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
    let program = try connection.number("PRAGMA application_id")
    guard isEmpty || program == application else {
      throw LabelTableError(reason: "it is a database of another program")
    }
    let version = try version(connection)
    guard version <= steps.count else {
      throw LabelTableError(
        reason: "a newer Kinetype has written it (version \(version) of its tables; this one knows \(steps.count))")
    }
    guard version < steps.count else { return }
    do throws(LabelTableError) {
      try connection.execute(
        """
        BEGIN IMMEDIATE; \(steps[version...].joined(separator: "\n"))
        PRAGMA application_id = \(application); PRAGMA user_version = \(steps.count); COMMIT
        """)
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }
}
