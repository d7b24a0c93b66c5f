// MARK: - What stands around a number

extension NumberedTextPair {
  /// Takes signs for text that may be so in both texts and are written alike: `(7)` → `(9)`.
  mutating func readWeakSigns(at index: Int) {
    let pair = pair(at: index)
    guard pair.source.isWeak, pair.target.isWeak, pair.source.sign == pair.target.sign,
      pair.source.closing.isEmpty == pair.target.closing.isEmpty,
      source.characters.text(pair.source.mark) == target.characters.text(pair.target.mark)
    else { return }
    source.unsign(index)
    target.unsign(index)
  }

  /// Where what is not the same in both texts begins before a number: what stands from there on belongs to it.
  ///
  /// Each text keeps its own: a sign that only one has, and the marks and blanks beside it, may stand anywhere there. All
  /// else has to be the same.
  func bodies(before pair: NumeralPair, from position: (Int, Int)) throws(NotAnimatable) -> (Int, Int) {
    let same = source.characters.equalCount(
      from: position.0, target.characters, from: position.1,
      limit: min(pair.source.first - position.0, pair.target.first - position.1))
    let (left, right) = (position.0 + same, position.1 + same)
    let end = (pair.source.start, pair.target.start)
    _ = try passing(pair, from: (left, right), to: end, within: end, (pair.source.mark, pair.target.mark))
    return (left, right)
  }

  /// Where what belongs to a number ends behind it.
  func bodies(behind pair: NumeralPair) throws(NotAnimatable) -> (Int, Int) {
    try passing(
      pair, from: (pair.source.end, pair.target.end), to: (pair.source.last, pair.target.last),
      within: (source.characters.count, target.characters.count), (pair.source.closing, pair.target.closing))
  }

  /// Passes all on one side of a number until both texts are at the end of it, beyond which one may have to go on.
  private func passing(
    _ pair: NumeralPair, from position: (Int, Int), to end: (Int, Int), within limit: (Int, Int),
    _ marks: (Range<Int>, Range<Int>)
  ) throws(NotAnimatable) -> (Int, Int) {
    var (left, right) = position
    while left < end.0 || right < end.1 {
      let isAtMark = (marks.0.contains(left), marks.1.contains(right))
      if isAtMark == (true, true), pair.isSignedAlike {
        guard pair.source.closing.isEmpty == pair.target.closing.isEmpty else { throw difference(left, right) }
        (left, right) = (marks.0.upperBound, marks.1.upperBound)
      } else if isAtMark.0, !pair.isSignedAlike {
        left = marks.0.upperBound
      } else if isAtMark.1, !pair.isSignedAlike {
        right = marks.1.upperBound
      } else if isAtMark == (false, false), left < limit.0, right < limit.1, isSame(left, right) {
        (left, right) = (left + 1, right + 1)
      } else if !pair.isSignedAlike, left < limit.0, source.isBeside(pair.source, left) {
        left += 1
      } else if !pair.isSignedAlike, right < limit.1, target.isBeside(pair.target, right) {
        right += 1
      } else {
        throw difference(left, right)
      }
    }
    return (left, right)
  }

  /// Refuses texts that differ behind their last numbers.
  func checkEnd(from position: (Int, Int)) throws(NotAnimatable) {
    let same = source.characters.equalCount(from: position.0, target.characters, from: position.1)
    let (left, right) = (position.0 + same, position.1 + same)
    guard left == source.characters.count, right == target.characters.count else { throw difference(left, right) }
  }

  /// Whether both texts go on, with the same character.
  private func isSame(_ left: Int, _ right: Int) -> Bool {
    left < source.characters.count && right < target.characters.count
      && source.characters.isEqual(at: left, to: target.characters, at: right)
  }
}

extension NumeralPair {
  /// Whether both have a sign or neither has: then all around them must be the same.
  var isSignedAlike: Bool { source.sign == target.sign }
}

extension NumberedText {
  /// Whether a mark of direction stands here, or a blank that depends on the sign: one beside it or the digits.
  fileprivate func isBeside(_ numeral: Numeral, _ position: Int) -> Bool {
    if isDirectionMark(at: position) { return true }
    guard isSpace(at: position) else { return false }
    return [numeral.start, numeral.mark.lowerBound, numeral.closing.lowerBound].contains(position + 1)
      || [numeral.end, numeral.mark.upperBound, numeral.closing.upperBound].contains(position)
  }
}
