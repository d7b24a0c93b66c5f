extension NumberScanner {
  /// The length of the unbroken run of digits of one set.
  func digitCount(at start: Int, in set: DigitSet) -> Int {
    var end = start
    while value(at: end, in: set) != nil { end += 1 }
    return end - start
  }

  /// The digits after a decimal separator, none if there is none.
  func fractionCount(at separator: Int, in set: DigitSet) -> Int {
    isDecimalSeparator(at: separator) ? digitCount(at: separator + 1, in: set) : 0
  }

  /// The longest run that is grouped properly: 1,234,567 or 12,34,567; the comma of 1,23 separates two numbers.
  ///
  /// The scan stops at the most digits that a number may have.
  /// - Returns: The end of the run, how many digits it has, and whether its groups are those of India; `nil` where there
  ///   are no groups.
  mutating func groups(at start: Int, in set: DigitSet) -> (count: Int, end: Int, isIndian: Bool?) {
    let first = digitCount(at: start, in: set)
    var end = start + first
    guard first <= 3, let separator = groupingSeparator(at: end) else { return (first, end, nil) }
    let group = digitCount(at: end + 1, in: set)
    if group == 2, first <= 2 {
      guard let (count, last) = threeAfterPairs(at: start, first: first, in: set, separator) else {
        return (first, end, nil)
      }
      return (count, last, true)
    }
    guard group == 3 else { return (first, end, nil) }
    var count = first
    while count <= NumberLimits.digits, character(at: end) == separator, digitCount(at: end + 1, in: set) == 3 {
      count += 3
      end += 4
    }
    return (count, end, false)
  }

  /// Digits and end of 12,34,567, whose first group is `first` digits at `start` and whose second is two.
  ///
  /// A run of pairs is scanned once, not once from each pair: a text may be a long list of them.
  private mutating func threeAfterPairs(
    at start: Int, first: Int, in set: DigitSet, _ separator: Character
  ) -> (count: Int, end: Int)? {
    let known = pairs.flatMap { $0.covers(start + first) && $0.set == set && $0.separator == separator ? $0 : nil }
    let run = known ?? pairRun(at: start + first, in: set, separator)
    pairs = run
    let count = first + (run.end - start - first) / 3 * 2
    return run.isEndedByThree && count <= NumberLimits.digits ? (count + 3, run.end + 4) : nil
  }

  private func pairRun(at start: Int, in set: DigitSet, _ separator: Character) -> DigitPairs {
    var end = start
    var group = 2
    while group == 2, character(at: end) == separator {
      group = digitCount(at: end + 1, in: set)
      if group == 2 { end += 3 }
    }
    return DigitPairs(
      start: start, end: end, isEndedByThree: group == 3, set: set, separator: separator)
  }

  /// Whether another separator and digit follow, as in 1.2.3.
  func continuesChain(at end: Int) -> Bool {
    isDecimalSeparator(at: end) && digitSet(at: end + 1) != nil
  }

  /// Whether a digit and a separator stand directly before.
  func isInChain(_ start: Int) -> Bool {
    isDecimalSeparator(at: start - 1) && digitSet(at: start - 2) != nil
  }

  /// Whether a separator can begin a number: not after a digit (1.5), a letter (No.5) or another one (...5).
  func standsFree(_ start: Int) -> Bool {
    guard let previous = character(at: start - 1) else { return true }
    return !previous.isLetter && !previous.isNumber && !isDecimalSeparator(at: start - 1)
  }
}

/// A run of groups of two digits, each behind a separator.
struct DigitPairs {
  /// The first separator.
  let start: Int
  /// Past the last group.
  let end: Int
  /// Whether a group of three follows.
  let isEndedByThree: Bool
  let set: DigitSet
  let separator: Character

  /// Whether a separator of the run stands at `position`.
  func covers(_ position: Int) -> Bool {
    position >= start && position < end && (position - start) % 3 == 0
  }
}
