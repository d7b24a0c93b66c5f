import FrameScheduling

/// Lets frames leave that are due on a loop, in the midst of work on it that takes long.
///
/// Most of what a loop does takes some microseconds. A document of 36,000 frames or a search for distinct ones may take a
/// second, and nobody's stream is to stand still meanwhile.
final class Interlude {
  private let scheduler: FrameScheduler
  private var due = MonotonicTime.now

  /// As much as frames leave ahead of their time.
  private static let pace = Duration.milliseconds(1)

  init(_ scheduler: FrameScheduler) {
    self.scheduler = scheduler
  }

  /// The work begins, of which most is over before the first interlude.
  func begin(at now: MonotonicTime = .now) {
    due = now + Self.pace
  }

  /// Has what is due done, if there was none for a millisecond.
  func offer(at now: MonotonicTime = .now) {
    guard due <= now else { return }
    scheduler.runDue()
    due = .now + Self.pace
  }
}
