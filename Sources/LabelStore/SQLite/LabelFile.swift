import Glibc
internal import System

/// A file of labels, opened for one store alone.
public struct LabelFile: Sendable {
  /// What a loss of power may cost.
  ///
  /// A crash of the process costs nothing.
  public enum Durability: String, Sendable, CaseIterable {
    /// Maybe the latest changes, which the system had not written yet; the labels are as they were before those.
    case normal
    /// Nothing that was acknowledged: each batch of changes waits for the disk.
    case full
  }

  /// Where it lies; its folders are made.
  public var path: String
  /// What a loss of power may cost.
  public var durability: Durability

  /// Names a file.
  public init(path: String, durability: Durability = .normal) {
    self.path = path
    self.durability = durability
  }
}

/// Why a file of labels is not used.
public struct LabelFileError: Error, Sendable, CustomStringConvertible {
  /// Where it lies.
  public var path: String
  /// The end of the sentence.
  public var reason: String

  /// One sentence.
  public var description: String { "The labels' file \(path) cannot be used: \(reason)." }
}

extension LocalLabelStore {
  /// Opens a store in a file, which no other process can open meanwhile.
  ///
  /// - Parameters:
  ///   - file: Where it lies.
  ///   - limits: What there is room for.
  ///   - clock: Its clock.
  ///   - report: Told each time when changes can be kept no more, and why, and `nil` when they can again; called on the
  ///     store's own queue.
  /// - Throws: Where the file cannot be written, is damaged, is in use, or is not one of labels.
  public convenience init(
    _ file: LabelFile, limits: LabelStoreLimits = LabelStoreLimits(), clock: StoreClock = StoreClock(),
    report: @escaping @Sendable (LabelStoreTrouble?) -> Void = { _ in }
  ) throws(LabelFileError) {
    let ledger: LabelLedger
    do throws(LabelTableError) {
      let table = try SQLiteTable(file.open())
      let summary = try table.summary()
      if let latest = summary.latestStart { clock.advance(to: latest) }
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
  ///
  /// Where the disk is full, the file is opened all the same, with tables of an older version if need be.
  func open() throws(LabelTableError) -> SQLiteConnection {
    if let reason = PrivateFile.create(path) { throw LabelTableError(reason: reason) }
    // A file that may not grow is an error like a full disk, and not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    do throws(LabelTableError) {
      return try openNow()
    } catch  where error.kind == .full {
      // What a process before has kept for this: room, and the place of an entry in the folder.
      var reserve = DiskReserve(of: path)
      reserve.give()
      return try openNow(inAnyVersion: true)
    }
  }

  private func openNow(inAnyVersion: Bool = false) throws(LabelTableError) -> SQLiteConnection {
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
    do throws(LabelTableError) {
      try SQLiteSchema.migrate(connection)
    } catch {
      guard inAnyVersion, error.kind == .full, try SQLiteSchema.version(connection) > 0 else { throw error }
    }
    return connection
  }
}

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
