/// Finds the name that a misspelt one was meant to be; the whole package asks here.
package enum Spelling {
  /// The name nearest to `word`, at most a third of its letters away (swapped neighbours count as one); `nil` where
  /// none is near.
  package static func nearest(to word: String, among names: [String]) -> String? {
    let length = word.utf8.count
    guard length <= longest else { return nil }
    let letters = word.utf8Span.span
    let wordMarks = marks(of: letters)
    var limit = max(1, length / 3)
    var nearest: String?
    for name in names where limit >= 0 && abs(name.utf8.count - length) <= limit {
      let nameLetters = name.utf8Span.span
      guard !lacks(wordMarks, of: nameLetters, moreThan: limit),
        !lacks(marks(of: nameLetters), of: letters, moreThan: limit),
        let distance = distance(nameLetters, letters, limit: limit)
      else { continue }
      nearest = name
      limit = distance - 1
    }
    return nearest
  }

  /// Longer words are not looked for.
  private static let longest = 64

  /// A bit for each letter that a text has, whatever its case; several characters may share one.
  private static func marks(of text: Span<UInt8>) -> UInt32 {
    var marks: UInt32 = 0
    for index in text.indices { marks |= 1 << UInt32(text[index] & 31) }
    return marks
  }

  /// Whether a text has more letters than the limit that `marks` lack, each of which is inserted, removed or replaced.
  private static func lacks(_ marks: UInt32, of text: Span<UInt8>, moreThan limit: Int) -> Bool {
    var rest = limit
    for index in text.indices where marks & 1 << UInt32(text[index] & 31) == 0 {
      if rest == 0 { return true }
      rest -= 1
    }
    return false
  }

  /// One row of the table of distances, with a column for each letter of the word and one before them.
  private typealias Row = InlineArray<65, UInt8>

  /// How many letters of a name are to be inserted, removed, replaced or swapped with their neighbour to get the word,
  /// whatever their case (Damerau and Levenshtein); `nil` where it is more than the limit.
  ///
  /// - Complexity: O(letters of both, multiplied); a name that is far away costs a few rows.
  private static func distance(_ name: Span<UInt8>, _ word: Span<UInt8>, limit: Int) -> Int? {
    var last = Row { UInt8($0) }
    var beforeLast = last
    for row in name.indices {
      var current = Row(repeating: UInt8(row + 1))
      // No later row has less than the least of two neighbours.
      var least = UInt8(row + 1)
      for column in word.indices {
        let isSame = isEqual(name[row], word[column])
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, isEqual(name[row], word[column - 1]), isEqual(name[row - 1], word[column]) {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current[column + 1] = best
        least = min(least, best, last[column + 1])
      }
      guard Int(least) <= limit else { return nil }
      (beforeLast, last) = (last, current)
    }
    let distance = Int(last[word.count])
    return distance <= limit ? distance : nil
  }

  private static func isEqual(_ one: UInt8, _ other: UInt8) -> Bool {
    one == other || one ^ other == 0x20 && (0x61...0x7A).contains(one | 0x20)
  }
}
