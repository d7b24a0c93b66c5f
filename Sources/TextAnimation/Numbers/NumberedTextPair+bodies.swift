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
  /// - Throws: ``NotAnimatable`` naming the first character that differs.
  func bodies(before pair: NumeralPair, from position: (Int, Int)) throws(NotAnimatable) -> (Int, Int) {
    let (first, second) = (pair.source, pair.target)
    var (left, right) = position
    while left < first.first, right < second.first, isSame(left, right) { (left, right) = (left + 1, right + 1) }
    let start = (left, right)
    while left < first.start || right < second.start {
      let isAtMark = (first.hasMark(at: left), second.hasMark(at: right))
      if isAtMark == (true, true), first.sign == second.sign {
        guard first.closing.isEmpty == second.closing.isEmpty else { throw difference(left, right) }
        (left, right) = (first.mark.upperBound, second.mark.upperBound)
      } else if pair.isSignedAlike {
        guard isAtMark == (false, false), left < first.start, right < second.start, isSame(left, right) else {
          throw difference(left, right)
        }
        (left, right) = (left + 1, right + 1)
      } else if isAtMark.0 {
        left = first.mark.upperBound
      } else if isAtMark.1 {
        right = second.mark.upperBound
      } else if left < first.start, right < second.start, isSame(left, right) {
        (left, right) = (left + 1, right + 1)
      } else if left < first.start, source.isBeside(first, left) {
        left += 1
      } else if right < second.start, target.isBeside(second, right) {
        right += 1
      } else {
        throw difference(left, right)
      }
    }
    return start
  }

  /// Where what belongs to a number ends behind it.
  ///
  /// - Throws: ``NotAnimatable`` naming the first character that differs.
  func bodies(behind pair: NumeralPair) throws(NotAnimatable) -> (Int, Int) {
    let (first, second) = (pair.source, pair.target)
    var (left, right) = (first.end, second.end)
    while left < first.last || right < second.last {
      let isAtMark = (first.closing.contains(left), second.closing.contains(right))
      if isAtMark == (true, true), first.sign == second.sign {
        (left, right) = (first.last, second.last)
      } else if isAtMark.0, !pair.isSignedAlike {
        left = first.last
      } else if isAtMark.1, !pair.isSignedAlike {
        right = second.last
      } else if isSame(left, right) {
        (left, right) = (left + 1, right + 1)
      } else if !pair.isSignedAlike, source.isBeside(first, left) {
        left += 1
      } else if !pair.isSignedAlike, target.isBeside(second, right) {
        right += 1
      } else {
        throw difference(left, right)
      }
    }
    return (left, right)
  }

  /// Refuses texts that differ behind their last numbers.
  func checkEnd(from position: (Int, Int)) throws(NotAnimatable) {
    var (left, right) = position
    while left < source.characters.count || right < target.characters.count {
      guard isSame(left, right) else { throw difference(left, right) }
      (left, right) = (left + 1, right + 1)
    }
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

extension Numeral {
  fileprivate func hasMark(at position: Int) -> Bool { position == mark.lowerBound && !mark.isEmpty }
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
