/// The name somebody probably meant.
enum NearestName {
  /// The candidate closest to `name`, or `nil` when none is close enough to be a slip of the fingers.
  ///
  /// Close means at most two edits, or one in a name of up to four characters; upper and lower case count as equal.
  static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let typed = Array(name.lowercased().unicodeScalars)
    let allowed = typed.count <= 4 ? 1 : 2
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(typed, Array(candidate.lowercased().unicodeScalars))
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Damerau's edit distance with adjacent transpositions (optimal string alignment).
  private static func distance(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: target.count + 1)
    var last = Array(0...target.count)
    for i in source.indices {
      var row = [i + 1]
      for j in target.indices {
        let substitution = last[j] + (source[i] == target[j] ? 0 : 1)
        var cost = min(substitution, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, source[i] == target[j - 1], source[i - 1] == target[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[target.count]
  }
}
