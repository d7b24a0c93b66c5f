extension NumberScanner {
  /// The digits after a decimal separator, none if there is none.
  func fraction(at separator: Int, in set: DigitSet) -> [UInt8] {
    isDecimalSeparator(at: separator) ? digits(at: separator + 1, in: set) : []
  }

  /// The longest run that is grouped properly: 1,234,567 or 12,34,567; the comma of 1,23 separates two numbers.
  ///
  /// It looks no further than the longest number goes, so that a long list of short ones stays cheap.
  func groupedDigits(at start: Int, in set: DigitSet) -> (digits: [UInt8], grouping: Numeral.Grouping?, end: Int) {
    var digits = digits(at: start, in: set)
    var end = start + digits.count
    var longest = (digits: digits, grouping: nil as Numeral.Grouping?, end: end)
    guard let separator = character(at: end), symbols.groupingSeparators.contains(separator) else { return longest }
    var isWestern = digits.count <= 3
    var isIndian = digits.count <= 2
    while isWestern || isIndian, digits.count <= NumberLimits.digits, character(at: end) == separator {
      let group = self.digits(at: end + 1, in: set)
      let endsIndian = isIndian && group.count == 3 && end > start + 2
      isWestern = isWestern && group.count == 3
      isIndian = isIndian && group.count == 2
      digits += group
      end += 1 + group.count
      if isWestern || endsIndian {
        longest = (digits, Numeral.Grouping(separator: separator, isIndian: !isWestern), end)
      }
    }
    return longest
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
