extension NumberScanner {
  /// The sign of a number, which may stand in front of its currency symbol.
  func sign(before start: Int) -> (slot: Int, sign: Numeral.Sign?) {
    if let sign = sign(at: start - 1) { return (start, sign) }
    guard let previous = character(at: start - 1), previous.isCurrencySymbol else { return (start, nil) }
    if let sign = sign(at: start - 2) { return (start - 1, sign) }
    return (signCanStand(at: start - 1) ? start - 1 : start, nil)
  }

  private func sign(at position: Int) -> Numeral.Sign? {
    guard let character = character(at: position), signCanStand(at: position) else { return nil }
    if symbols.minusSigns.contains(character) { return Numeral.Sign(character: character, isMinus: true) }
    if symbols.plusSigns.contains(character) { return Numeral.Sign(character: character, isMinus: false) }
    return nil
  }

  /// Whether what stands before allows a sign: nothing, a space, an opening bracket, a currency symbol, `=`, `:`, ….
  func signCanStand(at position: Int) -> Bool {
    guard position >= 0 else { return false }
    guard let previous = character(at: position - 1) else { return position == 0 }
    if previous.isWhitespace || previous.isCurrencySymbol { return true }
    switch previous.onlyScalar?.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .format: return true
    default: return "=<>≤≥≈~*/|:;,".contains(previous)
    }
  }
}
