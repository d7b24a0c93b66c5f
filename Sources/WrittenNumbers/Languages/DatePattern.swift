internal import TextBytes

/// How a language writes dates or times of day: a pattern of CLDR with the names that it uses (UTS 35, part 4, section 8).
package struct DatePattern: Sendable {
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
    /// Midnight, written as all times are.
    case time(TimeOfDay)
  }

  /// A name with all of its kind.
  typealias Name = (characters: [Character], index: Int, list: [String])

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
    var tokens = Self.tokens(of: pattern)[...]
    while let (letter, text) = tokens.popFirst() {
      switch letter {
      case nil: pieces.append(.literal(Array(text)))
      case "H", "h", "K":
        guard let time = Self.time(letter, &tokens) else { return nil }
        pieces.append(.time(time))
      case let letter?:
        guard let piece = Self.piece(letter, text.count, names) else { return nil }
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
    let known = list.enumerated().map { (characters: Array($1), index: $0, list: list) }
    return .name(kind, known.sorted { $0.characters.count > $1.characters.count })
  }

  private static func time(_ hours: Character?, _ tokens: inout ArraySlice<Token>) -> TimeOfDay? {
    guard let colon = tokens.popFirst(), colon.letter == nil, let minutes = tokens.popFirst(), minutes.letter == "m"
    else { return nil }
    var time = TimeOfDay(fieldCount: 2, colon: Literal(colon.text), minuteDigits: minutes.text.count)
    time.hours = hours == "H" ? .ofDay : .ofHalf(startsAtZero: hours == "K")
    if tokens.prefix(2).map(\.text) == [colon.text, "ss"] {
      tokens.removeFirst(2)
      time.fieldCount = 3
    }
    return time
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
    if pieces.count == 1, case .time(let time) = pieces[0] { return time.colon == Literal(".") }
    let isPointed = pieces.allSatisfy { piece in
      switch piece {
      case .literal(let literal): literal == ["."]
      case .year, .month, .day: true
      case .name, .time: false
      }
    }
    let isOpen = pieces.enumerated().contains { index, piece in
      if case .year(let digits) = piece { index == 0 || digits == 2 } else { false }
    }
    return isPointed && isOpen && pieces.count > 1
  }
}

extension DatePattern.Piece {
  fileprivate var hasDigits: Bool {
    switch self {
    case .literal: false
    case .name(_, let names): names.contains { $0.characters.contains(where: \.isNumber) }
    case .year, .month, .day, .time: true
    }
  }
}

extension DatePattern {
  /// A field, with its letter as often as the pattern has it, or a literal.
  private typealias Token = (letter: Character?, text: String)

  private static func tokens(of pattern: String) -> [Token] {
    var (tokens, literal, isQuoted): ([Token], String, Bool) = ([], "", false)
    var rest = pattern[...]
    while let first = rest.popFirst() {
      if first == "'" {
        // Two are one that is written.
        if rest.first == "'" { literal.append(rest.removeFirst()) } else { isQuoted.toggle() }
      } else if isQuoted || !(first.isASCII && first.isLetter) {
        literal.append(first)
      } else {
        let others = rest.prefix { $0 == first }
        rest = rest.dropFirst(others.count)
        if !literal.isEmpty { tokens.append((nil, literal)) }
        literal = ""
        tokens.append((first, String(first) + others))
      }
    }
    return literal.isEmpty ? tokens : tokens + [(nil, literal)]
  }
}
