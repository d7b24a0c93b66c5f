import LabelStore
import Deployment
import MicroHTTP

/// What a ``LabelDirectory`` knows of each label.
struct LabelEntries {
  /// Labels that somebody watches.
  var watched: [String: LabelEntry] = [:]
  var recent: BoundedCache<String, LabelEntry>
  /// What updates that are under way have decided to store, so that it is not prepared once more.
  var decided: [String: [ObjectIdentifier: DecidedChange]] = [:]
  /// What is to be done about each label, the first of which is being done.
  var turns: [String: [LabelTurn]] = [:]
  /// Labels of which it was said that they cannot be read.
  var unreadable: Set<String> = []
  /// Labels of visitors, whether or not anybody has asked for them.
  var visitors = VisitorLabels()
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

extension LabelEntries {
  /// Ends the first turn of a label.
  mutating func endTurn(of name: String) {
    turns[name]?.removeFirst()
    if turns[name]?.isEmpty == true { turns[name] = nil }
  }

  /// Keeps what an update has decided, in the place of what it has decided before; `nil` for one that is done.
  mutating func note(_ change: DecidedChange?, for name: String, of update: ObjectIdentifier) {
    decided[name, default: [:]][update] = change
    if decided[name]?.isEmpty == true { decided[name] = nil }
  }

  /// What was decided to store as just this, ready to be shown.
  func label(decidedAs stored: StoredLabel) -> PreparedLabel? {
    decided[stored.name]?.values.first { change in
      if case .replace(stored.state, _, _) = change.decision { true } else { false }
    }?.label
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
  var watchers: [ObjectIdentifier: LoopMailbox<LabelNews>] = [:]

  init(round: Int) {
    self.round = round
  }
}
