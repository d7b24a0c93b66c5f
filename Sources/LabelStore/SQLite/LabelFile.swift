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
