internal import CSQLite

/// A value for a statement's question mark.
enum SQLiteValue {
  case integer(Int64?)
  case text(String)
  case bytes([UInt8])
}

/// A prepared statement and its row.
@safe
final class SQLiteStatement {
  private let handle: OpaquePointer

  /// Takes a statement over.
  @unsafe
  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit { unsafe sqlite3_finalize(handle) }
}

extension SQLiteStatement {
  /// Sets the values of all question marks.
  ///
  /// One that cannot be set, for want of memory, stays absent, which columns do not take.
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

  /// Goes to the next row.
  ///
  /// - Returns: SQLite's code.
  func step() -> Int32 { unsafe sqlite3_step(handle) }

  /// Gets ready to be run again.
  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// A number of the row.
  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  /// A number of the row, where there is one.
  func optionalInteger(_ column: Int32) -> Int64? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  /// A text of the row.
  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// Bytes of the row.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
