/// Which track of a timeline is next: a heap with one entry a track, in the order of the timeline.
struct TrackQueue: Sendable {
  /// A track with the moment of a frame, in nanoseconds after the timeline's start.
  struct Entry: Comparable {
    var due: Int64
    var track: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.due == right.due ? left.track < right.track : left.due < right.due
    }
  }

  private var heap: [Entry] = []

  /// Queues the frame with the given index of each track; a track that is over is left out.
  init(_ timeline: Timeline, at indices: [Int]) {
    heap.reserveCapacity(indices.count)
    for (track, index) in indices.enumerated() { insert(Timeline.Frame(track: track, index: index), of: timeline) }
  }
}

extension TrackQueue {
  /// The track that is next; `nil` where all are over or taken out.
  var first: Entry? { heap.first }

  /// Queues a frame for a track that is not queued; nothing where there is no such frame.
  ///
  /// - Complexity: O(log n), without allocation.
  mutating func insert(_ frame: Timeline.Frame, of timeline: Timeline) {
    guard timeline.has(frame) else { return }
    heap.append(Entry(due: timeline.nanoseconds(of: frame), track: frame.track))
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the first track out.
  ///
  /// - Complexity: O(log n).
  mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    replaceFirst(with: last)
  }

  /// Puts an entry in the place of the first.
  ///
  /// - Complexity: O(log n).
  mutating func replaceFirst(with entry: Entry) {
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
