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

  @Test func `a step that fails changes nothing`() throws {
    let connection = try file.open()
    let steps = SQLiteSchema.steps + ["CREATE TABLE other (x); CREATE TABLE other (x);"]
    #expect(throws: LabelTableError.self) { try SQLiteSchema.migrate(connection, steps: steps) }
    #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'other'") == 0)
    #expect(try connection.number("PRAGMA user_version") == Int64(SQLiteSchema.steps.count))
    try SQLiteSchema.migrate(connection)
  }

  @Test func `a newer file is refused, and so is another program's`() throws {
    do {
      let connection = try file.open()
      try connection.execute("PRAGMA user_version = 99")
    }
    #expect { try LocalLabelStore(file) } throws: { error in
      "\(error)".hasSuffix("a newer Kinetype has written it (version 99 of its tables; this one knows 1).")
    }
    do {
      let connection = try SQLiteConnection(path: file.path)
      try connection.execute("PRAGMA application_id = 5")
    }
    #expect { try LocalLabelStore(file) } throws: { "\($0)".hasSuffix("it is a database of another program.") }
  }
}
