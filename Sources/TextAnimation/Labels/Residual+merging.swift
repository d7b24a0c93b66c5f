extension [Residual] {
  /// About half as many, where neighbours go the same way: what they come to at a time is the same, and later nearly.
  ///
  /// Each is one that began between its two. Whatever the sum does that way, it does not go back: one residual in the place
  /// of all would, where most of the way is still to go, and fast.
  func merged(at time: Int64, by change: LabelChange) -> [Residual] {
    var merged: [Residual] = []
    var rest = self[...]
    while let first = rest.popFirst() {
      if let second = rest.first, let both = first.merged(with: second, at: time, by: change) {
        rest = rest.dropFirst()
        merged.append(both)
      } else {
        merged.append(first)
      }
    }
    return merged
  }
}

extension Residual {
  /// One in the place of two; `nil` where they differ in more than their starts and distances, go opposite ways, or make a
  /// way of too many digits.
  fileprivate func merged(with later: Residual, at time: Int64, by change: LabelChange) -> Residual? {
    guard curve == later.curve, duration == later.duration, velocities.isEmpty, later.velocities.isEmpty,
      let term = ResidualTerm(self, from: time, by: change),
      let laterTerm = ResidualTerm(later, from: time, by: change)
    else { return nil }
    let pairs = zip(term.distances, laterTerm.distances)
    guard pairs.allSatisfy({ $0.isZero || $1.isZero || $0.isNegative == $1.isNegative }) else { return nil }
    let sums = pairs.compactMap { $0.adding($1) }
    guard sums.count == distances.count else { return nil }
    let shares = zip(sums, pairs).compactMap { sum, pair -> Double? in
      let ((distance, laterDistance), whole) = (pair, sum.approximation)
      guard whole != 0 else { return nil }
      let left = distance.approximation * term.rest(at: 0) + laterDistance.approximation * laterTerm.rest(at: 0)
      return left / whole
    }
    var both = self
    both.distances = sums.map(\.description)
    // Rather some microseconds ahead than back.
    both.start = shares.map { share in start(ofRest: share, upTo: later.start, term) }.min() ?? start
    return both
  }

  /// The last start in a range with which no more than a share is left.
  private func start(ofRest share: Double, upTo last: Int64, _ term: ResidualTerm) -> Int64 {
    var (low, high) = (start, last)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if term.rest(at: -start.seconds(to: middle)) <= share { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
