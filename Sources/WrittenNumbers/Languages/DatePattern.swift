/// How a language writes dates or times of day: a pattern of CLDR with the names that it uses (UTS 35, part 4, section 8).
package struct DatePattern: Sendable {
  /// What it consists of, in order.
  let pieces: [Piece]
  /// Which is the first that has digits in a text: before it stand names and literals only.
  let firstDigits: Int
  /// Whether what it writes may be a version or a number as well, unless a zero stands in front of a field: digits with a
  /// point for a time, with points and a short year, or with points and the year in front for a date.
  let isOpen: Bool

  enum Piece: Sendable {
    case literal([Character])
    case year(digits: Int)
    case month
    case day
    case name(Names, [Name])
    case time(Time)
  }

  struct Name: Sendable {
    let characters: [Character]
    let index: Int
    /// All names of its kind.
    let list: [String]
  }

  struct Time: Sendable {
    let colon: [Character]
    let hours: TimeOfDay.Hours
    let minuteDigits: Int
    let hasSeconds: Bool
  }

  package enum Names: Hashable, Sendable {
    /// From January on.
    case months(isShort: Bool, isAlone: Bool)
    /// From Monday on.
    case weekdays(isShort: Bool, isAlone: Bool)
    case halvesOfDay
    case eras
  }

  /// Reads a pattern.
  ///
  /// - Returns: `nil` where it has fields that texts are not read with, as zones, and for hours and minutes with a colon,
  ///   which may be a time that passes.
  package init?(_ pattern: String, names: (Names) -> [String]) {
    var pieces: [Piece] = []
    var tokens = Token.all(of: pattern)[...]
    while let token = tokens.popFirst() {
      switch token {
      case .literal(let text): pieces.append(.literal(Array(text)))
      case .field("H", let count), .field("h", let count), .field("K", let count):
        guard let time = Self.time(token, count, &tokens) else { return nil }
        pieces.append(.time(time))
      case .field(let letter, let count):
        guard let piece = Self.piece(letter, count, names) else { return nil }
        pieces.append(piece)
      }
    }
    guard let first = pieces.firstIndex(where: \.hasDigits) else { return nil }
    (self.pieces, firstDigits, isOpen) = (pieces, first, Self.isOpen(pieces))
    if pieces.count == 1, !isOpen { return nil }
  }

  static let english = ["y MMMM d", "y MMM d"].compactMap { pattern in
    DatePattern(pattern) { kind in
      if case .months(let isShort, _) = kind { DateNames.english.lists[isShort ? 1 : 0] } else { [] }
    }
  }

  private static func piece(_ letter: Character, _ count: Int, _ names: (Names) -> [String]) -> Piece? {
    switch (letter, count) {
    case ("y", _), ("u", _): return .year(digits: count == 2 ? 2 : 4)
    case ("M", 1...2), ("L", 1...2): return .month
    case ("d", _): return .day
    case ("M", 3...4), ("L", 3...4): return name(.months(isShort: count == 3, isAlone: letter == "L"), 12, names)
    case ("E", 1...4), ("c", 3...4):
      return name(.weekdays(isShort: count < 4, isAlone: letter == "c"), 7, names)
    case ("a", _): return name(.halvesOfDay, 2, names)
    case ("G", _): return names(.eras).last.map { .literal(Array($0)) }
    default: return nil
    }
  }

  private static func name(_ kind: Names, _ count: Int, _ names: (Names) -> [String]) -> Piece? {
    let list = names(kind)
    guard list.count == count, !list.contains("") else { return nil }
    // Of names that begin alike the longest is meant.
    let known = list.enumerated().map { Name(characters: Array($1), index: $0, list: list) }
    return .name(kind, known.sorted { $0.characters.count > $1.characters.count })
  }

  /// Hours, minutes and maybe seconds with the same between them.
  private static func time(_ hours: Token, _ count: Int, _ tokens: inout ArraySlice<Token>) -> Time? {
    guard case .field(let letter, _) = hours, case .literal(let colon)? = tokens.popFirst(),
      case .field("m", let digits)? = tokens.popFirst()
    else { return nil }
    let hasSeconds = tokens.prefix(2) == [.literal(colon), .field("s", 2)]
    if hasSeconds { tokens.removeFirst(2) }
    return Time(
      colon: Array(colon), hours: letter == "H" ? .ofDay : .ofHalf(startsAtZero: letter == "K"), minuteDigits: digits,
      hasSeconds: hasSeconds)
  }

  /// The order of day, month and year in digits, as in `dmy`; `nil` where one of them is not.
  var order: String? {
    let order = pieces.compactMap { piece -> Character? in
      switch piece {
      case .day: "d"
      case .month: "m"
      case .year: "y"
      case .literal, .name, .time: nil
      }
    }
    return order.count == 3 ? String(order) : nil
  }

  var hasDay: Bool { pieces.contains { if case .day = $0 { true } else { false } } }

  /// Whether it is a time of which minutes may have one digit.
  var hasShortMinutes: Bool {
    pieces.contains { if case .time(let time) = $0 { time.minuteDigits == 1 } else { false } }
  }

  private static func isOpen(_ pieces: [Piece]) -> Bool {
    if pieces.count == 1, case .time(let time) = pieces[0] { return time.colon == ["."] }
    var (marks, hasShortYear): (Set<[Character]>, Bool) = ([], false)
    for piece in pieces {
      switch piece {
      case .literal(let literal): marks.insert(literal)
      case .year(let digits): hasShortYear = digits == 2
      case .name, .time: return false
      case .month, .day: continue
      }
    }
    guard marks == [["."]] else { return false }
    if case .year = pieces[0] { return true }
    return hasShortYear
  }
}

extension DatePattern.Piece {
  fileprivate var hasDigits: Bool {
    switch self {
    case .literal: false
    case .name(_, let names): names.contains { $0.firstDigit != nil }
    case .year, .month, .day, .time: true
    }
  }
}

extension DatePattern.Name {
  /// Where its first digit stands: `M12`.
  var firstDigit: Int? { characters.firstIndex(where: \.isNumber) }
}

private enum Token: Equatable {
  case literal(String)
  /// A letter, so many times.
  case field(Character, Int)

  static func all(of pattern: String) -> [Token] {
    var (tokens, literal, isQuoted): ([Token], String, Bool) = ([], "", false)
    var rest = pattern[...]
    while let first = rest.popFirst() {
      if first == "'" {
        // Two are one that is written.
        if rest.first == "'" { literal.append(rest.removeFirst()) } else { isQuoted.toggle() }
      } else if isQuoted || !(first.isASCII && first.isLetter) {
        literal.append(first)
      } else {
        let others = rest.prefix { $0 == first }.count
        rest = rest.dropFirst(others)
        if !literal.isEmpty { tokens.append(.literal(literal)) }
        literal = ""
        tokens.append(.field(first, 1 + others))
      }
    }
    return literal.isEmpty ? tokens : tokens + [.literal(literal)]
  }
}
