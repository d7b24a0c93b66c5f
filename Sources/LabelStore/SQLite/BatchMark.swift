import Glibc

/// A file beside a database that says how many batches of changes were acknowledged, as long as its log is needed.
///
/// The database counts them as well, in each batch. So after a process was killed, whatever has become of the log, it is
/// known what is missing; a log by itself does not tell whether it was longer. It is written without waiting for the disk:
/// what a loss of power does to it, it does to the log as well.
struct BatchMark: ~Copyable {
  private let path: String
  private var descriptor: Int32 = -1
  private let boot: String

  init(of database: String) {
    path = database + "-acknowledged"
    boot = Self.read("/proc/sys/kernel/random/boot_id").prefix { $0 != "\n" } + ""
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

extension BatchMark {
  /// The batches of a process that came to no end, and whether this machine has begun anew since; `nil` for none.
  var left: (batches: Int64, isOfEarlierBoot: Bool)? {
    let words = Self.read(path).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let batches = Int64(words[0]) else { return nil }
    return (batches, words[1] != boot)
  }

  /// Notes how many there are; where that cannot be written, less is found out later.
  mutating func note(_ batches: Int64) {
    if descriptor < 0 { descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    let digits = String(batches)
    let line = Array((String(repeating: "0", count: max(20 - digits.count, 0)) + digits + " " + boot + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Says that no log is needed any more.
  mutating func remove() {
    unsafe unlink(path)
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private static func read(_ path: String) -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 100, alignment: 1) { bytes in
      let count = unsafe Glibc.read(file, bytes.baseAddress, bytes.count)
      return unsafe String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
  }
}
