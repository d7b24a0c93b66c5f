import Glibc

/// A database and its log as this process left them, to tell whether others have taken them away or written into them.
///
/// They cannot be opened for that: closing any descriptor of a file gives up the process's locks on it.
struct OpenedFiles {
  private let path: String
  private var database: Mark?
  private var log: Mark?

  /// Looks at the files of a database that has been opened and read.
  init(path: String) {
    self.path = path
    note()
  }

  private var logPath: String { path + "-wal" }
}

extension OpenedFiles {
  /// What has become of the files.
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
