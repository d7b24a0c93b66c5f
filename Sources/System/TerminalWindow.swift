import Glibc

/// The size of a terminal's window in cells.
public struct TerminalWindow: Equatable, Sendable {
  /// Cells in a line.
  public var columns: Int
  /// Lines.
  public var rows: Int

  /// What the terminal behind a descriptor says, which changes as its window does; where it knows nothing, 80 by 24, the
  /// size of a VT100.
  public init(of descriptor: CInt) {
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    columns = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
  }
}
