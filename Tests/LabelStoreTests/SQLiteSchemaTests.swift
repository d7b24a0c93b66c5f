import Testing

@testable import LabelStore

struct SQLiteSchemaTests {
  private let folder = TemporaryFolder()
  private var file: LabelFile { LabelFile(path: folder.path("labels.db")) }

  @Test func `an older file becomes a newer one, with all that is in it`() throws {
    let connection = try file.open()
    #expect(try connection.number("PRAGMA user_version") == Int64(SQLiteSchema.steps.count))
    try connection.execute("INSERT INTO labels VALUES ('a', 1, 2, NULL, x'07')")
    let steps = SQLiteSchema.steps + ["ALTER TABLE labels ADD COLUMN color TEXT NOT NULL DEFAULT 'red';"]
    try SQLiteSchema.migrate(connection, steps: steps)
    #expect(try connection.text("SELECT color FROM labels") == "red")
    #expect(try connection.number("PRAGMA user_version") == Int64(steps.count))
  }

  @Test func `an older file has its public labels found, and no other is looked at`() async throws {
    do {
      // Makes the folder.
      _ = try file.open()
      let connection = try SQLiteConnection(path: folder.path("older.db"))
      try SQLiteSchema.migrate(connection, steps: Array(SQLiteSchema.steps.prefix(2)))
      try connection.execute(
        """
        INSERT INTO labels VALUES ('a', 1, 2, NULL, CAST('{"form":1,"private":true,"parameters":{}}' AS BLOB));
        INSERT INTO labels VALUES ('b', 2, 3, NULL, CAST('{"form":1,"parameters":{},"private":true}' AS BLOB));
        """)
    }
    let older = LabelFile(path: folder.path("older.db"))
    let store = try LocalLabelStore(older)
    #expect(try await store.list(LabelQuery(limit: 9, opening: [])).map(\.name) == ["b"])
    #expect(try await store.list().map(\.name) == ["a", "b"])
    store.close()
    let connection = try older.open()
    let found = "SELECT name FROM labels INDEXED BY public_names WHERE \(SQLiteSchema.isPublic)"
    #expect(try connection.text(found) == "b" && StoredLabel.privateMark.count == 25)
  }

  @Test func `a step that fails changes nothing`() throws {
    let connection = try file.open()
    let steps = SQLiteSchema.steps + ["CREATE TABLE other (x); CREATE TABLE other (x);"]
    #expect(throws: LabelTableError.self) { try SQLiteSchema.migrate(connection, steps: steps) }
    #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'other'") == 0)
    #expect(try connection.number("PRAGMA user_version") == Int64(SQLiteSchema.steps.count))
    try SQLiteSchema.migrate(connection)
  }

  @Test func `what the first version has kept of requests counts`() async throws {
    let kept = [
      ("made", "41\n{\"id\":\"a\"}\n"), ("final", #"{"type":"no-single-number","detail":"Nothing","errors":[]}"#),
      ("later", #"{"type":"not-found","detail":"There is none","errors":[]}"#),
    ]
    do {
      try folder.make()
      let connection = try SQLiteConnection(path: file.path)
      try SQLiteSchema.migrate(connection, steps: Array(SQLiteSchema.steps.prefix(1)))
      for (key, answer) in kept {
        try connection.run(
          "INSERT INTO answers (key, answer, expiry) VALUES (?, ?, ?)", .text(key), .bytes(Array(answer.utf8)),
          .integer(.max))
      }
    }
    let store = try LocalLabelStore(file)
    #expect(try await store.add(to: "a", key: "made", asking: "any").repeatedVersion == 41)
    let final = try await store.add(to: "a", key: "final")
    #expect(final.isRepeated && final.repeatedVersion == nil)
    #expect(try await store.add(to: "a", key: "later").label?.number == 1)
    store.close()
  }

  @Test func `a newer file is refused, and so is another program's`() throws {
    do {
      let connection = try file.open()
      try connection.execute("PRAGMA user_version = 99")
    }
    #expect { try LocalLabelStore(file) } throws: { error in
      "\(error)".hasSuffix(
        "a newer Kinetype has written it (version 99 of its tables; this one knows \(SQLiteSchema.steps.count)).")
    }
    do {
      let connection = try SQLiteConnection(path: file.path)
      try connection.execute("PRAGMA application_id = 5")
    }
    #expect { try LocalLabelStore(file) } throws: { "\($0)".hasSuffix("it is a database of another program.") }
  }
}
