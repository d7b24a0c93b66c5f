extension NumberedText {
  /// The text at rest: the digits of some of its numbers as wheels, all else as it stands.
  func columns(rolling numerals: [(numeral: Numeral, layout: ColumnLayout)]) -> [Column] {
    var row = ColumnRow()
    var position = 0
    for (numeral, layout) in numerals {
      row.append(String(characters[position..<numeral.start]))
      var wheel = numeral.digitCount - numeral.fraction.count + layout.fractionDigits
      for character in characters[numeral.start..<numeral.end] {
        if let digit = character.onlyScalar.flatMap(numeral.digitSet.value(of:)) {
          wheel -= 1
          row.append(Double(digit), base: layout.base(of: wheel), digits: numeral.digitSet)
        } else {
          row.append(String(character))
        }
      }
      position = numeral.end
    }
    row.append(String(characters[position...]))
    return row.columns
  }
}
