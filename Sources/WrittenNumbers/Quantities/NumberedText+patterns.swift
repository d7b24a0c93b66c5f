import Interpolation
internal import TextBytes

// MARK: - As a language writes dates and times

extension NumberedText {
  /// The longest date, or time of the day, around a number that is written in a pattern of the language.
  func patternedDate(at start: Int, in set: DigitSet) -> PlacedDate? {
    var longest: PlacedDate?
    for pattern in symbols.datePatterns {
      guard let first = first(of: pattern, around: start), let found = date(pattern, from: first, in: set),
        found.end - found.first > longest.map({ $0.end - $0.first }) ?? 0
      else { continue }
      longest = found
    }
    return longest
  }

  /// Where a text begins that may be written in a pattern and has its first digit at a position.
  private func first(of pattern: DatePattern, around start: Int) -> Int? {
    var first = start
    if case .name(_, let names) = pattern.pieces[pattern.firstDigits] {
      let digits = names.lazy.compactMap { name in name.characters.firstIndex(where: \.isNumber).map { (name, $0) } }
      // `M12`.
      guard let (_, digit) = digits.first(where: { isText($0.characters, at: start - $1) }) else { return nil }
      first -= digit
    }
    for piece in pattern.pieces[..<pattern.firstDigits].reversed() {
      switch piece {
      case .literal(let literal):
        guard isText(literal, at: first - literal.count) else { return nil }
        first -= literal.count
      case .name(_, let names):
        guard let name = names.first(where: { isText($0.characters, at: first - $0.characters.count) }) else {
          return nil
        }
        first -= name.characters.count
      case .year, .month, .day, .time: return nil
      }
    }
    // Part of another word, or of another number.
    let before = self[first - 1]
    return first >= (numerals.last?.end ?? 0) && !before.isASCIILetter
      && !(isLetter(at: first - 1) && isLetter(at: first))
      && digitSet(at: first - 1) == nil && !(Self.marks.contains(before) && digitSet(at: first - 2) != nil)
      ? first : nil
  }

  /// Whether characters stand at a position; a blank is like any other.
  private func isText(_ text: [Character], at position: Int) -> Bool {
    guard position >= 0, position + text.count <= characters.count else { return false }
    return text.indices.allSatisfy { index in
      characters[position + index] == text[index] || text[index].isWhitespace && isSpace(at: position + index)
    }
  }

  private func date(_ pattern: DatePattern, from first: Int, in set: DigitSet) -> PlacedDate? {
    var (date, position) = (WrittenDate(), first)
    for piece in pattern.pieces {
      guard let end = read(piece, at: position, in: set, into: &date) else { return nil }
      position = end
    }
    let end = position
    // Part of a longer word or number.
    guard !(isLetter(at: end) && isLetter(at: end - 1) && self[end].value < 0x2E80), digitSet(at: end) == nil,
      date.countHours(),
      !(Self.marks.contains(self[end]) && digitSet(at: end + 1) != nil && digitSet(at: end - 1) != nil)
    else { return nil }
    guard pattern.hasDay else { return isFree(first, end) || !pattern.isOpen ? finish(date, pattern, first, end) : nil }
    return date.exists && date.year.map(WrittenDate.isYear) ?? false ? finish(date, pattern, first, end) : nil
  }

  private static let marks: Set<Unicode.Scalar> = [".", ",", ":", "/", "-", "\u{66B}", "\u{66C}"]

  private func finish(_ date: WrittenDate, _ pattern: DatePattern, _ first: Int, _ end: Int) -> PlacedDate {
    var date = date
    // The minutes of a time say nothing: `0.04`.
    let last = pattern.hasDay ? end : first + 1
    let showsZero = (first..<last).contains {
      digitSet(at: $0 - 1) == nil && isZero($0) && digitSet(at: $0 + 1) != nil
    }
    date.isOpen = pattern.isOpen && !showsZero
    return (date, first, end)
  }

  private func isZero(_ position: Int) -> Bool {
    digitSet(at: position).map { digit(at: position, in: $0) == 0 } ?? false
  }

  /// Whether neither a word, a sign nor money stands beside what may be a number.
  private func isFree(_ first: Int, _ end: Int) -> Bool {
    func isBare(_ position: Int, _ next: Int) -> Bool {
      let mark = self[isSpace(at: position) ? next : position]
      return mark == "\0"
        || !isLetter(at: position) && !isLetter(at: next) && "()[]|,;:\n".unicodeScalars.contains(mark)
    }
    return isBare(first - 1, first - 2) && isBare(end, end + 1)
  }

  // MARK: - The pieces of a pattern

  /// Takes what a piece of a pattern says into a date.
  ///
  /// - Returns: Where it ends.
  private func read(
    _ piece: DatePattern.Piece, at start: Int, in set: DigitSet, into date: inout WrittenDate
  ) -> Int? {
    switch piece {
    case .literal(let literal):
      guard isText(literal, at: start) else { return nil }
      date.pieces.append(.literal(characters.text(start..<start + literal.count)))
      return start + literal.count
    case .year(let digits):
      guard let year = number(digits, at: start, in: set) else { return nil }
      (date.year, date.pieces) = (year, date.pieces + [.year(digits: digits)])
      return start + digits
    case .month, .day:
      let count = digitCount(at: start, in: set, limit: 3)
      guard 1...2 ~= count else { return nil }
      let (number, digits) = (value(count, at: start, in: set), digits(at: start, count, in: set))
      if case .month = piece {
        (date.month, date.pieces) = (number, date.pieces + [.month(digits: digits)])
      } else {
        (date.day, date.pieces) = (number, date.pieces + [.day(digits: digits, ordinal: nil)])
      }
      return start + count
    case .name(let kind, let names):
      guard let name = names.first(where: { isText($0.characters, at: start) }) else { return nil }
      date.take(name, kind, symbols)
      return start + name.characters.count
    case .time(let pattern): return read(pattern, at: start, in: set, into: &date)
    }
  }

  private func read(
    _ pattern: TimeOfDay, at start: Int, in set: DigitSet, into date: inout WrittenDate
  ) -> Int? {
    let colon = Array(pattern.colon.text)
    var (position, fields): (Int, [Int]) = (start, [])
    for index in 0..<pattern.fieldCount {
      if index > 0 {
        guard isText(colon, at: position) else { return nil }
        position += colon.count
      }
      let count = digitCount(at: position, in: set, limit: 3)
      let isRight = index == 0 || index == 1 && pattern.minuteDigits == 1 ? 1...2 ~= count : count == 2
      guard isRight, case let field = value(count, at: position, in: set), field < (index == 0 ? 24 : 60) else {
        return nil
      }
      fields.append(field)
      position += count
    }
    var time = pattern
    (time.hour, time.minute, time.second) = (fields[0], fields[1], fields.count > 2 ? Int64(fields[2]) : 0)
    time.hourDigits = digits(at: start, digitCount(at: start, in: set, limit: 2), in: set)
    date.time = time
    date.pieces.append(.time)
    return position
  }
}

extension WrittenDate {
  fileprivate mutating func take(_ name: DatePattern.Name, _ kind: DatePattern.Names, _ symbols: NumberSymbols) {
    let text = String(name.characters)
    switch kind {
    case .months, .weekdays:
      // The same name may stand in other lists, too: `May`.
      let lists = symbols.dateNames.flatMap(\.lists).filter {
        $0.count == name.list.count && $0[name.index] == text
      }
      pieces.append(.name([name.list] + lists, .asNamed))
      if case .months = kind { month = name.index + 1 } else { weekday = name.index }
    case .halvesOfDay: pieces.append(.half(text, other: name.list[1 - name.index], isAfternoon: name.index == 1))
    case .eras: break
    }
  }
}
