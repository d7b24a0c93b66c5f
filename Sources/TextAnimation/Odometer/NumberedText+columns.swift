extension NumberedText {
  /// The text at rest: the digits of some of its numbers as wheels, all else as it stands.
  func columns(rolling numerals: [(numeral: Numeral, layout: ColumnLayout)]) -> [Column] {
    var row = ColumnRow()
    var position = 0
    for (numeral, layout) in numerals {
      row.append(characters.text(position..<numeral.start))
      var wheel = numeral.digitCount - numeral.fractionDigits + layout.fractionDigits
      for place in numeral.start..<numeral.end {
        if let digit = digit(at: place, in: numeral.digitSet) {
          wheel -= 1
          row.append(Double(digit), base: layout.base(of: wheel), digits: numeral.digitSet)
        } else {
          row.append(String(characters[place]))
        }
      }
      position = numeral.end
    }
    row.append(characters.text(position..<characters.count))
    return row.columns
  }
}
