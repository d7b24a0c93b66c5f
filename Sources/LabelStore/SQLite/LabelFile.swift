import Glibc
import System

/// A file of labels, opened for one store alone.
package struct LabelFile: Sendable {
  /// What a loss of power may cost.
  ///
  /// A crash of the process costs nothing.
  package enum Durability: String, Sendable, CaseIterable {
    /// Maybe the latest changes, which the system had not written yet; the labels are as they were before those.
    case normal
    /// Nothing that was acknowledged: each batch of changes waits for the disk.
    case full
  }

  /// Where it lies; its folders are made.
  package var path: String
  package var durability: Durability
  /// What is done where changes are missing that were acknowledged, since the log was damaged or taken away.
  package var missing: Missing

  /// What is done about changes that are missing.
  package enum Missing: String, Sendable, CaseIterable {
    /// Labels are read, and not changed, so that the log may be put back.
    case refuse
    /// The store goes on without.
    case accept
  }

  package init(path: String, durability: Durability = .normal, missing: Missing = .refuse) {
    (self.path, self.durability, self.missing) = (path, durability, missing)
  }
}

/// Why a file of labels is not used.
package struct LabelFileError: Error, Sendable, CustomStringConvertible {
  package var path: String
  /// The end of the sentence.
  package var reason: String

  package var description: String { "The labels' file \(path) cannot be used: \(reason)." }
}

extension LocalLabelStore {
  /// Opens a store in a file, which no other process can open meanwhile.
  ///
  /// `report` is told each time when changes can be kept no more, and why, and `nil` when they can again; on the
  /// store's own queue. `remark` is told the end of a sentence about the file, where changes are missing in it that the
  /// store goes on without.
  package convenience init(
    _ file: LabelFile, limits: LabelStoreLimits = LabelStoreLimits(), clock: StoreClock = StoreClock(),
    remark: (String) -> Void = { _ in }, report: @escaping @Sendable (LabelStoreTrouble?) -> Void = { _ in }
  ) throws(LabelFileError) {
    let ledger: LabelLedger
    do throws(LabelTableError) {
      let table = try SQLiteTable(try file.open())
      if let missing = table.findMissing(file) { remark(missing) }
      let summary = try table.summary()
      ledger = LabelLedger(
        table, limits: limits, count: summary.count, visitorCount: summary.visitorCount,
        nextExpiry: summary.nextExpiry)
    } catch {
      throw LabelFileError(path: file.path, reason: error.reason)
    }
    self.init(ledger, limits: limits, clock: clock, report: report)
  }
}

extension LabelFile {
  /// Opens and locks the file, checks it, and brings its tables up to date.
  func open() throws(LabelTableError) -> SQLiteConnection {
    if let reason = PrivateFile.create(path) { throw LabelTableError(reason: reason) }
    // A file that may not grow is an error like a full disk, and not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    let connection = try SQLiteConnection(path: path)
    guard !connection.isReadOnly else { throw LabelTableError(reason: "it cannot be written") }
    // The lock is the kernel's and goes with the process. The log's index then lies in memory and not in a file.
    try connection.run("PRAGMA locking_mode = EXCLUSIVE")
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
      throw LabelTableError(reason: "its file system has no room for a log beside it")
    }
    try connection.run(durability == .full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    try connection.run("PRAGMA journal_size_limit = 16777216")
    // Reads the whole file: what is damaged shows now and not when a label is asked for.
    let finding = try connection.text("PRAGMA quick_check(1)")
    guard finding == "ok" else { throw LabelTableError(reason: "it is damaged (\(finding))") }
    if try SQLiteSchema.version(connection) < SQLiteSchema.steps.count {
      try SQLiteSchema.migrate(connection)
      // So that a file without its log is never taken for one that was not there.
      try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
      // An older file, and one that was not there, counts no batches.
      var mark = BatchMark(of: path)
      mark.remove()
    } else {
      try SQLiteSchema.migrate(connection)
    }
    return connection
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
    "CREATE INDEX public_names ON labels (name) WHERE \(isUnmarked);",
    """
    ALTER TABLE removed ADD COLUMN batch INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE labels ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
    UPDATE labels SET private = 1 WHERE NOT \(isUnmarked);
    DROP INDEX public_names;
    CREATE INDEX public_names ON labels (name) WHERE \(isPublic);
    """,
  ]

  /// Whether a label is not private, in the words by which SQLite finds its index.
  static let isPublic = "private = 0"

  /// The same in files of earlier versions, see ``StoredLabel/privateMark``.
  private static let isUnmarked = "substr(state, 1, 25) <> CAST('{\"form\":1,\"private\":true,' AS BLOB)"

  /// The version of a file's tables; 0 where there are none.
  static func version(_ connection: SQLiteConnection) throws(LabelTableError) -> Int {
    Int(try connection.number("PRAGMA user_version") ?? 0)
  }

  /// Makes a file one of the newest version, all or not at all, and before that a copy of one that has labels, for whoever
  /// goes back to the service that has written it: `FILE-versionN`, in the place of one that was made before.
  ///
  /// Throws where the file is newer, or another program's.
  static func migrate(_ connection: SQLiteConnection, steps: [String] = steps) throws(LabelTableError) {
    let isEmpty = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
    let program = try connection.number("PRAGMA application_id")
    guard isEmpty || program == application else {
      throw LabelTableError(reason: "it is a database of another program")
    }
    let version = try version(connection)
    guard version >= 0 else {
      throw LabelTableError(reason: "no Kinetype has written it (version \(version) of its tables)")
    }
    guard version <= steps.count else {
      throw LabelTableError(
        reason: "a newer Kinetype has written it (version \(version) of its tables; this one knows \(steps.count))")
    }
    guard version < steps.count else { return }
    if version > 0 { try connection.copy(to: "\(connection.path)-version\(version)") }
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

/// Files that other users of the machine cannot read.
enum PrivateFile {
  /// Makes an empty file, and the folders to it, where there is none; returns why it could not.
  static func create(_ path: String) -> String? {
    for (index, character) in path.utf8.enumerated().dropFirst() where character == UInt8(ascii: "/") {
      let folder = String(decoding: path.utf8.prefix(index), as: UTF8.self)
      guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST || isFolder(folder) else {
        return "its folder \(folder) cannot be created (\(unsafe String(cString: strerror(errno))))"
      }
    }
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return errno == EEXIST ? nil : "it cannot be created (\(unsafe String(cString: strerror(errno))))"
  }

  /// Has the disk keep a file, and gives it its name; returns why it could not.
  static func settle(_ path: String, at name: String) -> String? {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, fsync(descriptor) == 0, unsafe rename(path, name) == 0 else {
      return unsafe String(cString: strerror(errno))
    }
    return nil
  }

  /// Copies a file that is not empty, unless there is a copy; returns whether there is one.
  static func copy(_ path: String, to name: String) -> Bool {
    if unsafe access(name, F_OK) == 0 { return true }
    let (source, target) = unsafe (
      open(path, O_RDONLY | O_CLOEXEC), open(name + "-new", O_RDWR | O_CREAT | O_TRUNC, 0o600)
    )
    defer {
      close(source)
      close(target)
    }
    var status = stat()
    guard unsafe fstat(source, &status) == 0, status.st_size > 0, target >= 0 else {
      unsafe unlink(name + "-new")
      return false
    }
    var left = Int(status.st_size)
    while left > 0 {
      let count = sendfile(target, source, nil, left)
      if count <= 0 { return false }
      left -= count
    }
    return settle(name + "-new", at: name) == nil
  }

  private static func isFolder(_ path: String) -> Bool {
    let code = errno
    defer { errno = code }
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension LabelFile {
  /// Why a file could not be written, or made together with its folders, as far as that can be told without touching
  /// anything; `nil` where it could.
  package static func refusal(writing path: String) -> String? {
    if unsafe access(path, F_OK) == 0, unsafe access(path, R_OK | W_OK) != 0 { return reason }
    var folder = parent(of: path)
    while unsafe access(folder, F_OK) != 0, errno == ENOENT, folder != "/", folder != "." {
      folder = parent(of: folder)
    }
    return unsafe access(folder, W_OK | X_OK) == 0 ? nil : reason
  }

  private static var reason: String { unsafe String(cString: strerror(errno)) }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
