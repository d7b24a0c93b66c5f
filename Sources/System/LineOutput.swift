import Glibc
import Synchronization

/// A descriptor for lines, shared by all threads, that makes nobody wait: what it has no room for is not taken.
///
/// The descriptor is left as it is. `O_NONBLOCK` would belong to everybody who holds the same open file, such as the
/// shell behind a terminal, and a second opening by `/proc/self/fd` is refused to a process that changed its user. So a
/// pipe is asked before each piece of 4 KiB, which is what a pipe that says it has room takes (`PIPE_BUF`); that costs
/// two system calls for some twenty lines. Files are not asked, sockets told not to wait.
package final class LineOutput: Sendable {
  private enum Kind { case file, socket, pipe }

  private let descriptor: Int32
  private let kind: Kind
  private let turn = Mutex<Void>(())

  /// Standard error, which every log of the process shares.
  package static let standardError = LineOutput(descriptor: STDERR_FILENO)

  /// The descriptor must stay open as long as this is used.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    let mode = unsafe fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    kind = mode == S_IFREG ? .file : mode == S_IFSOCK ? .socket : .pipe
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }
}

extension LineOutput {
  /// Returns how many bytes need not be offered again: those written, and all of them where nobody will ever read.
  package func write(_ lines: Span<UInt8>) -> Int {
    turn.withLock { _ in
      var count = 0
      while count < lines.count {
        let piece = Self.piece(of: lines, from: count, limit: kind == .file ? 65_536 : 4096)
        switch writePiece(lines.extracting(piece)) {
        case .accepted(let taken): count += taken
        case .wouldBlock: return count
        case .failed: return lines.count
        }
      }
      return count
    }
  }

  /// The lines that fit into `limit` bytes; of one that is longer, its beginning.
  static func piece(of lines: Span<UInt8>, from start: Int, limit: Int) -> Range<Int> {
    guard lines.count - start > limit else { return start..<lines.count }
    var end = start + limit
    while end > start, lines[end - 1] != UInt8(ascii: "\n") { end -= 1 }
    return start..<(end > start ? end : start + limit)
  }

  /// A disk that is full may have room again.
  private static let temporaryErrors: Set<Int32> = [EAGAIN, EINTR, ENOSPC, EDQUOT]

  private func writePiece(_ bytes: Span<UInt8>) -> Transmission {
    if kind == .socket { return Socket.write(bytes, to: descriptor) }
    guard kind == .file || Socket.isWritable(descriptor) else { return .wouldBlock }
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
    guard count < 0 else { return .accepted(count) }
    return Self.temporaryErrors.contains(errno) ? .wouldBlock : .failed
  }
}

/// In cells.
package struct TerminalWindow: Equatable, Sendable {
  package var columns: Int
  package var rows: Int

  /// What the terminal behind a descriptor says, which changes as its window does; where it knows nothing, 80 by 24, the
  /// size of a VT100.
  package init(of descriptor: CInt) {
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
  }
}
