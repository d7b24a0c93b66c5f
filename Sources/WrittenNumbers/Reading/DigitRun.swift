import Interpolation
import TextBytes

/// Digits with all separators between them, as they stand in a text: the conventions that read them as one number, none for
/// `1.2.3`, and the separators of those that none does.
typealias DigitRun = (whole: ConventionSet, separators: Separators)

extension NumberedText {
  /// The place of the convention that fits the digits of two texts: it reads as many numbers whole as any, the first of those.
  ///
  /// What no convention reads whole has no say, but where the other text has a number in its place: `1 2 3` → `201 202 205`
  /// and `10.200.300` → `10.200.9` are in no groups.
  static func convention(
    of runs: [DigitRun], _ others: [DigitRun], among conventions: [Convention]
  ) -> (place: Int, whole: ConventionSet) {
    let whole = (runs + others).reduce(ConventionSet.all) { $1.whole.isEmpty ? $0 : $0.intersection($1.whole) }
    var apart = ConventionSet.all
    for (run, other) in zip(runs, others) where runs.count == others.count && run.whole.isEmpty != other.whole.isEmpty {
      apart.subtract(
        ConventionSet(conventions, where: \.group, has: run.whole.isEmpty ? run.separators : other.separators))
    }
    return (whole.intersection(apart).first ?? apart.first ?? 0, whole)
  }

  /// All digits of the text, with what separates them; the parts of versions and addresses are numbers of their own.
  var runs: [DigitRun] {
    var runs: [DigitRun] = []
    var position = 0
    while position < characters.count {
      guard let set = digitSet(at: position) else {
        position += 1
        continue
      }
      let (start, hasParts) = (position, isVersion(at: position) || isAddress(around: position))
      var run: DigitRun = (conventions(readingWhole: &position, in: set), [])
      if run.whole.isEmpty { for place in start..<position { run.separators.formUnion(separators(at: place)) } }
      runs.append(hasParts ? (.all, []) : run)
    }
    return runs
  }

  /// The conventions that read all digits and separators from a position as one number; the position moves behind them.
  ///
  /// They advance together: those for which all separators so far are groups, and those whose point has been read.
  private func conventions(readingWhole position: inout Int, in set: DigitSet) -> ConventionSet {
    let (start, first) = (position, digitCount(at: position, in: set))
    position += first
    var (groups, fractions) = (ConventionSet.all, ConventionSet())
    var (size, separator, isFirst, mayBeIndian) = (3, position, true, first <= 2)
    while case let kind = separators(at: position), !kind.isEmpty, digit(at: position + 1, in: set) != nil {
      let count = digitCount(at: position + 1, in: set)
      fractions =
        size == 3 ? groups.intersection(ConventionSet(symbols.conventions, where: \.decimal, has: kind)) : []
      let continues = first <= 3 && (isFirst || isSame(position, separator) && (size == 3 ? !mayBeIndian : mayBeIndian))
      groups.formIntersection(
        continues && (count == 3 || count == 2 && mayBeIndian)
          ? ConventionSet(symbols.conventions, where: \.group, has: kind) : [])
      if count != 2, isFirst { mayBeIndian = false }
      (size, separator, isFirst) = (count, position, false)
      position += 1 + count
    }
    if !isFirst, isZero(from: start, before: separator, in: set) { return fractions }
    return size == 3 ? fractions.union(groups) : fractions
  }
}
