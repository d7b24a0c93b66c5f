import FrameScheduling

/// When a stream of labels has to end by itself.
struct LabelDeadline: Equatable {
  /// When it is as old as a stream may get.
  let lastMoment: MonotonicTime
  /// When the token ends that opened it, in microseconds since 1970 by the store's clock; `nil` for none.
  let tokenEnd: Int64?

  /// What is to be done at a time.
  enum Verdict: Equatable {
    case end(StreamEnd)
    /// Ask again then.
    case wait(MonotonicTime)
  }

  /// Decides by both clocks.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - time: The same by the store's clock.
  ///   - slack: What is due within it is due now.
  /// - Returns: What is to be done.
  func verdict(at now: MonotonicTime, _ time: Int64, slack: Duration) -> Verdict {
    let margin = Int64(slack / .microseconds(1))
    if let tokenEnd, time >= tokenEnd - margin { return .end(.tokenExpired) }
    if now + slack >= lastMoment { return .end(.lifetime) }
    guard let tokenEnd else { return .wait(lastMoment) }
    return .wait(min(lastMoment, now + .microseconds(min(tokenEnd - time, Self.longestWait))))
  }

  /// Microseconds after which the store's clock is looked at again, which may be set.
  private static let longestWait: Int64 = 60_000_000
}
