/// Which characters of the source live on in the target, and where.
///
/// What both texts begin and end with stays together; in between, the k-th occurrence of a character in the source
/// becomes its k-th occurrence in the target. The second half is LTMorphingLabel's greedy first match; the first keeps
/// "the cat" whole on its way into "a the cat", where the label lets the letter of one word fly into another.
///
/// - Complexity: Linear in both texts; an edit script with the fewest changes would cost their product.
struct GraphemeMatching: Equatable, Sendable {
  /// The place in the target of each source character, `nil` for one that is removed.
  let destinations: [Int?]
  /// The places of the target that no source character fills: those that are added.
  let additions: [Int]

  init(from source: Graphemes, to target: Graphemes) {
    let prefix = source.commonPrefix(with: target)
    let suffix = source.commonSuffix(with: target, after: prefix)
    let removed = prefix..<source.count - suffix
    let added = prefix..<target.count - suffix

    var destinations = (0..<source.count).map { Optional($0 < prefix ? $0 : $0 + target.count - source.count) }
    // The nearest place last, so that taking it is cheap.
    var places = Dictionary(grouping: added.reversed()) { target[$0] }
    for index in removed {
      destinations[index] = places[source[index]]?.popLast()
    }
    self.destinations = destinations
    additions = places.values.joined().sorted()
  }
}
