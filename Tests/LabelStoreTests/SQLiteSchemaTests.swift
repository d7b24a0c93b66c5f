import Foundation
import Testing

@testable import LabelStore

struct SQLiteSchemaTests {
  private let folder = TemporaryFolder()
  private var file: LabelFile { LabelFile(path: folder.path("labels.db")) }

  @Test func `an older file becomes a newer one, with all that is in it`() throws {
    let connection = try file.open()
    #expect(try connection.number("PRAGMA user_version") == Int64(SQLiteSchema.steps.count))
    try connection.execute("INSERT INTO labels VALUES ('a', 1, 2, NULL, x'07', 0)")
    let steps = SQLiteSchema.steps + ["ALTER TABLE labels ADD COLUMN color TEXT NOT NULL DEFAULT 'red';"]
    try SQLiteSchema.migrate(connection, steps: steps)
    #expect(try connection.text("SELECT color FROM labels") == "red")
    #expect(try connection.number("PRAGMA user_version") == Int64(steps.count))
  }

  /// What each version has kept of a label that is private and of two that are not.
  private static let labels = """
    INSERT INTO labels VALUES ('a', 1, 2, NULL, CAST('{"form":1,"private":true,"parameters":{}}' AS BLOB));
    INSERT INTO labels VALUES ('b', 2, 3, NULL, CAST('{"form":1,"parameters":{},"private":true}' AS BLOB));
    INSERT INTO labels VALUES ('c', 3, 4, NULL, x'');
    """

  @Test(arguments: 1...3)
  func `an older file has its public labels found, and a copy of it is kept`(version: Int) async throws {
    let older = Array(SQLiteSchema.steps.prefix(version))
    do {
      // Makes the folder.
      _ = try LabelFile(path: folder.path("other.db")).open()
      let connection = try SQLiteConnection(path: file.path)
      try SQLiteSchema.migrate(connection, steps: older)
      try connection.execute(Self.labels)
    }
    // As one was left that came to no end, and one of another time.
    let copy = "\(file.path)-version\(version)"
    for path in [copy, copy + "-new"] { try Data("old".utf8).write(to: URL(filePath: path)) }
    let store = try LocalLabelStore(file)
    #expect(try await store.list(LabelQuery(limit: 9, opening: [])).map(\.name) == ["b", "c"])
    #expect(try await store.list().map(\.name) == ["a", "b", "c"])
    #expect(try await store.read("a")?.isPrivate == true)
    #expect(try await store.read("b")?.isPrivate == false)
    try await store.set("a")
    #expect(try await store.list(LabelQuery(limit: 9, opening: [])).map(\.name) == ["a", "b", "c"])
    store.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    #expect(files.sorted() == ["labels.db", "labels.db-version\(version)", "other.db"])
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
    // As the service that has written it opens it.
    let connection = try SQLiteConnection(path: copy)
    try SQLiteSchema.migrate(connection, steps: older)
    #expect(try connection.number("SELECT count(*) FROM labels WHERE version = start - 1") == 3)
    #expect { try SQLiteSchema.migrate(try SQLiteConnection(path: file.path), steps: older) } throws: { error in
      (error as? LabelTableError)?.reason
        == "a newer Kinetype has written it (version 4 of its tables; this one knows \(version))"
    }
  }

  @Test func `a file of which no copy can be made stays as it is, and says so`() throws {
    try folder.make()
    let connection = try SQLiteConnection(path: file.path)
    try SQLiteSchema.migrate(connection, steps: Array(SQLiteSchema.steps.prefix(3)))
    try FileManager.default.createDirectory(atPath: file.path + "-version3", withIntermediateDirectories: true)
    #expect { try SQLiteSchema.migrate(connection) } throws: { error in
      (error as? LabelTableError)?.reason
        == "no copy of it can be made before it is brought up to date: Is a directory"
    }
    #expect(try SQLiteSchema.version(connection) == 3)
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

  @Test(arguments: [-1, Int32.min, 1000, Int32.max])
  func `a file with a version that is not known is refused with a sentence`(version: Int32) throws {
    do {
      let connection = try file.open()
      try connection.execute("PRAGMA user_version = \(version)")
    }
    #expect { try LocalLabelStore(file) } throws: { error in
      "\(error)".contains(
        version < 0
          ? "no Kinetype has written it (version \(version) of its tables)."
          : "a newer Kinetype has written it (version ")
    }
  }

  @Test(arguments: [0, 1, 2])
  func `a file with fewer tables than its version has is refused with a sentence`(version: Int32) throws {
    do {
      let connection = try file.open()
      try connection.execute("PRAGMA user_version = \(version)")
    }
    #expect { try LocalLabelStore(file) } throws: {
      "\($0)".hasPrefix("The labels' file \(file.path) cannot be used: ")
    }
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
