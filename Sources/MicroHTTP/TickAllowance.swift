/// How many ticks work by the clock has, by the nanoseconds that it is late, before sockets have their turn again.
///
/// Turn and turn about, thousands of clients who come within a second would take half of the loop's time from the frames
/// of those who are there already. They can wait: a stream's time begins when it is opened.
enum TickAllowance {
  /// How late work may be before it has more than one tick.
  private static let tolerance: UInt64 = 2_000_000
  /// How late it may be before frames are likely to be lost.
  private static let alarming: UInt64 = 40_000_000

  /// Between two turns of the sockets: they keep about a fifth of the time, and little once frames are likely to be lost.
  ///
  /// With eight at once, clients waited so long that of 5,000 streams, too many for their loop, some had 57 frames and
  /// others 80, here 80 to 82; with two, of 10,000 streams that came within two seconds every fiftieth frame was lost,
  /// here hardly any.
  static func betweenTurns(behind lateness: UInt64) -> Int {
    lateness <= tolerance ? 1 : lateness < alarming ? 4 : 16
  }

  /// In the midst of a turn, once a millisecond.
  ///
  /// With one tick at any lateness, five of nine crowds of 10,000 within two seconds lost frames, here three of nine, the
  /// two by turns. With as many as between turns, of the 5,000 some had 60 frames and others 73.
  static func amidTurn(behind lateness: UInt64) -> Int {
    lateness < alarming ? 1 : 16
  }
}
