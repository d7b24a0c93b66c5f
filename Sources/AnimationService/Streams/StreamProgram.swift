import FrameScheduling
import TextBytes

/// What one viewer is shown, and how far the viewer is: decides which frame is due and writes it.
///
/// Sessions are specialised for their program, so a stream of one sequence does not pay for timelines.
protocol StreamProgram {
  /// The number of frames delivered.
  var framesSent: Int { get }
  /// The number of frames that a newer one replaced.
  var framesSkipped: Int { get }
  /// When there is something to do next, if nothing happens before.
  var nextDue: MonotonicTime { get }

  /// The start event: what will be animated.
  func writeStart(to wire: inout UTF8Buffer)
  /// Bytes that keep the connection alive and that no client takes for a message.
  func writeHeartbeat(to wire: inout UTF8Buffer)
  /// The end event.
  func writeEnd(_ report: StreamReport, to wire: inout UTF8Buffer)

  /// What to do at `now`, or up to `slack` after it.
  mutating func next(at now: MonotonicTime, slack: Duration) -> StreamStep
  /// Writes what is due after ``StreamStep/send``.
  mutating func writeDue(to wire: inout UTF8Buffer)
  /// Reports that the socket has taken what was written, and says of each frame when it was due and how many others it
  /// has replaced.
  mutating func delivered(at now: MonotonicTime, report: (_ due: MonotonicTime, _ skipped: Int) -> Void)
  /// Reports that the socket is full and has taken nothing.
  mutating func refused(at now: MonotonicTime)
  /// Reports that the socket has room again.
  mutating func unblock()
}

/// What a stream has to do next.
enum StreamStep {
  /// Send what is due.
  case send
  /// Send a heartbeat.
  case heartbeat
  /// Do nothing before this moment.
  case wait(until: MonotonicTime)
  /// Everything has been sent.
  case end
}
