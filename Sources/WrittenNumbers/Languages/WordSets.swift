/// Words of which a language has one for each member of a set: no word of a set is a form of another.
package enum WordSets {
  package enum Kind: CaseIterable, Sendable {
    case months, weekdays, partsOfDay, scales
  }

  /// Which member of which of all sets a word is.
  private typealias Place = (kind: Kind, set: Int, member: Int)

  private static let places: [String: [Place]] = {
    var places: [String: [Place]] = [:]
    for (kind, sets) in zip(Kind.allCases, [months, weekdays, partsOfDay, scales]) {
      for (index, line) in sets.split(separator: "\n").enumerated() {
        for (member, words) in line.split(separator: " ").enumerated() {
          for word in words.split(separator: "/") {
            places[String(word), default: []].append((kind, index, member))
          }
        }
      }
    }
    return places
  }()

  private static func places(of word: String) -> [Place] {
    places[word.lowercased().filter { $0 != "." }] ?? []
  }

  /// The months that are named by a word where no language is told, and the lists of languages that have it, long and as
  /// in dates: of those that mean different months none.
  static func month(named word: String) -> (index: Int, lists: [[String]])? { longMonths[word.lowercased()] }

  private static let longMonths: [String: (index: Int, lists: [[String]])] = {
    var known: [String: [(index: Int, list: [String])]] = [:]
    for line in months.split(separator: "\n") {
      let list = line.split(separator: " ").map { String($0.prefix { $0 != "/" }) }
      for (index, name) in list.enumerated() { known[name, default: []].append((index, list)) }
    }
    return known.compactMapValues { places in
      Set(places.map(\.index)).count == 1 ? (places[0].index, places.map(\.list)) : nil
    }
  }()

  private static let heads = WordHeads(longMonths.keys)

  static func mayBeginMonth(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool { heads.mayBegin(first, second) }

  /// Reads all words, so that no request waits for it.
  package static func load() { _ = (places.count, TimeWords.inOneForm.count, longMonths.count, heads) }

  package static func kinds(of word: String) -> Set<Kind> { Set(places(of: word).map(\.kind)) }

  /// Whether one language has both words, for different members of one set.
  static func hasBoth(_ word: String, _ other: String) -> Bool {
    areInOneSet(word, other) { $0.member != $1.member }
  }

  private static func areInOneSet(_ word: String, _ other: String, where isRight: (Place, Place) -> Bool) -> Bool {
    let others = places(of: other)
    return !others.isEmpty
      && places(of: word).contains { place in
        others.contains { $0.kind == place.kind && $0.set == place.set && isRight($0, place) }
      }
  }

  /// Whether a language has both words for the same thousands, millions and so on.
  package static func isOneScale(_ word: String, _ other: String) -> Bool {
    areInOneSet(word, other) { $0.kind == .scales && $0.member == $1.member }
  }
}

// MARK: - Beside numbers

extension NumberSymbols {
  /// Whether a word beside a number is another of its set in the target: what lies between would be another day, another
  /// half of it, or another scale.
  package func changesMeaning(from source: String, to target: String) -> Bool {
    let (words, others) = (setWords(besideNumbersIn: source), setWords(besideNumbersIn: target))
    guard !words.isEmpty, !others.isEmpty else { return false }
    return words.count != others.count || zip(words, others).contains { isOther($0, than: $1) }
  }

  package func isOther(_ word: String, than other: String) -> Bool {
    WordSets.hasBoth(word, other)
      || dateNames.contains { names in
        let places = names[other]
        return names[word].contains { place in
          places.contains { $0.index != place.index && names.lists[$0.list].count == names.lists[place.list].count }
        }
      }
  }

  /// Whether a word is one for thousands, millions and so on, and for nothing else, as `mi` is for miles.
  package func isScale(_ word: String) -> Bool {
    WordSets.kinds(of: word) == [.scales] && (word.utf8.count > 2 || KnownWords.shortForms.contains(word.lowercased()))
      && MeasureUnit.symbolized(word).isEmpty
  }

  /// All words of sets that stand beside numbers: nothing but blanks, points, brackets, other such words and those that
  /// mean “of” stands between.
  package func setWords(besideNumbersIn text: String) -> [String] {
    let pieces = TextPiece.all(of: text)
    return pieces.indices.compactMap { index in
      guard case .word(let word) = pieces[index], let known = known(word) else { return nil }
      return [-1, 1].contains { isNumber(from: index, by: $0, among: pieces) } ? known : nil
    }
  }

  /// A word of a set, or what of letters without blanks between words is one.
  private func known(_ word: String) -> String? {
    let isIdeographic = word.unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false
    let words = isIdeographic && word.count > 2 ? [word, String(word.suffix(2)), String(word.prefix(2))] : [word]
    return words.first { word in !WordSets.kinds(of: word).isEmpty || dateNames.contains { !$0[word].isEmpty } }
  }

  private func isNumber(from index: Int, by step: Int, among pieces: [TextPiece]) -> Bool {
    var isBlank = true
    for distance in 1...7 {
      let place = index + step * distance
      guard pieces.indices.contains(place) else { return false }
      switch pieces[place] {
      case .number: return true
      case .gap(let isNear, let isOnlyBlank):
        if !isNear { return false }
        isBlank = isOnlyBlank
      case .word(let word):
        // In `3 of the, so far` no word belongs to the number.
        if !(isBlank && Self.particles.contains(word.lowercased())), known(word) == nil { return false }
      }
    }
    return false
  }

  private static let particles: Set = ["de", "of", "di", "del", "d", "da", "do", "den", "the", "le", "el", "ng", "و"]
}

private enum TextPiece {
  case number
  case word(String)
  /// Whether nothing in it parts what stands on both sides, and whether it is nothing but a blank.
  case gap(isNear: Bool, isBlank: Bool)

  static func all(of text: String) -> [TextPiece] {
    var (pieces, word): ([TextPiece], String) = ([], "")
    func endWord() {
      guard !word.isEmpty else { return }
      if word.last == "." { word.removeLast() }
      pieces.append(.word(word))
      word = ""
    }
    for character in text {
      if character.isLetter || !word.isEmpty && ".’'׳".contains(character) {
        word.append(character)
        continue
      }
      endWord()
      if Substring(String(character)).hasDigit {
        if case .number = pieces.last { continue }
        pieces.append(.number)
      } else {
        let isNear = character.isWhitespace && !character.isNewline || near.contains(character)
        let isBlank = character.isWhitespace
        if case .gap(let isOtherNear, let isOtherBlank) = pieces.last {
          pieces[pieces.count - 1] = .gap(isNear: isNear && isOtherNear, isBlank: isBlank && isOtherBlank)
        } else {
          pieces.append(.gap(isNear: isNear, isBlank: isBlank))
        }
      }
    }
    endWord()
    return pieces
  }

  private static let near = Set<Character>(".,()（）[]、，-/\u{200E}\u{200F}")
}
