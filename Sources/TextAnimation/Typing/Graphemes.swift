internal import TextBytes

/// A text cut at its grapheme cluster boundaries (UAX #29), so that no frame can split what a reader sees as one.
///
/// Clusters are compared by their bytes: Swift's `Character` takes é and e + ◌́ for equal, and a frame built on that
/// would not end on its target byte for byte.
struct Graphemes: Sendable {
  /// The whole text as UTF-8.
  let bytes: [UInt8]
  /// The byte offset where each cluster begins, and the end of the text last.
  private let boundaries: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var boundaries = [0]
    var offset = 0
    for character in text {
      offset += character.utf8.count
      boundaries.append(offset)
    }
    self.boundaries = boundaries
  }

  /// The bytes that it keeps.
  var byteCount: Int { 64 + bytes.capacity + MemoryLayout<Int>.stride * boundaries.capacity }

  /// The number of clusters.
  var count: Int { boundaries.count - 1 }

  /// The bytes of one cluster.
  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[boundaries[index]..<boundaries[index + 1]]
  }
}

// MARK: - Comparing

extension Graphemes {
  /// The number of clusters that both texts begin with.
  func commonPrefix(with other: Graphemes) -> Int {
    (0..<min(count, other.count)).first { self[$0] != other[$0] } ?? min(count, other.count)
  }

  /// The number of clusters that both texts end with, leaving out the first `prefix` of each.
  func commonSuffix(with other: Graphemes, after prefix: Int) -> Int {
    let longest = min(count, other.count) - prefix
    return (0..<longest).first { self[count - 1 - $0] != other[other.count - 1 - $0] } ?? longest
  }
}

// MARK: - Writing

extension Graphemes {
  /// Appends the clusters of a range, without allocating.
  func write(_ range: Range<Int>, to text: inout UTF8Buffer) {
    text.append(contentsOf: bytes.span.extracting(boundaries[range.lowerBound]..<boundaries[range.upperBound]))
  }
}

/// Which characters of the source are kept in the target, and where they stand there.
///
/// What both texts begin and end with stays together; in between, the k-th occurrence of a character in the source
/// becomes its k-th occurrence in the target. The second half is LTMorphingLabel's greedy first match; the first keeps
/// "the cat" whole on its way into "a the cat", where the label lets the letter of one word fly into another. Of those
/// whose ways would cross as few as possible are removed and added instead, so that none moves through another.
///
/// - Complexity: n log n; an edit script with the fewest changes would cost the product of both lengths.
struct GraphemeMatching: Equatable, Sendable {
  /// The place in the target of each source character, `nil` for one that is removed.
  let destinations: [Int?]
  /// The places of the target that no source character fills: those that are added.
  let additions: [Int]

  /// The bytes that it keeps.
  var byteCount: Int {
    MemoryLayout<Int?>.stride * destinations.capacity + MemoryLayout<Int>.stride * additions.capacity
  }

  init(from source: Graphemes, to target: Graphemes) {
    let prefix = source.commonPrefix(with: target)
    let suffix = source.commonSuffix(with: target, after: prefix)
    let removed = prefix..<source.count - suffix
    let added = prefix..<target.count - suffix

    var destinations = (0..<source.count).map { Optional($0 < prefix ? $0 : $0 + target.count - source.count) }
    // Ascending from the end, so that the next place is the last element, which is cheap to remove.
    var places = Dictionary(grouping: added.reversed()) { target[$0] }
    for index in removed {
      destinations[index] = places[source[index]]?.popLast()
    }
    let moved = removed.filter { destinations[$0] != nil }
    let inOrder = longestRise(moved.map { destinations[$0] ?? 0 })
    for (index, isInOrder) in zip(moved, inOrder) where !isInOrder { destinations[index] = nil }
    let kept = Set(removed.compactMap { destinations[$0] })
    self.destinations = destinations
    additions = added.filter { !kept.contains($0) }
  }
}

/// Which elements belong to a longest subsequence that rises (patience sorting).
private func longestRise(_ values: [Int]) -> [Bool] {
  /// For each length the index of the lowest last element so far, and for each element the one before it.
  var (lasts, previous) = ([Int](), [Int?]())
  for (index, value) in values.enumerated() {
    let length = lasts.partitioningIndex { values[$0] >= value }
    previous.append(length > 0 ? lasts[length - 1] : nil)
    if length < lasts.count { lasts[length] = index } else { lasts.append(index) }
  }
  var isPart = values.map { _ in false }
  var next = lasts.last
  while let index = next {
    isPart[index] = true
    next = previous[index]
  }
  return isPart
}
