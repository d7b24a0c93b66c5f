/// When each frame of several sequences is due on one clock.
///
/// Frames are ordered by when they are due, then by track number. The order is never stored: the frame at a place, and the
/// place of a frame, are computed.
public struct Timeline: Sendable {
  /// One sequence on the timeline.
  public struct Track: Sendable {
    let delayNanoseconds: Int64
    let times: FrameTimes

    /// How long the first frame shows before the times of the others count.
    public var delay: Duration { .nanoseconds(delayNanoseconds) }

    /// Creates a track.
    ///
    /// - Parameters:
    ///   - times: When each frame is due.
    ///   - delay: What is added to these times but for the first, 0 or more.
    public init(_ times: FrameTimes, delay: Duration = .zero) {
      self.times = times
      delayNanoseconds = Swift.max(delay.wholeNanoseconds, 0)
    }
  }

  /// One frame of one track.
  public struct Frame: Hashable, Sendable {
    /// The track's number, from 0.
    public var track: Int
    /// The frame's number on its track, from 0.
    public var index: Int

    /// Creates the name of a frame, which need not exist.
    public init(track: Int, index: Int) {
      self.track = track
      self.index = index
    }

    /// The next frame of the same track.
    var follower: Frame { Frame(track: track, index: index < .max ? index + 1 : .max) }
  }

  /// The tracks; of frames due at the same moment those of the first leave first.
  public let tracks: [Track]
  /// The number of frames on all tracks; `nil` where one has no end.
  public let count: Int?

  /// Creates a timeline.
  public init(_ tracks: [Track]) {
    self.tracks = tracks
    count = tracks.reduce(0) { sum, track in sum.flatMap { sum in track.times.count.map { sum + $0 } } }
  }
}

extension Timeline {
  /// When a frame is due after the timeline's start; one past its track's end counts as the last.
  ///
  /// - Complexity: O(1).
  public func offset(of frame: Frame) -> Duration {
    .nanoseconds(nanoseconds(of: frame))
  }

  /// A frame as it waits in a queue; `nil` where there is no such frame.
  func entry(for frame: Frame) -> TrackQueue.Entry? {
    guard frame.index < tracks[frame.track].times.count ?? .max else { return nil }
    return TrackQueue.Entry(due: nanoseconds(of: frame), frame: frame)
  }

  /// The newest frame of an entry's track that is due by then, or the entry itself.
  func newest(after entry: TrackQueue.Entry, at elapsed: Int64) -> TrackQueue.Entry {
    let track = entry.frame.track
    let newest = newest(onTrack: track, atNanoseconds: elapsed) ?? 0
    let frame = Frame(track: track, index: Swift.max(newest, entry.frame.index))
    return TrackQueue.Entry(due: nanoseconds(of: frame), frame: frame)
  }

  func nanoseconds(of frame: Frame) -> Int64 {
    let (track, time) = (tracks[frame.track], tracks[frame.track].times.nanoseconds(of: frame.index))
    guard frame.index > 0 else { return time }
    let (sum, overflow) = track.delayNanoseconds.addingReportingOverflow(time)
    return overflow ? .max : sum
  }

  func newest(onTrack track: Int, atNanoseconds elapsed: Int64) -> Int? {
    let (times, delay) = (tracks[track].times, tracks[track].delayNanoseconds)
    if elapsed >= delay, let newest = times.newest(atNanoseconds: elapsed - delay) { return newest }
    return times.newest(atNanoseconds: elapsed).map { Swift.min($0, 0) }
  }
}

// MARK: - Places in the order

extension Timeline {
  /// How many frames stand before this one.
  ///
  /// - Complexity: O(tracks); O(tracks · log frames) for tables.
  public func position(of frame: Frame) -> Int {
    let moment = nanoseconds(of: frame)
    return tracks.indices.reduce(0) { sum, track in
      if track == frame.track { return sum + frame.index }
      // At the same moment the tracks before have had their turn, those behind have not.
      return sum + countOfFrames(onTrack: track, until: track < frame.track ? moment : moment - 1)
    }
  }

  /// The first frame of each track that stands at a place or after it: where to go on from there.
  ///
  /// - Parameter position: The number of frames passed, 0 or more.
  /// - Returns: An index a track, beyond its last where the track is over.
  /// - Complexity: O(tracks), 63 times; O(tracks · log frames) for tables.
  public func indices(from position: Int) -> [Int] {
    guard position > 0 else { return tracks.map { _ in 0 } }
    let moment = moment(of: position)
    var indices = tracks.indices.map { countOfFrames(onTrack: $0, until: moment - 1) }
    var rest = position - indices.reduce(0, +)
    for track in tracks.indices {
      let passed = Swift.min(countOfFrames(onTrack: track, until: moment) - indices[track], rest)
      indices[track] += passed
      rest -= passed
    }
    return indices
  }

  /// The nearest place that a stream can start with: without end, none after 146 years, where times would overflow.
  func reachable(_ position: Int) -> Int {
    let most = count == nil ? tracks.indices.reduce(0) { $0 + countOfFrames(onTrack: $1, until: .max / 2) } : .max
    return Swift.min(Swift.max(position, 0), most)
  }

  /// The first moment until which more frames are due than stand before a place, by bisection.
  private func moment(of position: Int) -> Int64 {
    var (low, high) = (0 as Int64, Int64.max)
    while low < high {
      let middle = low + (high - low) / 2
      let count = tracks.indices.reduce(0) { $0 + countOfFrames(onTrack: $1, until: middle) }
      if count > position { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func countOfFrames(onTrack track: Int, until moment: Int64) -> Int {
    newest(onTrack: track, atNanoseconds: moment).map { $0 + 1 } ?? 0
  }
}

extension Timeline: Sequence {
  /// Every frame in the order of all; without end where a track has none.
  public func makeIterator() -> Iterator {
    Iterator(self)
  }

  /// Walks through the frames, O(log tracks) each.
  public struct Iterator: IteratorProtocol, Sendable {
    private let timeline: Timeline
    private var queue: TrackQueue

    init(_ timeline: Timeline) {
      self.timeline = timeline
      queue = TrackQueue(timeline, at: timeline.tracks.map { _ in 0 })
    }

    /// The frame that is next in the order.
    public mutating func next() -> Frame? {
      guard let frame = queue.first?.frame else { return nil }
      if let follower = timeline.entry(for: frame.follower) {
        queue.replaceFirst(with: follower)
      } else {
        queue.removeFirst()
      }
      return frame
    }
  }
}

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
