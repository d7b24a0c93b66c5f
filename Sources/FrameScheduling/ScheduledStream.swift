/// A stream that is given the loop's thread whenever it is due.
public protocol ScheduledStream: AnyObject {
  /// Does what is due and asks for the next turn.
  ///
  /// Due is what lies no more than ``FrameScheduler/slack`` after `now`; a stream that leaves that undone is stepped
  /// again and again until it is exactly due. One that has nothing due says when it has. One step sends at most one frame,
  /// so that the others get their turns. It may add, wake or remove other streams and remove itself, but must not wake
  /// itself.
  /// - Returns: The moment of the next turn; `nil` to be forgotten.
  func step(at now: MonotonicTime) -> MonotonicTime?

  /// Asks the processor for the memory that a step needs beside the stream's own, because its turn comes soon.
  func prefetch()
}

extension ScheduledStream {
  /// Nothing: a step needs no more than the stream's own memory.
  public func prefetch() {}
}
