import Glibc

/// A file that keeps room on a disk for the day when it is full, so that labels can still be deleted then.
struct DiskReserve: ~Copyable {
  /// What a log of SQLite's usual length adds to its database, and as much again for what is deleted meanwhile.
  private static let usualSize = 8 << 20
  /// Less is of no use.
  private static let smallestSize = 64 << 10

  private let path: String
  private var descriptor: Int32 = -1
  /// Bytes that are kept, or would be were there room.
  private(set) var size = 0

  init(of database: String) {
    path = database + "-reserve"
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

extension DiskReserve {
  enum Outcome {
    case kept, full
    /// The file system takes no such file, or keeps no room for one.
    case impossible
  }

  var isKept: Bool { descriptor >= 0 }

  /// Keeps room, unless it is kept: as much as was kept before, and at first a quarter of what is free.
  mutating func keep() -> Outcome {
    guard !isKept else { return .kept }
    let file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return Self.outcome(errno) }
    var wanted = size > 0 ? size : Self.firstSize(file)
    while wanted >= Self.smallestSize {
      let code = posix_fallocate(file, 0, wanted)
      if code == 0 {
        (descriptor, size) = (file, wanted)
        return .kept
      }
      // Where a quota is nearer than the end of the disk, less may do.
      let outcome = Self.outcome(code)
      guard size == 0, outcome == .full else { return Self.leave(file, at: path, outcome) }
      wanted /= 2
    }
    return Self.leave(file, at: path, .full)
  }

  /// Gives the room away, and the file's entry with it.
  mutating func give() {
    unsafe unlink(path)
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Whether a file could grow now by as much as is worth to begin anew.
  mutating func isRoomLeft() -> Bool {
    guard isKept else { return keep() != .full }
    defer { ftruncate(descriptor, size) }
    return Self.outcome(posix_fallocate(descriptor, size, min(size, 1 << 20))) != .full
  }

  /// What a service before kept counts as free.
  private static func firstSize(_ file: Int32) -> Int {
    var (status, system) = (stat(), statvfs())
    guard unsafe fstat(file, &status) == 0, unsafe fstatvfs(file, &system) == 0 else { return usualSize }
    let free = Int(clamping: system.f_bavail).multipliedReportingOverflow(by: Int(clamping: system.f_frsize))
    let all = (free.overflow ? Int.max / 2 : free.partialValue) + Int(status.st_blocks) * 512
    return min(usualSize, all / 4 / smallestSize * smallestSize)
  }

  private static func leave(_ file: Int32, at path: String, _ outcome: Outcome) -> Outcome {
    unsafe unlink(path)
    close(file)
    return outcome
  }

  private static func outcome(_ code: Int32) -> Outcome {
    code == 0 ? .kept : LabelTableError.isFull(code) ? .full : .impossible
  }
}
