internal import TextBytes

// MARK: - Numbers of which the next may begin anew

extension NumberedText {
  /// Whether a number is that of a day, a month, an hour, a quarter, an ordinal or a version: what comes next may begin
  /// anew, or be written in another way.
  func isCounted(_ numeral: Numeral) -> Bool {
    if isBesideName(numeral) || isVersion(at: numeral.start) || mayBeDate(numeral, beside: numeral, in: self) {
      return true
    }
    // `at 23:59` is no duration.
    if numeral.isClock { return KnownWords.betweenDateAndTime.contains(wordBefore(numeral.start)) }
    guard numeral.fractionDigits == 0, numeral.wholeDigits <= 4 else { return false }
    let behind = word(at: numeral.end).map { letters($0) }
    if isOrdinal(numeral) || isHour(numeral, behind) { return true }
    guard numeral.wholeDigits <= 2 else {
      return 1900...2100 ~= smallValue(of: numeral) && hasSetWord(beside: behind, isYear: true)
    }
    let isShortYear = "'’".unicodeScalars.contains(self[numeral.start - 1]) && !isLetter(at: numeral.start - 2)
    return isShortYear || isOfPeriod(numeral) || hasSetWord(beside: behind)
  }

  /// Whether a weekday stands before a number, as in `Montag, den 31.`, or behind it in brackets, or a half of the day that
  /// is not told behind a time.
  func isBesideName(_ numeral: Numeral) -> Bool {
    if numeral.isClock, let word = word(at: numeral.end), self[word.end] == "." {
      return WordSets.kinds(of: letters(word)).contains(.partsOfDay)
    }
    guard !numeral.isCompound, numeral.wholeDigits <= 2, numeral.fractionDigits == 0 else { return false }
    let open = isSpace(at: numeral.end) ? numeral.end + 1 : numeral.end
    let place = self[open] == "(" ? word(at: open + 1).map { $0.letters..<$0.end } : nameBefore(numeral.start)
    guard let place, !place.isEmpty, case let name = characters.text(place),
      WordSets.kinds(of: name).contains(.weekdays)
    else { return false }
    // `Up to 5`, `PR 5` and `So 5 came` are none, nor are `Min 5` and `Fr. 12`; `on Mon 31 we open` is one.
    if name.utf8.count > 3 || place.lowerBound > open || !self[place.lowerBound].isASCII { return true }
    if name.count == 3, place.lowerBound > 0, self[place.lowerBound].properties.isUppercase { return true }
    guard word(at: numeral.end) == nil else { return false }
    if name.count == 3 {
      return MeasureUnit.symbolized(name.lowercased()).isEmpty || symbols.dateNames.contains { !$0[name].isEmpty }
    }
    return !(0..<place.lowerBound).contains { isLetter(at: $0) } && self[place.lowerBound + 1].properties.isLowercase
      && (numeral.first == numeral.start || self[numeral.end] == ".")
  }

  /// Whether a month or another word of a set stands beside a number, which has a word behind it, and means that there.
  private func hasSetWord(beside behind: String?, isYear: Bool = false) -> Bool {
    let text = characters.text(0..<characters.count)
    return symbols.setWords(besideNumbersIn: text).contains { word in
      guard word.utf8.count > 2, !symbols.isScale(word) else { return false }
      if isYear { return WordSets.kinds(of: word).contains(.months) }
      // `5 set` and `31 Mon` may be days; `5 min` and `5 minggu` are a time, and `Min 5` is one.
      if !symbols.fieldUnits(named: word).isEmpty {
        let isUnit = !symbols.units(named: word).isEmpty || word.utf8.count > 3 && word == word.lowercased()
        if word == behind && isUnit || !MeasureUnit.symbolized(word.lowercased()).isEmpty { return false }
      }
      // Short names of days and months are other words as well: `5 LED lamps`.
      return word.utf8.count > 3 || !word.utf8.allSatisfy { $0 < 0x80 } || text.hasPrefix(word)
        || text.hasSuffix(word) || text.contains(word + ".") || text.contains(word + ",")
    }
  }

  /// `2º`, `2.º`, `第2回`, `2nd`, `2 ème`, `2-й`, `2'nci`, `2:a`, `1.er`.
  private func isOrdinal(_ numeral: Numeral) -> Bool {
    let end = numeral.end
    if KnownWords.ordinalMarks.contains(self[self[end] == "." ? end + 1 : end]) || self[numeral.start - 1] == "第" {
      return true
    }
    let isMarked = ".-'’:".unicodeScalars.contains(self[end])
    guard let word = word(at: isMarked ? end + 1 : end) else { return false }
    let suffix = letters(word).lowercased()
    if word.letters > word.start { return !isMarked && suffix.count > 2 && KnownWords.ordinalSuffixes.contains(suffix) }
    return self[end] == ":" ? suffix.count < 3 : KnownWords.ordinalSuffixes.contains(suffix)
  }

  /// `klo 23`, with nothing behind it.
  func isHourOfClock(_ numeral: Numeral) -> Bool {
    !numeral.isCompound && numeral.fractionDigits == 0 && numeral.wholeDigits <= 2 && word(at: numeral.end) == nil
      && KnownWords.clocks.contains(wordBefore(numeral.start))
  }

  /// `23 Uhr`, `klo 23`, `11 o'clock`, `à 23 h`, `31日`.
  private func isHour(_ numeral: Numeral, _ behind: String?) -> Bool {
    guard let behind else { return isHourOfClock(numeral) }
    let before = wordBefore(numeral.start)
    let lower = behind.lowercased()
    return KnownWords.isClock(behind) || ["o", "oclock", "noon"].contains(lower)
      || !(behind.utf8.first ?? 0 < 0x80) && KnownWords.fields.contains(lower)
      || KnownWords.betweenDateAndTime.contains(before) && numeral.wholeDigits <= 2
        && symbols.fieldUnits(named: behind).contains { $0.size == MeasureUnit.hour.size && $0.family == .time }
  }

  /// `Q4`, `week 52`, `52. Woche`, `4 квартал`, `4Q`.
  private func isOfPeriod(_ numeral: Numeral) -> Bool {
    if isPeriod(before: numeral.start) { return true }
    let isPointed = self[numeral.end] == "."
    guard let word = word(at: isPointed ? numeral.end + 1 : numeral.end) else { return false }
    let name = letters(word).lowercased()
    if isPointed { return name.count > 1 && KnownWords.isPeriod(name) }
    return 2...4 ~= smallValue(of: numeral)
      && (name == "q" || name.utf8.count > 2 && KnownWords.isPeriod(name) && TimeWords.all[name] == nil)
  }

  /// The letters before a position, in lower case: a blank, a mark and “number” may stand between, as in `Week no. 5`.
  func wordBefore(_ start: Int) -> String {
    let place = lettersBefore(start)
    let word = characters.text(place).lowercased()
    return ["no", "nr"].contains(word) ? characters.text(lettersBefore(place.lowerBound)).lowercased() : word
  }

  /// The letters before a position, or before an article that stands there.
  private func nameBefore(_ start: Int) -> Range<Int> {
    let place = lettersBefore(start)
    return KnownWords.articles.contains(characters.text(place).lowercased()) ? lettersBefore(place.lowerBound) : place
  }

  private func lettersBefore(_ start: Int) -> Range<Int> {
    var end = isSpace(at: start - 1) ? start - 1 : start
    if ".:#№,=/".unicodeScalars.contains(self[end - 1]) { end -= 1 }
    if isSpace(at: end - 1) { end -= 1 }
    var first = self[end - 1] == "§" ? end - 1 : end
    while first > 0, end - first < 16, isLetter(at: first - 1) || first < end && self[first - 1] == "-" { first -= 1 }
    // A letter and a colon are those of any count: `W: 12`; Thai writes “number” without a blank: `วันจันทร์ที่ 31`.
    if end - first == 1, self[end] == ":" || self[end] == "=" { return end..<end }
    return first..<(end - first > 2 && characters.text(end - 1..<end) == "ที่" ? end - 1 : end)
  }
}
