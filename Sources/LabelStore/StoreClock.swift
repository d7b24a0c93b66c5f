import Synchronization
internal import System

/// The time of day that never goes back, read without a lock.
///
/// It counts on by the clock that is never set. Where the time of day is set forward, it follows; where that is set back,
/// it does not, so that no label stands still until the past is over.
public final class StoreClock: Sendable {
  private let wall: @Sendable () -> Int64
  private let monotonic: @Sendable () -> Int64
  /// How far this clock is before the one that is never set.
  private let offset: Atomic<Int64>

  /// Creates a clock by two others, both in microseconds.
  ///
  /// - Parameters:
  ///   - wall: The time since 1970.
  ///   - monotonic: The time since some moment, never set.
  public init(wall: @escaping @Sendable () -> Int64, monotonic: @escaping @Sendable () -> Int64) {
    self.wall = wall
    self.monotonic = monotonic
    offset = Atomic(wall() - monotonic())
  }

  /// Creates a clock by the system's.
  public convenience init() {
    self.init(wall: { Clock.wallMicroseconds }, monotonic: { Int64(Clock.monotonic / 1000) })
  }
}

extension StoreClock {
  /// Microseconds since 1970.
  public var now: Int64 {
    // In this order, a thread that is held up between the two looks cannot put the clock forward.
    let (time, elapsed) = (wall(), monotonic())
    return elapsed + offset.max(time - elapsed, ordering: .relaxed).newValue
  }

  /// Puts the clock forward, if need be, so that it is at least `time`.
  func advance(to time: Int64) {
    _ = offset.max(time - monotonic(), ordering: .relaxed)
  }
}
