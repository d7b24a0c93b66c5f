/// What a ``LabelDirectory`` knows of each label.
struct LabelEntries {
  /// Labels that somebody watches.
  var watched: [String: LabelEntry] = [:]
  var recent: BoundedCache<String, LabelEntry>
  /// Labels of which it was said that they cannot be read.
  var unreadable: Set<String> = []
  /// Watched labels that are still to be read again.
  var toReread: Set<String> = []
  /// Counts how often the store was not sure any more that all had heard its changes.
  var round = 0

  /// What the store last said of a label; `nil` where that may be out of date, and nobody would have been told.
  mutating func lookup(_ name: String) -> LabelDirectory.Lookup? {
    if let entry = watched[name] { return entry.lookup }
    guard let entry = recent.use(name), entry.round == round else { return nil }
    return entry.lookup
  }

  subscript(name: String) -> LabelEntry? { mutating get { watched[name] ?? recent.use(name) } }

  /// The entry of a label, made now if there is none.
  mutating func entry(_ name: String) -> LabelEntry {
    if let known = self[name] { return known }
    let entry = LabelEntry(round: round)
    recent.insert(entry, for: name, bytes: 0)
    return entry
  }
}

/// What is known of one label; it belongs to the mutex.
final class LabelEntry {
  /// `nil` before the store has answered.
  var lookup: LabelDirectory.Lookup?
  /// What is shown where the store has lost the label.
  var held: PreparedLabel?
  /// Whether the store has not said what the label is since it was found to be another.
  var isLost = false
  /// When the store last spoke of it, see ``LabelEntries/round``.
  var round: Int
  var watchers: [ObjectIdentifier: any LabelWatcher] = [:]

  init(round: Int) {
    self.round = round
  }
}
