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
