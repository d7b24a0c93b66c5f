extension NumberScanner {
  /// The sign of a number, which may stand in front of its currency symbol.
  func sign(before start: Int) -> (slot: Int, sign: Numeral.Sign?) {
    guard start > 0 else { return (start, nil) }
    if let sign = sign(at: start - 1) { return (start, sign) }
    guard isCurrencySymbol(at: start - 1) else { return (start, nil) }
    if let sign = sign(at: start - 2) { return (start - 1, sign) }
    return (signCanStand(at: start - 1) ? start - 1 : start, nil)
  }

  private func sign(at position: Int) -> Numeral.Sign? {
    guard let unit = unit(at: position), !unit.isDigitOrLetterOrSpace else { return nil }
    let character = characters[position]
    let isMinus = symbols.minusSigns.contains(character)
    guard isMinus || symbols.plusSigns.contains(character), signCanStand(at: position) else { return nil }
    return isMinus ? .minus : .plus
  }

  /// Whether what stands before allows a sign: nothing, a space, an opening bracket, a currency symbol, `=`, `:`, ….
  func signCanStand(at position: Int) -> Bool {
    guard position >= 0 else { return false }
    guard let unit = unit(at: position - 1) else { return position == 0 }
    guard unit == Characters.notASCII else { return unit.allowsSign }
    let previous = characters[position - 1]
    if previous.isWhitespace || previous.isCurrencySymbol { return true }
    switch previous.onlyScalar?.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .format: return true
    default: return "=<>≤≥≈~*/|:;,".contains(previous)
    }
  }

  private func isCurrencySymbol(at position: Int) -> Bool {
    let unit = characters.units[position]
    return unit == Characters.notASCII ? characters[position].isCurrencySymbol : unit == UInt8(ascii: "$")
  }
}

extension UInt8 {
  /// What is no sign in any language.
  fileprivate var isDigitOrLetterOrSpace: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: " "):
      true
    default: false
    }
  }

  /// Of ASCII, what ``NumberScanner/signCanStand(at:)`` allows: white space, `$`, opening brackets and some symbols.
  fileprivate var allowsSign: Bool {
    switch self {
    case 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "$"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"), UInt8(ascii: "*"),
      UInt8(ascii: "/"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","):
      true
    default: false
    }
  }
}
