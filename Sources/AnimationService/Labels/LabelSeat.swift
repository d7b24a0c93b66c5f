import FrameScheduling
import MicroHTTP
import TextAnimation

/// A viewer's place in a channel: what it has been told of the label.
///
/// What a frame needs stands together, since of ten thousand viewers none is in the processor's cache.
struct LabelSeat<Viewer: LabelAudience> {
  let viewer: Viewer
  let stream: Viewer.Sink
  /// Whether it is told of the label while that is private.
  let mayReadPrivate: Bool
  /// What it had seen before it came.
  let seen: LabelPosition?
  var told = LabelKnowledge.nothing
  /// The newest frame it has, or need not have.
  var frame = -1
  /// The pass in which it had its turn.
  var pass: UInt64 = 0
  var clientDelay = ClientDelay()
  var framesSent = 0
  var framesSkipped = 0

  init(_ viewer: Viewer, mayReadPrivate: Bool, after seen: LabelPosition? = nil) {
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

/// What a viewer knows of a label.
enum LabelKnowledge: Equatable {
  case nothing
  /// That there is nothing to be shown.
  case absence(LabelAbsence)
  /// That the label has this version.
  case version(Int)
}
