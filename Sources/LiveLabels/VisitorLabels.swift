import Deployment

/// The labels of visitors that this node knows of, in the order in which it heard of them, by the networks from which they
/// were made.
///
/// Where there are as many as there may be, it says whose place a newcomer takes, so that nobody takes all for himself.
struct VisitorLabels {
  private typealias Label = (name: String, number: Int)

  /// Each with the oldest first; those that other nodes have made, or for a client that nobody names, are of one network.
  private var labels: [Caller?: [Label]] = [:]
  private var places: [String: (network: Caller?, number: Int)] = [:]
  private var nextNumber = 0
}

extension VisitorLabels {
  /// Notes a label that was made from a network; what is known of one stays.
  mutating func note(_ name: String, from network: Caller?) {
    guard places[name] == nil else { return }
    places[name] = (network, nextNumber)
    labels[network, default: []].append((name, nextNumber))
    nextNumber += 1
  }

  mutating func forget(_ name: String) {
    guard let (network, number) = places.removeValue(forKey: name), var rest = labels[network] else { return }
    // They are in the order of their numbers.
    var range = rest.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = rest[middle].number <= number ? middle..<range.upperBound : range.lowerBound..<middle
    }
    rest.remove(at: range.lowerBound)
    labels[network] = rest.isEmpty ? nil : rest
  }

  /// The label whose place a newcomer takes: the oldest that nobody watches, of the network that has most; `nil` where all
  /// are watched.
  func first(unless isWatched: (String) -> Bool) -> String? {
    var candidate: (label: Label, count: Int)?
    for rest in labels.values {
      if let candidate, rest.count < candidate.count { continue }
      guard let label = rest.first(where: { !isWatched($0.name) }) else { continue }
      // Of networks that have as many, the one whose label is the oldest.
      if let candidate, rest.count == candidate.count, candidate.label.number < label.number { continue }
      candidate = (label, rest.count)
    }
    return candidate?.label.name
  }
}

extension LabelEntries {
  /// Takes what the store tells of a visitor's label.
  mutating func noteVisitor(_ name: String, isThere: Bool) {
    if isThere { visitors.note(name, from: nil) } else { visitors.forget(name) }
  }
}
