/// One number of a piece over time: as few points as it takes for the straight lines between them to pass all samples
/// closely.
struct PictureTrack: Sendable {
  /// A point of the track.
  typealias Key = (time: Double, value: Double)

  private var keys: [Key] = []
  /// The last sample, which a straight line from the last key reaches.
  private var sample: Key?
  /// The slopes from the last key that pass all samples since.
  private var slopes = -Double.infinity...Double.infinity
  /// How far a line may pass from a sample.
  private let tolerance: Double

  init(tolerance: Double) {
    self.tolerance = tolerance
  }
}

extension PictureTrack {
  /// The value of the last sample.
  var last: Double? { sample?.value ?? keys.last?.value }

  /// Adds the value at a time; a second one at the same time leaps.
  mutating func append(_ value: Double, at time: Double) {
    guard let start = keys.last else { return keys.append((time, value)) }
    guard time > start.time else {
      if value != start.value { keys.append((start.time, value)) }
      return
    }
    if let sample, !slopes.contains((value - start.value) / (time - start.time)) {
      keys.append(sample)
      slopes = -Double.infinity...Double.infinity
    }
    if let start = keys.last, time > start.time {
      let span = time - start.time
      let low = max(slopes.lowerBound, (value - tolerance - start.value) / span)
      let high = min(slopes.upperBound, (value + tolerance - start.value) / span)
      slopes = low...max(low, high)
    }
    sample = (time, value)
  }

  /// Goes from one value to another without any time between.
  mutating func leap(from value: Double, to other: Double, at time: Double) {
    append(value, at: time)
    commit()
    append(other, at: time)
  }

  /// Has the track pass the last sample exactly.
  mutating func commit() {
    if let sample { keys.append(sample) }
    (sample, slopes) = (nil, -Double.infinity...Double.infinity)
  }

  /// The points from 0 to an end, before the first and behind the last of which the value stands; one where it never
  /// changes.
  func points(until end: Double) -> [Key] {
    var points = keys
    if let sample { points.append(sample) }
    guard let first = points.first, let last = points.last else { return [] }
    if points.allSatisfy({ abs($0.value - first.value) < tolerance / 4 }) { return [(0, last.value)] }
    if first.time > 0 { points.insert((0, first.value), at: 0) }
    if last.time < end { points.append((end, last.value)) }
    return points
  }
}
