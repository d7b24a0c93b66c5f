import RealModule

// Where the motion turns, which bounds everything between: from one turn to the next it only rises or only falls.
extension DampedMotion {
  /// The first moment after the start at which the velocity is 0, or `nil` where it turns nowhere.
  var firstTurningPoint: Double? {
    let moment: Double
    switch form {
    case .swinging(let decay, let frequency, let sine):
      let angle = Double.atan2(y: initialVelocity, x: decay * sine + frequency * initialOffset)
      moment = (angle > 0 ? angle : angle + .pi) / frequency
    case .critical(let decay, let slope):
      moment = initialVelocity / (decay * slope)
    case .creeping(let slow, let fast):
      let ratio = -(fast.factor * fast.rate) / (slow.factor * slow.rate)
      moment = ratio > 0 ? .log(ratio) / (slow.rate - fast.rate) : 0
    }
    return moment > 0 && moment.isFinite ? moment : nil
  }

  /// The time from one turn to the next, or `nil` where there is one at most.
  var turningInterval: Double? {
    guard case .swinging(_, let frequency, _) = form else { return nil }
    return .pi / frequency
  }

  /// The first moment from which on the offset stays within `threshold`, above 0; infinite where there is none.
  func settlingTime(within threshold: Double) -> Double {
    let lastTurn = lastTurningPoint(reaching: threshold)
    guard lastTurn != nil || abs(initialOffset) > threshold else { return 0 }
    guard lastTurn != .infinity else { return .infinity }
    let start = lastTurn ?? 0
    let side: Double = offset(at: start) < 0 ? -1 : 1
    var low = start
    var high = nextTurningPoint(after: lastTurn) ?? start
    // Without another turn the offset only shrinks: double the time until it is small enough.
    while side * offset(at: high) > threshold {
      guard high < 1e12 else { return .infinity }
      low = high
      high = start + max(2 * (high - start), 1 / frequency)
    }
    return bisect(low, high) { side * offset(at: $0) > threshold }
  }

  private func nextTurningPoint(after turn: Double?) -> Double? {
    guard let turn else { return firstTurningPoint }
    return turningInterval.map { turn + $0 }
  }

  /// The last turn whose offset exceeds `threshold`, infinite where that never ends.
  private func lastTurningPoint(reaching threshold: Double) -> Double? {
    guard let first = firstTurningPoint else { return nil }
    let reach = abs(offset(at: first))
    guard reach > threshold else { return nil }
    guard let interval = turningInterval, case .swinging(let decay, _, _) = form else { return first }
    // Each turn is smaller than the one before by the same factor.
    let count = (.log(reach / threshold) / (decay * interval)).rounded(.down)
    guard count < 1e12 else { return .infinity }
    let last = first + count * interval
    // The logarithm may round past the turn that is just as large as the threshold.
    return abs(offset(at: last)) > threshold ? last : last - interval
  }

  private func bisect(_ start: Double, _ end: Double, while isEarly: (Double) -> Bool) -> Double {
    var (low, high) = (start, end)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low && middle < high else { return high }
      if isEarly(middle) { low = middle } else { high = middle }
    }
  }
}
