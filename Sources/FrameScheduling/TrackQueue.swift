/// Which track of a timeline is next: one entry a track, in the order of the timeline.
///
/// The first entry stands outside the heap of the others, so that a single track needs no memory of its own.
struct TrackQueue: Sendable {
  /// A frame that waits, with its moment in nanoseconds after the timeline's start.
  struct Entry: Comparable, Sendable {
    var due: Int64
    var frame: Timeline.Frame
    /// The frames of its track that it replaces.
    var skipped = 0

    static func < (left: Entry, right: Entry) -> Bool {
      left.due == right.due ? left.frame.track < right.frame.track : left.due < right.due
    }
  }

  /// The entry that is next; `nil` where all tracks are over or taken out.
  private(set) var first: Entry?
  private var heap: [Entry] = []

  /// Queues the frame with the given index of each track; a track that is over is left out.
  init(_ timeline: Timeline, at indices: [Int]) {
    heap.reserveCapacity(max(indices.count, 1) - 1)
    for (track, index) in indices.enumerated() {
      if let entry = timeline.entry(for: Timeline.Frame(track: track, index: index)) { insert(entry) }
    }
  }
}

extension TrackQueue {
  /// The entry after the first.
  var second: Entry? { heap.first }

  /// Queues a frame of a track that is not queued.
  ///
  /// - Complexity: O(log n), without allocation.
  mutating func insert(_ entry: Entry) {
    guard let first else { return first = entry }
    if entry < first { self.first = entry }
    let later = max(entry, first)
    heap.append(later)
    var place = heap.count - 1
    while place > 0, later < heap[(place - 1) / 2] {
      heap[place] = heap[(place - 1) / 2]
      place = (place - 1) / 2
    }
    heap[place] = later
  }

  /// Takes the first entry out.
  ///
  /// - Complexity: O(log n).
  mutating func removeFirst() {
    first = heap.first
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    replaceRoot(with: last)
  }

  /// Puts an entry in the place of the first.
  ///
  /// - Complexity: O(log n).
  mutating func replaceFirst(with entry: Entry) {
    guard let root = heap.first, root < entry else { return first = entry }
    first = root
    replaceRoot(with: entry)
  }

  private mutating func replaceRoot(with entry: Entry) {
    var place = 0
    while let child = earlierChild(of: place), heap[child] < entry {
      heap[place] = heap[child]
      place = child
    }
    heap[place] = entry
  }

  private func earlierChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    guard left < heap.count else { return nil }
    return right < heap.count && heap[right] < heap[left] ? right : left
  }
}
