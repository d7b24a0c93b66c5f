import TextBytes

// MARK: - Signs

extension NumberedText {
  /// The number with what stands around it: its sign in any of the ways to write one, and the money before it.
  ///
  /// The ways are tried in order: a mark at the digits, `€ -8`; one before money, `-Rp 8`, or before up to six other
  /// letters, where it may be text; brackets around all, `(8 €)`; a mark behind, `8.00-`.
  func signed(_ numeral: consuming Numeral) -> Numeral {
    numeral.closing = numeral.end..<numeral.end
    guard characters.maySign else {
      if numeral.start > 0, let money = moneyStart(before: numeral.start), signCanStand(at: money) {
        numeral.first = money
      }
      return numeral
    }
    guard numeral.start > 0 else {
      readMark(behind: &numeral, hasMoney: false)
      return numeral
    }
    let inner = mark(before: numeral.start) ?? markAndBlank(before: numeral.start)
    let money = moneyStart(before: inner?.range.lowerBound ?? numeral.start)
    if let inner, money != nil || signCanStand(at: inner.range.lowerBound) {
      (numeral.first, numeral.mark, numeral.sign) = (money ?? inner.range.lowerBound, inner.range, inner.sign)
    } else if let inner, isLetter(at: inner.range.lowerBound - 1) {
      (numeral.first, numeral.mark, numeral.sign) = (inner.range.lowerBound, inner.range, inner.sign)
      numeral.isWeak = !isLocalMoney(before: inner.range.lowerBound)
    } else if case let edge = edge(before: numeral.start), mayBeSign(at: edge),
      let (lead, outer) = outerMark(before: numeral.start, money)
    {
      (numeral.first, numeral.mark, numeral.sign) = (outer.range.lowerBound, outer.range, outer.sign)
      numeral.isWeak = money == nil && !symbols.isMoney(moneyText(lead..<numeral.start))
    } else {
      let lead =
        isOpening(at: edge(before: numeral.start))
        ? bracketedMoney(before: numeral.start) ?? money : money
      if let lead, signCanStand(at: lead) { numeral.first = lead }
      if !readBrackets(around: &numeral, hasMoney: lead != nil) { readMark(behind: &numeral, hasMoney: lead != nil) }
    }
    return numeral
  }

  /// The first position before a number at which no money, no other letters and no blanks stand.
  private func edge(before start: Int) -> Int {
    var edge = start - 1
    while start - edge < 18, isInMoney(at: edge) || isSymbol(at: edge) || isSpace(at: edge) || isDirectionMark(at: edge)
    {
      edge -= 1
    }
    return edge
  }

  private func mayBeSign(at position: Int) -> Bool {
    self[position] == "-" || self[position] == "+"
      || !self[position].isASCII && self[position] != Characters.several
  }

  /// The mark in front of the money before a number, or of other letters.
  private func outerMark(before start: Int, _ money: Int?) -> (lead: Int, Mark)? {
    for lead in (money.map { [$0] } ?? []) + leadStarts(before: start) {
      if let outer = mark(before: lead), signCanStand(at: outer.range.lowerBound) { return (lead, outer) }
    }
    return nil
  }

  /// Where what only the language knows as money begins behind a bracket.
  private func bracketedMoney(before start: Int) -> Int? {
    leadStarts(before: start).first {
      isOpening(at: passingMarks(before: $0) - 1) && symbols.isMoney(moneyText($0..<start))
    }
  }

  private func isLocalMoney(before end: Int) -> Bool {
    leadStarts(before: end).contains { symbols.isMoney(moneyText($0..<end)) }
  }

  // MARK: - Marks

  fileprivate typealias Mark = (range: Range<Int>, sign: Numeral.Sign)

  /// The sign that ends at a position or at the marks of direction before it, with the one that is its own.
  private func mark(before end: Int) -> Mark? {
    let place = passingMarks(before: end) - 1
    guard let sign = sign(at: place) else { return nil }
    return ((isDirectionMark(at: place - 1) ? place - 1 : place)..<place + 1, sign)
  }

  /// The sign before a blank, where money stands in front of it: `US$- 8`.
  private func markAndBlank(before start: Int) -> Mark? {
    guard isSpace(at: start - 1), self[start - 2] == "-" || self[start - 2] == "+", let mark = mark(before: start - 1),
      moneyStart(before: mark.range.lowerBound) != nil
    else { return nil }
    return (mark.range.lowerBound..<start, mark.sign)
  }

  /// What a character says as a sign; an en dash behind a digit is that of `3–5`.
  private func sign(at position: Int) -> Numeral.Sign? {
    let scalar = self[position]
    switch scalar {
    case "-", "\u{2212}", "\u{FF0D}", "\u{FE63}": return .minus
    case "+", "\u{FF0B}": return .plus
    case _ where scalar.isASCII || scalar == Characters.several: return nil
    case _ where symbols.minusSigns.contains(Character(scalar)): return .minus
    case _ where symbols.plusSigns.contains(Character(scalar)): return .plus
    case "\u{2013}": return digitSet(at: isSpace(at: position - 1) ? position - 2 : position - 1) == nil ? .minus : nil
    default: return nil
    }
  }

  /// Whether what stands before allows a sign: nothing, a space, an opening bracket, a currency symbol, `=`, `:`, ….
  private func signCanStand(at position: Int) -> Bool {
    guard position > 0 else { return position == 0 }
    let scalar = self[position - 1]
    switch scalar {
    case "\t"..."\r", " ", "$", "(", "[", "{", "=", "<", ">", "~", "*", "/", "|", ":", ";", ",", "≤", "≥", "≈", "，",
      "：", "；":
      return true
    case _ where scalar.isASCII: return false
    case Characters.several: return characters[position - 1].isWhitespace || characters[position - 1].isCurrencySymbol
    default:
      switch scalar.properties.generalCategory {
      case .openPunctuation, .initialPunctuation, .format, .currencySymbol: return true
      default: return scalar.properties.isWhitespace
      }
    }
  }

  /// Whether a mark stands here that locales write beside a sign or money, so that it stays where it is.
  func isDirectionMark(at position: Int) -> Bool { self[position].isDirectionMark }

  private func passingMarks(before end: Int) -> Int {
    var start = end
    while isDirectionMark(at: start - 1) { start -= 1 }
    return start
  }

  /// Brackets directly around a number and its money or `%`, as accountants write what is below zero.
  private func readBrackets(around numeral: inout Numeral, hasMoney: Bool) -> Bool {
    let open = passingMarks(before: numeral.first) - 1
    guard isOpening(at: open), signCanStand(at: open),
      let (close, isMoney) = tail(behind: numeral.end, before: { self[$0] == ")" || self[$0] == "\u{FF09}" })
    else { return false }
    (numeral.mark, numeral.closing, numeral.sign) = (open..<numeral.first, close..<close + 1, .minus)
    numeral.isWeak = !hasMoney && !isMoney
    numeral.first = open
    return true
  }

  private func isOpening(at position: Int) -> Bool { self[position] == "(" || self[position] == "\u{FF08}" }

  /// A sign behind a number or its money, `100.00-`, with nothing or a space behind it; a plus beside money only, as `18+`
  /// has none.
  private func readMark(behind numeral: inout Numeral, hasMoney: Bool) {
    guard mayClose(behind: numeral.end),
      let (place, isMoney) = tail(behind: numeral.end, before: { closingSign(at: $0) != nil }),
      let sign = closingSign(at: place), sign == .minus || hasMoney || isMoney, endsWord(at: place + 1),
      signCanStand(at: numeral.first)
    else { return }
    (numeral.closing, numeral.sign) = (place..<place + 1, sign)
    numeral.isWeak =
      !hasMoney && !isMoney && numeral.fractionDigits == 0 && numeral.groupingSeparator == nil
  }

  /// Whether a sign may stand behind a number and its money, as it does behind few.
  private func mayClose(behind end: Int) -> Bool {
    for place in end..<end + 14 where !self[place].isLetterOrSpace {
      if mayBeSign(at: place) { return true }
    }
    return false
  }

  private func closingSign(at position: Int) -> Numeral.Sign? {
    switch self[position] {
    case "-", "\u{2212}", "\u{FF0D}": .minus
    case "+": .plus
    default: nil
    }
  }

  /// Whether nothing, a bracket, or a space with no digit behind it stands here.
  private func endsWord(at position: Int) -> Bool {
    position >= characters.count || self[position] == ")"
      || characters[position].isWhitespace && digitSet(at: position + 1) == nil
  }

  // MARK: - Money

  /// Where the money that ends before a position begins: `$`, `US$ `, `CHF`, `Rp `, or the `%` of some languages.
  ///
  /// What stands behind another number is that one's.
  private func moneyStart(before start: Int) -> Int? {
    let end = passingMarks(before: isSpace(at: start - 1) ? start - 1 : start)
    guard let money = symbolStart(before: end) ?? knownStart(before: end),
      digitSet(at: isSpace(at: money - 1) ? money - 2 : money - 1) == nil
    else { return nil }
    return passingMarks(before: money)
  }

  /// Where letters that are money everywhere begin, or `$US`.
  private func knownStart(before end: Int) -> Int? {
    guard isInMoney(at: end - 1), let word = wordStart(before: end, limit: 5) else { return nil }
    if isSymbol(at: word) { return word }
    guard KnownWords.money.contains(moneyText(word..<end)) else { return nil }
    // Of `F CFA` the letter is a part.
    return isSpace(at: word - 1) && self[word - 2] == "F" && !isLetter(at: word - 3) ? word - 2 : word
  }

  private func symbolStart(before end: Int) -> Int? {
    guard isSymbol(at: end - 1) else { return nil }
    // Of `A$`, `US$` and `MX$` the letters are a part.
    let first = (0...2).first { !isCapital(at: end - 2 - $0) } ?? 0
    return isLetter(at: end - 2 - first) ? end - 1 : end - 1 - first
  }

  /// Where up to twelve letters, symbols, points and slashes begin before a position and the blank in front of it: `S/. `,
  /// `$US`; and if there is one, a word before them: `F CFA`.
  private func leadStarts(before start: Int) -> [Int] {
    let end = isSpace(at: start - 1) ? start - 1 : start
    guard let word = wordStart(before: end) else { return [] }
    guard isSpace(at: word - 1), let other = wordStart(before: word - 1) else { return [word] }
    return [word, other]
  }

  private func wordStart(before end: Int, limit: Int = 12) -> Int? {
    var first = end
    while first > 0, isInMoney(at: first - 1) || isSymbol(at: first - 1) || isDirectionMark(at: first - 1) {
      first -= 1
      guard end - first <= limit else { return nil }
    }
    while first < end, !isLetter(at: first), !isSymbol(at: first) { first += 1 }
    return first < end ? first : nil
  }

  private func isInMoney(at position: Int) -> Bool {
    isLetter(at: position) || self[position] == "." || self[position] == "/"
  }

  /// Some characters without blanks and marks of direction, as money is known.
  private func moneyText(_ range: Range<Int>) -> String {
    characters.text(range).filter { !$0.isWhitespace && !($0.onlyScalar?.isDirectionMark ?? false) }
  }

  /// Where a closing character stands behind a number, with nothing, money or a `%` between.
  private func tail(behind start: Int, before isClosing: (Int) -> Bool) -> (close: Int, isMoney: Bool)? {
    for place in start..<start + 14 {
      if isClosing(place) {
        let text = moneyText(start..<place)
        if text.isEmpty || "%‰٪".contains(text) { return (place, false) }
        let isMoney =
          KnownWords.money.contains(text) || text.contains(where: \.isCurrencySymbol) || symbols.isMoney(text)
        return isMoney ? (place, true) : nil
      }
      guard isInMoney(at: place) || isSymbol(at: place) || isSpace(at: place) || isDirectionMark(at: place) else {
        return nil
      }
    }
    return nil
  }

  /// Whether money stands beside a number by which a point before three digits groups: a total, and no price of something.
  ///
  /// `$` and `£` in front are written beside points of either kind, and so is some other money.
  func isGroupedMoney(_ numeral: Numeral) -> Bool {
    guard let money = money(of: numeral), !isPrice(money), !KnownWords.moneyOfAnyPoint.contains(money.text) else {
      return false
    }
    return !money.isInFront || money.text == "R$" || money.text.last != "$" && money.text.last != "£"
  }

  /// Whether a number is what something costs: `€1.459/l`.
  func isPrice(_ numeral: Numeral) -> Bool { money(of: numeral).map { isPrice($0) } ?? false }

  /// Whether money stands beside a number of which everybody writes the hundredths in two digits.
  func hasCents(_ numeral: Numeral) -> Bool {
    guard let money = money(of: numeral)?.text else { return false }
    return !KnownWords.unevenMoney.contains(money) && !KnownWords.moneyWithoutCents.contains(money)
  }

  /// Money beside a number, and where both end.
  private typealias Money = (text: String, isInFront: Bool, end: Int)

  private func money(of numeral: Numeral) -> Money? {
    if let end = moneyEnd(behind: numeral.end) { return (moneyText(numeral.end..<end), false, end) }
    guard numeral.first < numeral.start else { return nil }
    let sign = numeral.mark.isEmpty ? numeral.start : numeral.mark.lowerBound
    guard let start = moneyStart(before: sign) ?? moneyStart(before: numeral.start) else { return nil }
    let text = moneyText(start..<(start < sign ? sign : numeral.start))
    return "%٪".contains(text) ? nil : (text, true, numeral.end)
  }

  private func moneyEnd(behind start: Int) -> Int? {
    for place in start..<start + 9 {
      let isEnd = place > start && place <= characters.count && !isLetter(at: place)
      if isEnd, case let text = moneyText(start..<place), text.count <= 7 {
        if KnownWords.money.contains(text) || text.contains(where: \.isCurrencySymbol) { return place }
      }
      guard isInMoney(at: place) || isSymbol(at: place) || isSpace(at: place) || isDirectionMark(at: place) else {
        return nil
      }
    }
    return nil
  }

  private func isPrice(_ money: Money) -> Bool {
    let position = isSpace(at: money.end) ? money.end + 1 : money.end
    if self[position] == "/" { return true }
    return word(at: money.end).map { KnownWords.each.contains(letters($0).lowercased()) } ?? false
  }

  private func isSymbol(at position: Int) -> Bool {
    let scalar = self[position]
    if scalar.isASCII { return scalar == "$" || scalar == "%" }
    return scalar != Characters.several && (scalar.properties.generalCategory == .currencySymbol || scalar == "٪")
  }

  private func isCapital(at position: Int) -> Bool { "A"..."Z" ~= self[position] }
}

extension Unicode.Scalar {
  fileprivate var isDirectionMark: Bool { self == "\u{061C}" || self == "\u{200E}" || self == "\u{200F}" }
}
