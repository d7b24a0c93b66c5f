import FrameScheduling
import MicroHTTP
import TextAnimation

/// A viewer's place in a channel: what it has been told of the label.
///
/// What a frame needs stands together, since of ten thousand viewers none is in the processor's cache.
struct LabelSeat {
  let viewer: LabelViewer
  let stream: ResponseStream
  /// Whether it is told of the label while that is private.
  let mayReadPrivate: Bool
  /// What it had seen before it came.
  let seen: LabelPosition?
  var told = Told.nothing
  /// The newest frame it has, or need not have.
  var frame = -1
  /// The pass in which it had its turn.
  var pass: UInt64 = 0
  var clientDelay = ClientDelay()
  var framesSent = 0
  var framesSkipped = 0

  /// What the viewer knows.
  enum Told: Equatable {
    case nothing
    /// That there is nothing to be shown.
    case absence(LabelAbsence)
    /// That the label has this version.
    case version(Int)
  }

  init(_ viewer: LabelViewer, mayReadPrivate: Bool, after seen: LabelPosition? = nil) {
    self.viewer = viewer
    stream = viewer.stream
    self.mayReadPrivate = mayReadPrivate
    self.seen = seen
  }

  /// Whether the newest frame of a label was seen before the viewer came, maybe from a node whose clock is ahead.
  func hasSeen(_ frame: Int, of label: PreparedLabel) -> Bool {
    guard let seen, seen.version == label.version else { return false }
    return seen.frame >= frame && Double(seen.frame - frame) <= label.prepared.sequence.fps
  }
}
