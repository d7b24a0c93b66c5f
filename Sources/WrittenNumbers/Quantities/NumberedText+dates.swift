import Interpolation
import TextBytes

// MARK: - Dates

extension NumberedText {
  /// A date or a time of twelve hours, the first digits of which stand at a position.
  mutating func date(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    let (mark, next) = (self[start + count], start + count <= characters.lastDigit)
    guard count == 4 || count <= 2 else { return nil }
    if next || start > 0, let found = patternedDate(at: start, in: set), let date = dated([found], in: set) {
      return date
    }
    if count <= 2, let found = halfDayTime(at: startOfHalf(before: start), in: set) {
      return numeral(
        .dates([WrittenDate(pieces: found.pieces, time: found.time)]), from: found.start, to: found.end, in: set)
    }
    var dates: [PlacedDate] = []
    if next, !mark.isASCII { dates = markedDate(at: start, count, in: set).map { [$0] } ?? [] }
    if next, mark == "." || mark == "-" || mark == "/" { dates = numericDates(at: start, count, mark, in: set) }
    if let date = dated(dates, in: set) { return date }
    return namedDate(at: start, count, in: set).flatMap { dated([$0], in: set) }
  }

  typealias PlacedDate = (date: WrittenDate, first: Int, end: Int)

  /// All readings of a date with the weekday before it and the time behind it.
  private mutating func dated(_ dates: [PlacedDate], in set: DigitSet) -> Numeral? {
    guard var (date, first, end) = dates.first else { return nil }
    let valid = dates.map(\.date).filter(\.exists)
    guard !valid.isEmpty else { return nil }
    var (before, behind): ([WrittenDate.Piece], [WrittenDate.Piece]) = ([], [])
    var (weekday, time, seconds): (Int?, TimeOfDay?, Numeral?) = (date.weekday, date.time, nil)
    if date.hasDay {
      if weekday != nil {
        // A pattern has taken it.
      } else if let name = name(before: first, of: 7) {
        before = [name.piece, .literal(characters.text(name.range.upperBound..<first))]
        (weekday, first) = (name.index, name.range.lowerBound)
      } else if let name = self.weekday(behind: end) {
        behind = [.literal(characters.text(end..<name.range.lowerBound)), name.piece]
        (weekday, end) = (name.index, name.range.upperBound)
      }
      if time == nil, let (found, numeral) = self.time(behindDateAt: end, in: set) {
        behind += [.literal(characters.text(end..<found.start))] + found.pieces
        (time, seconds, end) = (found.time, numeral, found.end)
      }
    }
    let readings = valid.map { reading in
      date = reading
      date.pieces = before + date.pieces + behind
      (date.weekday, date.time) = (weekday, time)
      // No version has a weekday or a time.
      if date.hasDay, weekday != nil || time != nil { date.isOpen = false }
      return date
    }
    var whole = numeral(.dates(readings), from: first, to: end, in: set)
    if let seconds {
      (whole.fractionDigits, whole.decimalSeparator) = (seconds.fractionDigits, seconds.decimalSeparator)
    }
    return whole
  }

  /// The time of a date, behind `T`, a blank, or a comma or a short word and a blank; of one with seconds its number.
  private func time(behindDateAt end: Int, in set: DigitSet) -> (PlacedTime, Numeral?)? {
    guard end < characters.lastDigit else { return nil }
    var start = end
    if self[end] == "T" || self[end] == "t" { start += 1 } else { while passWord(before: &start, after: end) {} }
    guard start > end else { return nil }
    if let found = halfDayTime(at: start, in: set) { return (found, nil) }
    guard let (time, numeral) = timeOfDay(at: start, in: set, hasPoint: true), time.hour < 24 else { return nil }
    return ((time, [.time], start, numeral.end), numeral)
  }

  /// Where a half of the day may begin before its time.
  private func startOfHalf(before start: Int) -> Int {
    let end = isSpace(at: start - 1) ? start - 1 : start
    guard end >= 2, !self[end - 1].isASCII, end - 2 >= (numerals.last?.end ?? 0) else { return start }
    let name = characters.text(end - 2..<end)
    return KnownWords.halvesBeforeTimes.contains { $0.name == name } ? end - 2 : start
  }

  /// Passes a point or a comma and a blank, or a word that stands between a date and its time.
  private func passWord(before start: inout Int, after end: Int) -> Bool {
    var next = start
    if start > end, let word = word(at: start), word.letters == start,
      KnownWords.betweenDateAndTime.contains(letters(word).lowercased())
    {
      next = word.end
    } else if start > end {
      return false
    }
    if self[next] == "." { next += 1 }
    if self[next] == "," || self[next] == "\u{60C}" { next += 1 }
    guard isSpace(at: next) else { return false }
    start = next + 1
    return true
  }

  // MARK: - In digits

  /// One of up to three numbers with the same mark between them.
  private typealias Field = (start: Int, count: Int)

  private func numericDates(at start: Int, _ count: Int, _ mark: Unicode.Scalar, in set: DigitSet) -> [PlacedDate] {
    // All between them is as long: a mark, or a point and a blank.
    let gap = mark == "." && isSpace(at: start + count + 1) ? 2 : 1
    let (second, others) = (start + count + gap, digitCount(at: start + count + gap, in: set, limit: 5))
    // Nearly all others have a decimal separator there.
    guard self[second + others] == mark || mark != "." && (count == 4 || others == 4), !isLetter(at: start - 1),
      count < 5,
      self[start - 1] != mark || digitSet(at: start - 2) == nil
    else { return [] }
    var fields: [Field] = [(start, count)]
    while fields.count < 3, let last = fields.last, self[last.start + last.count] == mark,
      gap == 1 || isSpace(at: last.start + last.count + 1),
      case let next = last.start + last.count + gap, case let count = digitCount(at: next, in: set, limit: 5), count > 0
    {
      fields.append((next, count))
    }
    let end = fields[fields.count - 1].start + fields[fields.count - 1].count
    let goesOn = self[end] == mark && digitSet(at: end + 1) != nil || digitSet(at: end) != nil
    guard fields.count > 1, !goesOn, !isLetter(at: end) || fields.count == 3 else { return [] }
    let orders = orders(of: fields, mark, isApart: gap == 2, end: end, in: set)
    return orders.map { placed(fields, order: $0, mark, gap, in: set) }
  }

  /// In which orders numbers can be a date: `ymd`, `dmy`, `mdy`, `dm`, `my`, `ym`.
  private func orders(of fields: [Field], _ mark: Unicode.Scalar, isApart: Bool, end: Int, in set: DigitSet) -> [String]
  {
    let counts = fields.map(\.count)
    let isShort = counts.map { $0 <= 2 }
    let isPadded = counts.dropFirst().allSatisfy { $0 == 2 }
    let year = fields.first { $0.count == 4 }.map { value(4, at: $0.start, in: set) } ?? 0
    guard WrittenDate.isYear(year) else { return [] }
    switch (mark, counts.count) {
    case ("-", 3) where counts[0] == 4 && isShort == [false, true, true]: return isPadded ? ["ymd"] : []
    case ("-", 2):
      // `2010-11` may be a winter.
      let month = value(counts[1], at: fields[1].start, in: set)
      return counts == [4, 2] && 1900...2100 ~= year && (year + 1) % 100 != month ? ["ym"] : []
    case (_, 3) where counts[0] == 4 && isShort == [false, true, true]:
      return 1000...2999 ~= year && (mark == "/" || isPadded || isApart) ? ["ymd"] : []
    case (_, 3) where counts[2] == 4 && isShort == [true, true, false]:
      let told = symbols.dateOrder.flatMap { $0.last == "y" ? [$0] : nil }
      return year < 1000 ? [] : mark == "." ? ["dmy"] : told ?? ["dmy", "mdy"]
    case (_, 3) where isShort == [true, true, true] && !isApart:
      let order = symbols.dateOrder ?? (mark == "." && counts == [2, 2, 2] ? "dmy" : "")
      guard zip(order, counts).contains(where: { $0 == "y" && $1 == 2 }) else { return [] }
      // Whose years stand first does not write them so with points: `29.01.23`.
      return mark == "." && order == "ymd" && isPadded ? [order, "dmy"] : [order]
    case ("/", 2): return isShort[0] && counts[1] == 4 && 1900...2100 ~= year ? ["my"] : []
    case (".", 2):
      let isDay =
        self[end] == "." && digitSet(at: end + 1) == nil && !isLetter(at: end + 1) && (isApart || counts == [2, 2])
      return isDay && isShort == [true, true] && !isMoneyBefore(fields[0].start) ? ["dm"] : []
    default: return []
    }
  }

  func isMoneyBefore(_ start: Int) -> Bool { isMoney(at: isSpace(at: start - 1) ? start - 2 : start - 1) }

  func isMoney(at position: Int) -> Bool {
    let mark = self[position]
    return mark != "\0" && !mark.isASCIILetter && mark.properties.generalCategory == .currencySymbol
  }

  private func placed(
    _ fields: [Field], order: String, _ mark: Unicode.Scalar, _ gap: Int, in set: DigitSet
  ) -> PlacedDate {
    var date = WrittenDate()
    let days = fields.filter { $0.count <= 2 }
    let zeros = days.contains { $0.count == 2 && digit(at: $0.start, in: set) == 0 }
    let digits = days.contains { $0.count == 1 } ? 1 : 2
    for (index, (field, kind)) in zip(fields, order).enumerated() {
      let number = value(field.count, at: field.start, in: set)
      switch kind {
      case "y": (date.year, date.pieces) = (number, date.pieces + [.year(digits: field.count)])
      case "m": (date.month, date.pieces) = (number, date.pieces + [.month(digits: digits)])
      default: (date.day, date.pieces) = (number, date.pieces + [.day(digits: digits, ordinal: nil)])
      }
      if index + 1 < fields.count {
        date.pieces.append(.literal(characters.text(field.start + field.count..<fields[index + 1].start)))
      }
    }
    var end = fields[fields.count - 1].start + fields[fields.count - 1].count
    if order == "dm" {
      date.pieces.append(.literal("."))
      end += 1
    }
    date.isOpen = !zeros && gap == 1 && (mark == "." && order == "ymd" || days.count == 3)
    return (date, fields[0].start, end)
  }

  // MARK: - With marks and names

  /// `2024年1月31日`, `1월 31일`, `2024年12月`.
  private func markedDate(at start: Int, _ count: Int, in set: DigitSet) -> PlacedDate? {
    guard !self[start + count].isASCII else { return nil }
    var date = WrittenDate()
    var (position, end, fields) = (start, start, "年月日")
    while let field = fields.first {
      let count = digitCount(at: position, in: set, limit: 5)
      guard (1...4).contains(count), position + count < characters.count,
        let kind = Self.markedFields[characters[position + count]]
      else { break }
      if field == "年", kind != field { fields.removeFirst() }
      guard kind == fields.first, kind == "年" ? count == 4 : count <= 2 else { break }
      if end > start { date.pieces.append(.literal(characters.text(end - 1..<position))) }
      let (number, digits) = (value(count, at: position, in: set), digits(at: position, count, in: set))
      switch kind {
      case "年": (date.year, date.pieces) = (number, date.pieces + [.year(digits: 4)])
      case "月": (date.month, date.pieces) = (number, date.pieces + [.month(digits: digits)])
      default: (date.day, date.pieces) = (number, date.pieces + [.day(digits: digits, ordinal: nil)])
      }
      end = position + count + 1
      fields.removeFirst()
      position = isSpace(at: end) ? end + 1 : end
    }
    // A month needs a year or a day.
    guard fields.isEmpty || fields == "日" && date.year != nil else { return nil }
    date.pieces.append(.literal(characters.text(end - 1..<end)))
    return (date, start, end)
  }

  private static let markedFields: [Character: Character] = [
    "年": "年", "月": "月", "日": "日", "년": "年", "월": "月", "일": "日", "号": "日",
  ]

  /// `Jan 31, 2024`, `31 May`, `1er février`.
  private func namedDate(at start: Int, _ count: Int, in set: DigitSet) -> PlacedDate? {
    guard count <= 2, case let day = value(count, at: start, in: set), 1...31 ~= day else { return nil }
    var date = WrittenDate()
    date.day = day
    var (first, end) = (start, start + count)
    let suffix = suffix(at: end, beside: day)
    end += suffix?.count ?? 0
    let piece = WrittenDate.Piece.day(digits: digits(at: start, count, in: set), ordinal: suffix)
    if let month = name(before: start, of: 12) {
      date.pieces = [month.piece, .literal(characters.text(month.range.upperBound..<start)), piece]
      (date.month, first) = (month.index + 1, month.range.lowerBound)
    } else if let month = name(behind: end) {
      date.pieces = [piece, .literal(characters.text(end..<month.range.lowerBound)), month.piece]
      (date.month, end) = (month.index + 1, month.range.upperBound)
    } else if let month = markedMonth(behind: end, in: set) {
      date.pieces = [piece, .literal(characters.text(end..<month.start)), .month(digits: month.digits)]
      (date.month, end) = (month.value, month.end)
    } else {
      return nil
    }
    if let year = year(behind: end, in: set) {
      date.pieces += [.literal(characters.text(end..<year)), .year(digits: 4)]
      (date.year, end) = (value(4, at: year, in: set), year + 4)
    }
    return (date, first, end)
  }

  private func markedMonth(
    behind end: Int, in set: DigitSet
  ) -> (value: Int, digits: Int?, start: Int, end: Int)? {
    guard isSpace(at: end), let word = word(at: end), KnownWords.monthMarks.contains(letters(word)),
      isSpace(at: word.end), case let start = word.end + 1,
      case let count = digitCount(at: start, in: set, limit: 3), 1...2 ~= count,
      case let month = value(count, at: start, in: set), 1...12 ~= month
    else { return nil }
    return (month, digits(at: start, count, in: set), start, start + count)
  }

  /// The fewest digits of a field that a text shows, of which `31` shows none.
  func digits(at position: Int, _ count: Int, in set: DigitSet) -> Int? {
    count == 1 ? 1 : digit(at: position, in: set) == 0 ? 2 : nil
  }

  private func suffix(at position: Int, beside day: Int) -> String? {
    if day == 1, let first = KnownWords.firstOfMonth.first(where: { isText($0, at: position) }) { return first }
    guard isLetter(at: position), isLetter(at: position + 1), !isLetter(at: position + 2) else { return nil }
    let right = PluralWords.ordinals(isUppercase: false).word(beside: UInt128(day), fractionDigits: 0)
    return Literal(characters.text(position..<position + 2)) == right ? "th" : nil
  }

  func isText(_ word: String, at position: Int, endsWord: Bool = true) -> Bool {
    let end = position + word.count
    return end <= characters.count && !(endsWord && isLetter(at: end)) && characters.text(position..<end) == word
  }

  private func year(behind end: Int, in set: DigitSet) -> Int? {
    let start = passingGap(behind: end)
    guard start > end, let year = number(4, at: start, in: set),
      (self[end] == "," ? 1000...2999 : 1900...2100) ~= year,
      separators(at: start + 4).isEmpty || digitSet(at: start + 5) == nil
        || [":", "."].contains(self[start + 5 + digitCount(at: start + 5, in: set, limit: 3)])
    else { return nil }
    return start
  }

  private typealias Name = (piece: WrittenDate.Piece, index: Int, range: Range<Int>)

  /// The name of one of so many months or days that ends before a position: a blank, maybe a comma and a point.
  private func name(before position: Int, of count: Int) -> Name? {
    guard isSpace(at: position - 1) else { return nil }
    var end = position - 1
    if self[end - 1] == "," { end -= 1 }
    let letters = self[end - 1] == "." ? end - 1 : end
    var start = letters
    while isLetter(at: start - 1), letters - start < 16 { start -= 1 }
    guard start >= (numerals.last?.end ?? 0) else { return nil }
    return name(start, letters, end, of: count)
  }

  /// The name of a month behind a day: `31 May`, `31. Mai`, `31-Jan`, `31 de mayo`.
  private func name(behind position: Int) -> Name? {
    let start = passingGap(behind: position)
    guard start > position else { return nil }
    return name(at: start, of: 12)
  }

  /// The name of a day in brackets behind a date: `1月31日(火)`.
  private func weekday(behind end: Int) -> Name? {
    let open = isSpace(at: end) ? end + 1 : end
    guard self[open] == "(" || self[open] == "\u{FF08}" else { return nil }
    return name(at: open + 1, of: 7, shortest: 1)
  }

  private func name(at start: Int, of count: Int, shortest: Int = 2) -> Name? {
    var letters = start
    while isLetter(at: letters), letters - start < 16 { letters += 1 }
    return name(start, letters, self[letters] == "." ? letters + 1 : letters, of: count, shortest: shortest)
  }

  /// Behind a point or a comma, a blank or a hyphen, and a word that means “of”.
  private func passingGap(behind position: Int) -> Int {
    let mark = self[position]
    let point = mark == "." || mark == "," ? position + 1 : position
    guard isSpace(at: point) else { return mark == "-" ? position + 1 : position }
    guard let word = word(at: point + 1), word.letters == point + 1, word.end - word.letters <= 3,
      isSpace(at: word.end), ["de", "of", "di", "del"].contains(letters(word))
    else { return point + 1 }
    return word.end + 1
  }

  /// The name that stands from `start` to `letters`, or with its point to `end`.
  private func name(_ start: Int, _ letters: Int, _ end: Int, of count: Int, shortest: Int = 2) -> Name? {
    guard letters - start >= shortest else { return nil }
    let mayBeKnown = symbols.dateNames.contains { $0.mayBegin(self[start], self[start + 1]) }
    let ends = end > letters ? [end, letters] : [letters]
    for end in mayBeKnown ? ends : [] {
      let word = characters.text(start..<end)
      for names in symbols.dateNames {
        let places = names[word].filter { names.lists[$0.list].count == count }
        guard let index = places.first?.index else { continue }
        let form = names.lists[places[0].list][index] == word ? .asNamed : WrittenDate.Letters(of: word)
        let lists = places.filter { $0.index == index }.map { names.lists[$0.list] }
        return (.name(lists, form == .capitalized ? .asNamed : form), index, start..<end)
      }
    }
    return count == 12 ? guessedMonth(start..<letters) : nil
  }

  private func guessedMonth(_ range: Range<Int>) -> Name? {
    guard symbols.isEnglish, !symbols.isTold, WordSets.mayBeginMonth(self[range.lowerBound], self[range.lowerBound + 1])
    else { return nil }
    let word = characters.text(range)
    guard let (index, lists) = WordSets.month(named: word) else { return nil }
    return (.name(lists, WrittenDate.Letters(of: word), isGuess: true), index, range)
  }
}

extension WrittenDate.Letters {
  fileprivate init(of word: String) {
    self =
      word == word.uppercased() && word.count > 1 && word != word.lowercased()
      ? .upper : word == word.lowercased() ? .lower : .capitalized
  }
}
