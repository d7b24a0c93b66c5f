internal import TextBytes

// MARK: - Signs

extension NumberedText {
  /// The number with the sign or the parentheses around it.
  func signed(_ numeral: Numeral) -> Numeral {
    var numeral = numeral
    (numeral.signSlot, numeral.sign) = sign(before: numeral.start)
    if numeral.sign != nil { numeral.signLength = isDirectionMark(at: numeral.signSlot - 2) ? 2 : 1 }
    numeral.isParenthesized =
      numeral.sign == nil && unit(at: numeral.signSlot - 1) == UInt8(ascii: "(")
      && unit(at: numeral.end) == UInt8(ascii: ")") && signCanStand(at: numeral.signSlot - 1)
    return numeral
  }

  /// The sign of a number, which may stand in front of its currency.
  private func sign(before start: Int) -> (slot: Int, sign: Numeral.Sign?) {
    guard start > 0 else { return (start, nil) }
    if let sign = sign(at: start - 1) { return (start, sign) }
    let slot = currencyStart(before: start)
    guard slot < start else { return (start, nil) }
    if let sign = sign(at: slot - 1) { return (slot, sign) }
    return (signCanStand(at: slot) ? slot : start, nil)
  }

  private func sign(at position: Int) -> Numeral.Sign? {
    guard let unit = unit(at: position), !unit.isDigitOrLetterOrSpace else { return nil }
    let character = characters[position]
    let isMinus = symbols.minusSigns.contains(character)
    guard isMinus || symbols.plusSigns.contains(character), signCanStand(at: position) else { return nil }
    return isMinus ? .minus : .plus
  }

  /// Whether what stands before allows a sign: nothing, a space, an opening bracket, a currency symbol, `=`, `:`, ….
  private func signCanStand(at position: Int) -> Bool {
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

  /// Whether a mark stands here that locales write before a sign, so that it stays left of its number.
  private func isDirectionMark(at position: Int) -> Bool {
    unit(at: position) == Characters.notASCII && "\u{061C}\u{200E}\u{200F}".contains(characters[position])
  }

  /// Where the currency in front of a number begins, `$`, `US$ ` or `CHF`; the number's start where none does.
  private func currencyStart(before start: Int) -> Int {
    let end = isSpace(at: start - 1) ? start - 1 : start
    guard end > 0 else { return start }
    if isCurrencySymbol(at: end - 1) {
      let first = (0...2).first { !isCapital(at: end - 2 - $0) } ?? 0
      return isLetter(at: end - 2 - first) ? end - 1 : end - 1 - first
    }
    guard end >= 3, (1...3).allSatisfy({ isCapital(at: end - $0) }), !isLetter(at: end - 4),
      Self.currencies.contains(characters.text(end - 3..<end))
    else { return start }
    return end - 3
  }

  private func isCapital(at position: Int) -> Bool {
    unit(at: position).map { $0 &- UInt8(ascii: "A") < 26 } ?? false
  }

  /// The codes of ISO 4217 that are money of today.
  private static let currencies = Set(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY \
    COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS \
    INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP \
    MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR \
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND \
    VUV WST XAF XCD XOF XPF YER ZAR ZMW
    """.split(separator: " ").map(String.init))

  private func isCurrencySymbol(at position: Int) -> Bool {
    guard let unit = unit(at: position) else { return false }
    return unit == Characters.notASCII ? characters[position].isCurrencySymbol : unit == UInt8(ascii: "$")
  }
}

extension UInt8 {
  /// What is no sign in any language.
  var isDigitOrLetterOrSpace: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: " "):
      true
    default: false
    }
  }

  /// Of ASCII, what may stand before a sign: white space, `$`, opening brackets and some symbols.
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
