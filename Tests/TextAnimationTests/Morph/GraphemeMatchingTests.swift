import Testing

@testable import TextAnimation
@testable import WrittenNumbers

struct GraphemeMatchingTests {
  @Test(
    arguments: [
      ("", "", [], []),
      ("", "ab", [], [0, 1]),
      ("ab", "", [nil, nil], []),
      ("same", "same", [0, 1, 2, 3], []),
      ("Hello", "Help!", [0, 1, 2, nil, nil], [3, 4]),
      ("100", "400", [nil, 1, 2], [0]),
      ("1,000", "100,000", [0, 3, 4, 5, 6], [1, 2]),
      ("the cat", "a the cat", [2, 3, 4, 5, 6, 7, 8], [0, 1]),
      ("xaby", "xbay", [0, nil, 1, 3], [2]),
      ("abcde", "eabcd", [1, 2, 3, 4, nil], [0]),
      ("abc", "cba", [nil, nil, 0], [1, 2]),
      ("aXa", "YaZaa", [1, nil, 4], [0, 2, 3]),
      ("aba", "aa", [0, nil, 1], []),
      ("aa", "aaa", [0, 1], [2]),
      ("👨‍👩‍👧🇩🇪", "🇩🇪👨‍👩‍👧", [nil, 0], [1]),
      ("\u{E9}", "e\u{301}", [nil], [0]),
    ] as [(String, String, [Int?], [Int])])
  func `characters are kept, moved, removed and added`(
    source: String, target: String, destinations: [Int?], additions: [Int]
  ) {
    let matching = GraphemeMatching(from: Graphemes(source), to: Graphemes(target))
    #expect(matching.destinations == destinations)
    #expect(matching.additions == additions)
  }

  @Test func `every place of the target is filled once, by the same character or by an addition`() {
    for (source, target) in OddTexts.pairs {
      let (source, target) = (Graphemes(source), Graphemes(target))
      let matching = GraphemeMatching(from: source, to: target)
      let kept = matching.destinations.compactMap(\.self)
      #expect(kept == kept.sorted(), "no way crosses another")
      let filled = matching.destinations.compactMap(\.self) + matching.additions
      #expect(filled.sorted() == Array(0..<target.count))
      for (index, destination) in matching.destinations.enumerated() {
        #expect(destination.map { target[$0] == source[index] } ?? true)
      }
    }
  }
}
