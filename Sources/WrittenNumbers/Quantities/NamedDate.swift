import Languages
import TextBytes

/// `Fri, Jan 31, 2025`, `31. Mai`, `1月31日`, as a text has it.
struct NamedDate: Sendable {
  fileprivate var pieces: [Piece] = []
  fileprivate var year: Int?
  fileprivate var month = 1
  fileprivate var day = 1
  /// From Monday, 0.
  fileprivate var weekday: Int?

  fileprivate enum Piece: Equatable {
    case literal(String)
    /// A month or a weekday, with all lists that have it at this place and how its letters are written.
    case name([[String]], Letters)
    case month(digits: Int?)
    case day(digits: Int?, isOrdinal: Bool)
    case year
  }

  fileprivate enum Letters { case asNamed, upper, lower }
}

/// Dates with names, the value of which are days since 1970-01-01.
///
/// Without a year they are of one that has no leap day unless a text has it, and go on into the next where that is nearer.
/// A weekday follows the date.
struct NamedDateForm: UnitsForm {
  private let pieces: [Piece]
  /// The weekday of 1970-01-01, by which the texts count.
  private let firstWeekday: Int64

  private enum Piece {
    case literal(Literal)
    case names([Literal])
    case month(digits: Int)
    case day(digits: Int, suffixes: PluralWords?)
    case year
  }

  var isSigned: Bool { false }

  var unit: NumberUnit { .calendar(partsOfDay: 1) }

  static func measure(_ source: NamedDate, _ target: NamedDate) -> Measure? {
    let hasLeapDay = [source, target].contains { $0.month == 2 && $0.day == 29 }
    let year = hasLeapDay ? 2000 : 2001
    guard let pieces = common(source.pieces, target.pieces),
      let first = CivilDate(year: source.year ?? year, month: source.month, day: source.day)?.days,
      var last = CivilDate(year: target.year ?? year, month: target.month, day: target.day)?.days
    else { return nil }
    if source.year == nil {
      let length: Int64 = 365
      if last - first > length / 2 { last -= length } else if first - last > length / 2 { last += length }
    }
    let weekday = Int64(source.weekday ?? 0)
    let style = NamedDateForm(pieces: pieces, firstWeekday: (weekday - first).dividedDown(by: 7).remainder)
    if let end = target.weekday, style.weekday(of: last) != end { return nil }
    return Measure(
      source: Decimal(first), target: Decimal(last), form: style)
  }

  /// The pieces of both, with the names of one list.
  private static func common(_ source: [NamedDate.Piece], _ target: [NamedDate.Piece]) -> [Piece]? {
    guard source.count == target.count else { return nil }
    var pieces: [Piece] = []
    for pair in zip(source, target) {
      switch pair {
      case (.literal(let literal), .literal(let other)) where literal == other: pieces.append(.literal(Literal(other)))
      case (.name(let names, _), .name(let others, let letters)):
        guard let list = others.first(where: names.contains) else { return nil }
        pieces.append(.names(list.map { Literal(letters.writing($0)) }))
      case (.month(let digits), .month(let others)): pieces.append(.month(digits: fewest(digits, others)))
      case (.day(let digits, let isOrdinal), .day(let others, let isOtherOrdinal)) where isOrdinal == isOtherOrdinal:
        pieces.append(
          .day(digits: fewest(digits, others), suffixes: isOrdinal ? PluralWords.ordinals(isUppercase: false) : nil))
      case (.year, .year): pieces.append(.year)
      default: return nil
      }
    }
    return pieces
  }

  private static func fewest(_ digits: Int?, _ others: Int?) -> Int {
    min(digits ?? others ?? 1, others ?? digits ?? 1)
  }

  private func weekday(of day: Int64) -> Int { Int((day + firstWeekday).dividedDown(by: 7).remainder) }

  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let day = units / Int64(UInt64.powerOfTen(fractionDigits))
    let date = CivilDate(days: min(max(day, CalendarForm.days.lowerBound), CalendarForm.days.upperBound))
    for piece in pieces {
      switch piece {
      case .literal(let literal): text.append(literal)
      case .names(let names): text.append(names[names.count == 7 ? weekday(of: date.days) : Int(date.month) - 1])
      case .month(let digits): layout.digitSet.append(UInt64(date.month), minimumDigits: digits, to: &text)
      case .day(let digits, let suffixes):
        layout.digitSet.append(UInt64(date.day), minimumDigits: digits, to: &text)
        if let suffixes { text.append(suffixes.word(beside: UInt128(date.day), fractionDigits: 0)) }
      case .year: layout.digitSet.append(UInt64(date.year), minimumDigits: 4, to: &text)
      }
    }
  }
}

extension NamedDate.Letters {
  fileprivate func writing(_ name: String) -> String {
    switch self {
    case .asNamed: name
    case .upper: name.uppercased()
    case .lower: name.lowercased()
    }
  }
}

// MARK: - Reading

extension NumberedText {
  /// The date whose first digits stand at a position, with the names around them: `Jan 31, 2024`, `Fri 31 May`, `1月31日`.
  mutating func namedDate(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    if let date = markedDate(at: start, count, in: set) { return date }
    guard count <= 2, case let day = value(count, at: start, in: set), 1...31 ~= day else { return nil }
    var date = NamedDate()
    date.day = day
    let digits = digits(at: start, count, in: set)
    var (first, end) = (start, start + count)
    let suffix = ordinalSuffix(at: end, beside: day)
    end += suffix ? 2 : 0
    let piece = NamedDate.Piece.day(digits: digits, isOrdinal: suffix)
    if let month = name(before: start, of: 12) {
      date.pieces = [month.piece, .literal(characters.text(month.range.upperBound..<start)), piece]
      (date.month, first) = (month.index + 1, month.range.lowerBound)
    } else if let month = name(behind: end) {
      date.pieces = [piece, .literal(characters.text(end..<month.range.lowerBound)), month.piece]
      (date.month, end) = (month.index + 1, month.range.upperBound)
    } else {
      return nil
    }
    if let year = year(behind: end, in: set) {
      date.pieces += [.literal(characters.text(end..<year)), .year]
      (date.year, end) = (value(4, at: year, in: set), year + 4)
    }
    if let weekday = name(before: first, of: 7) {
      date.pieces = [weekday.piece, .literal(characters.text(weekday.range.upperBound..<first))] + date.pieces
      (date.weekday, first) = (weekday.index, weekday.range.lowerBound)
    }
    return numeral(date, from: first, to: end, in: set)
  }

  private mutating func numeral(_ date: NamedDate, from first: Int, to end: Int, in set: DigitSet) -> Numeral? {
    guard CivilDate(year: date.year ?? 2000, month: date.month, day: date.day) != nil else { return nil }
    return numeral(.namedDate(date), from: first, to: end, in: set)
  }

  /// `2024年1月31日`, `1월 31일`.
  private mutating func markedDate(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count == 4 || count <= 2, !self[start + count].isASCII else { return nil }
    var date = NamedDate()
    var (position, fields) = (start, "年月日")
    while let field = fields.first {
      let count = digitCount(at: position, in: set, limit: 5)
      guard (1...4).contains(count), position + count < characters.count,
        let kind = Self.markedFields[characters[position + count]]
      else { return nil }
      if field == "年", kind != field { fields.removeFirst() }
      guard kind == fields.first, kind == "年" ? count == 4 : count <= 2 else { return nil }
      let (number, digits) = (value(count, at: position, in: set), digits(at: position, count, in: set))
      switch kind {
      case "年": (date.year, date.pieces) = (number, date.pieces + [.year])
      case "月": (date.month, date.pieces) = (number, date.pieces + [.month(digits: digits)])
      default: (date.day, date.pieces) = (number, date.pieces + [.day(digits: digits, isOrdinal: false)])
      }
      let mark = position + count
      fields.removeFirst()
      position = mark + (!fields.isEmpty && isSpace(at: mark + 1) ? 2 : 1)
      date.pieces.append(.literal(characters.text(mark..<position)))
    }
    return numeral(date, from: start, to: position, in: set)
  }

  private static let markedFields: [Character: Character] = [
    "年": "年", "月": "月", "日": "日", "년": "年", "월": "月", "일": "日", "号": "日",
  ]

  /// The fewest digits of a field that a text shows, of which `31` shows none.
  private func digits(at position: Int, _ count: Int, in set: DigitSet) -> Int? {
    digit(at: position, in: set) == 0 ? 2 : count == 1 ? 1 : nil
  }

  private func ordinalSuffix(at position: Int, beside day: Int) -> Bool {
    guard isLetter(at: position), isLetter(at: position + 1), !isLetter(at: position + 2) else { return false }
    let right = PluralWords.ordinals(isUppercase: false).word(beside: UInt128(day), fractionDigits: 0)
    return Literal(characters.text(position..<position + 2)) == right
  }

  private func year(behind end: Int, in set: DigitSet) -> Int? {
    let start = passingGap(behind: end)
    guard start > end, let year = number(4, at: start, in: set),
      (self[end] == "," ? 1000...2999 : 1900...2100) ~= year,
      separators(at: start + 4).isEmpty || digitSet(at: start + 5) == nil
        || self[start + 5 + digitCount(at: start + 5, in: set, limit: 3)] == ":"
    else { return nil }
    return start
  }

  private typealias Name = (piece: NamedDate.Piece, index: Int, range: Range<Int>)

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
    var letters = start
    while isLetter(at: letters), letters - start < 16 { letters += 1 }
    return name(start, letters, self[letters] == "." ? letters + 1 : letters, of: 12)
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
  private func name(_ start: Int, _ letters: Int, _ end: Int, of count: Int) -> Name? {
    guard letters - start >= 2 else { return nil }
    guard symbols.dateNames.contains(where: { $0.mayBegin(self[start], self[start + 1]) }) else { return nil }
    for end in end > letters ? [end, letters] : [letters] {
      let word = characters.text(start..<end)
      for names in symbols.dateNames {
        let places = names[word].filter { names.lists[$0.list].count == count }
        guard let index = places.first?.index else { continue }
        let isUpper = word == word.uppercased() && letters - start > 1
        let form: NamedDate.Letters =
          names.lists[places[0].list][index] == word
          ? .asNamed : isUpper ? .upper : word == word.lowercased() ? .lower : .asNamed
        let lists = places.filter { $0.index == index }.map { names.lists[$0.list] }
        return (.name(lists, form), index, start..<end)
      }
    }
    return nil
  }
}
