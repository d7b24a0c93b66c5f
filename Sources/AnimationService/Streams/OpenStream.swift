import FrameScheduling

/// A stream under way, whatever it shows.
protocol OpenStream: ScheduledStream {
  /// Leaves out the frames that are not sent yet.
  func end(_ reason: StreamEnd)
}
