/// Finds the name that a misspelt one was meant to be; the whole package asks here.
package enum Spelling {
  /// The name nearest to `word`, at most a third of its letters away (swapped neighbours count as one); `nil` where
  /// none is near.
  package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8)
    guard letters.count <= 64 else { return nil }
    let candidates = names.map { (name: $0, distance: distance(letters, Array($0.lowercased().utf8))) }
    return candidates.filter { $0.distance <= max(1, letters.count / 3) }.min { $0.distance < $1.distance }?.name
  }

  /// The number of letters to insert, remove, replace or swap with their neighbour.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 1..<(first.count + 1) {
      var current = [row]
      for column in 1..<(second.count + 1) {
        let isSame = first[row - 1] == second[column - 1]
        var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
