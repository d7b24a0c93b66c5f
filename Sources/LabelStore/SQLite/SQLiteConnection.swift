import CSQLite
import Glibc

/// A database in a file, with the statements that were asked of it ready to be asked again.
@safe
final class SQLiteConnection {
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  init(path: String) throws(LabelTableError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      let error = unsafe LabelTableError(code, handle)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    self.path = path
    unsafe self.handle = handle
  }

  deinit {
    statements = [:]
    unsafe sqlite3_close_v2(handle)
  }
}

extension SQLiteConnection {
  var logPath: String { path + "-wal" }

  /// Whether the file can be read, but not written.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// `sql` is kept ready for the next time, so it is to be a constant; `row` returns whether to go on.
  func run(
    _ sql: String, _ values: SQLiteValue..., row: (SQLiteStatement) -> Bool = { _ in true }
  ) throws(LabelTableError) {
    let statement = try statement(sql)
    statement.bind(values)
    defer { statement.reset() }
    while true {
      let code = statement.step()
      guard code == SQLITE_ROW else {
        if code == SQLITE_DONE { return }
        throw unsafe LabelTableError(code, handle)
      }
      if !row(statement) { return }
    }
  }

  /// The number that a statement results in; `nil` for none.
  func number(_ sql: String, _ values: SQLiteValue...) throws(LabelTableError) -> Int64? {
    var number: Int64?
    try run(sql) { row in
      number = row.optionalInteger(0)
      return false
    }
    return number
  }

  /// The text that a statement results in; empty for none.
  func text(_ sql: String) throws(LabelTableError) -> String {
    var text = ""
    try run(sql) { row in
      text = row.text(0)
      return false
    }
    return text
  }

  /// Runs several statements that are not needed again.
  func execute(_ script: String) throws(LabelTableError) {
    let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
    if code != SQLITE_OK { throw unsafe LabelTableError(code, handle) }
  }

  /// Makes a file of all that is in the database, in the place of one that may lie there.
  ///
  /// It is whole or not there, whatever happens meanwhile.
  func copy(to path: String) throws(LabelTableError) {
    let unfinished = path + "-new"
    unsafe unlink(unfinished)
    if let reason = PrivateFile.create(unfinished) { throw LabelTableError(reason: reason) }
    do throws(LabelTableError) {
      try run("VACUUM INTO ?", .text(unfinished))
      if let reason = PrivateFile.settle(unfinished, at: path) { throw LabelTableError(reason: reason) }
    } catch {
      unsafe unlink(unfinished)
      throw LabelTableError(reason: "no copy of it can be made before it is brought up to date: \(error.reason)")
    }
  }

  private func statement(_ sql: String) throws(LabelTableError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    var pointer: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard code == SQLITE_OK, let pointer = unsafe pointer else { throw unsafe LabelTableError(code, handle) }
    let statement = unsafe SQLiteStatement(pointer)
    statements[sql] = statement
    return statement
  }
}

extension LabelTableError {
  fileprivate init(_ code: Int32, _ handle: OpaquePointer?) {
    let words = unsafe String(cString: handle == nil ? sqlite3_errstr(code) : sqlite3_errmsg(handle))
    let system = unsafe sqlite3_system_errno(handle)
    switch code & 0xff {
    case SQLITE_FULL: self.init(reason: "the disk is full")
    // SQLITE_IOERR_WRITE: a quota, a file as long as it may be, or a disk that fails; SQLite does not say which.
    case SQLITE_IOERR where code == SQLITE_IOERR | 3 << 8 || Self.isFull(system):
      self.init(reason: "nothing more can be written to the disk")
    case SQLITE_BUSY, SQLITE_LOCKED: self.init(reason: "another process uses it")
    case SQLITE_NOTADB: self.init(reason: "it is not a database, or it is damaged")
    case SQLITE_CORRUPT: self.init(reason: "it is damaged (\(words))")
    case SQLITE_READONLY: self.init(reason: "it cannot be written")
    default: self.init(reason: system == 0 ? words : "\(words) (\(unsafe String(cString: strerror(system))))")
    }
  }

  /// Whether an error of the system says that there is no room: on the disk, in a quota, or for a file of that length.
  static func isFull(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}

enum SQLiteValue {
  case integer(Int64?)
  case text(String)
  case bytes([UInt8])
}

@safe
final class SQLiteStatement {
  private let handle: OpaquePointer

  @unsafe
  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit { unsafe sqlite3_finalize(handle) }
}

extension SQLiteStatement {
  /// A value that cannot be set, for want of memory, stays absent, which columns do not take.
  func bind(_ values: [SQLiteValue]) {
    for (index, value) in zip(Int32(1)..., values) {
      switch value {
      case .integer(let number?): unsafe sqlite3_bind_int64(handle, index, number)
      case .integer(nil): unsafe sqlite3_bind_null(handle, index)
      case .text(var text):
        text.withUTF8 { _ = unsafe csqlite_bind_text(handle, index, $0.baseAddress, UInt64($0.count)) }
      case .bytes(let bytes):
        unsafe bytes.withUnsafeBytes { _ = unsafe csqlite_bind_bytes(handle, index, $0.baseAddress, UInt64($0.count)) }
      }
    }
  }

  /// SQLite's code.
  func step() -> Int32 { unsafe sqlite3_step(handle) }

  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func optionalInteger(_ column: Int32) -> Int64? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
