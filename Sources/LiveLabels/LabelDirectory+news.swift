import Documents
import LabelStore
import Logging
import Loops
import MicroHTTP
import Requests
import Synchronization

/// What the store has said of a label.
struct Said: Sendable {
  /// `nil` for no label.
  let stored: StoredLabel?
  let name: String
  /// The newest version that was known when the store was asked; `nil` for what it tells by itself.
  let known: Int?
  /// When, see ``LabelEntries/round``.
  let round: Int

  init(_ stored: StoredLabel?, of name: String, knowing known: Int? = nil, in round: Int) {
    (self.stored, self.name, self.known, self.round) = (stored, name, known, round)
  }
}

extension LabelDirectory {
  /// Takes what the store tells, on the store's own queue.
  func take(_ event: LabelEvent) {
    switch event {
    case .changed(let stored):
      let said = Said(stored, of: stored.name, in: round)
      let turn = LabelTurn(version: stored.version) { [self] meter in
        // What nobody has asked for is read when somebody does, and what may be out of date is read again.
        guard entries.withLock({ $0[stored.name] != nil }), said.round == round else { return true }
        guard let lookup = take(said, spending: meter) else { return false }
        tell(LabelNews(lookup, of: stored.name), of: stored.name)
        return true
      }
      take(turn, of: stored.name)
    case .deleted(let name, let version, let isExpired):
      if isExpired { metrics.expired.add() }
      let round = round
      let turn = LabelTurn(version: version) { [self] _ in
        guard round == self.round else { return true }
        entries.withLock { $0[name]?.lookup = .success([]) }
        tell(.gone(name, version: version, isExpired: isExpired), of: name)
        return true
      }
      take(turn, of: name)
    case .uncertain(let isOtherStore):
      entries.withLock { entries in
        entries.round += 1
        guard isOtherStore else { return }
        entries.recent.removeAll()
        for entry in entries.watched.values { entry.isLost = true }
      }
      reread()
    }
  }

  /// Counts how often the store was not sure any more that all had heard its changes.
  var round: Int { entries.withLock { $0.round } }

  /// Prepares what the store has said when it is its turn, at once where nothing else waits that is about this label.
  ///
  /// - Parameters:
  ///   - said: What it has said.
  ///   - reader: Who is charged for it.
  ///   - refuse: Gets the reason where the reader may cause no more work; without it, the work is done all the same.
  ///   - completion: Gets what is known then.
  func take(
    _ said: Said, for reader: WorkAccount? = nil, refusing refuse: (@Sendable (Problem) -> Void)? = nil,
    _ completion: @escaping @Sendable (Lookup) -> Void
  ) {
    let turn = LabelTurn(reader: reader, refuse: refuse) { [self] meter in
      guard let lookup = take(said, spending: meter) else { return false }
      completion(lookup)
      return true
    }
    take(turn, of: said.name)
  }

  /// Prepares what the store has said, unless it is known.
  ///
  /// - Returns: What is known now; `nil` where the meter does not suffice, and nothing has changed.
  func take(_ said: Said, spending meter: SharedMeter) -> Lookup? {
    let (stored, name, known) = (said.stored, said.name, said.known)
    guard said.round == round else { return takeOutdated(said, spending: meter) }
    let (lookup, held, isLost) = entries.withLock { ($0[name]?.lookup, $0[name]?.held, $0[name]?.isLost ?? false) }
    var versions: [PreparedLabel] = []
    if case .success(let known) = lookup { versions = known }
    let last = versions.last ?? held
    guard let stored else {
      // What was told since the store was asked is newer.
      if let newest = versions.last?.version, newest > known ?? 0 { return .success(versions) }
      entries.withLock { entries in
        let entry = entries.entry(name)
        if isLost { entry.held = last }
        (entry.lookup, entry.round) = (.success([]), said.round)
      }
      return .success([])
    }
    // A store that is asked knows what it has told; one that does not was brought back from an older copy.
    let wentBack = isLost || known.map { stored.version < $0 } ?? false
    if let last = versions.last, last.isSame(as: stored) || !wentBack && last.version >= stored.version {
      entries.withLock { entries in
        entries[name]?.isLost = false
        entries[name]?.round = said.round
      }
      return .success(versions)
    }
    let new = Result { () throws(Problem) in
      guard let last else { return [try prepare(stored, generation: 0, spending: meter)] }
      if wentBack || last.isBridge && !last.isAtRest(at: stored.start) {
        let generation = last.generation + (wentBack ? 1 : 0)
        let bridge = try PreparedLabel(
          stored, generation: generation, from: last, at: store.now, in: requests, spending: meter)
        return (wentBack ? [] : versions.suffix(Self.keptVersions - 1)) + [bridge]
      }
      let label = try prepare(stored, generation: last.generation, spending: meter)
      return versions.suffix(Self.keptVersions - 1) + [label]
    }
    if meter.isExhausted { return nil }
    note(new, of: name)
    entries.withLock { entries in
      guard said.round == entries.round else { return }
      let entry = entries.entry(name)
      (entry.lookup, entry.held, entry.isLost, entry.round) = (new, nil, false, said.round)
    }
    return new
  }

  /// Prepares what the store has said before it was not sure any more: an answer for who has asked, and kept for nobody.
  private func takeOutdated(_ said: Said, spending meter: SharedMeter) -> Lookup? {
    let label = Result { () throws(Problem) in
      try said.stored.map { (stored) throws(Problem) in
        try prepare(stored, generation: 0, spending: meter)
      }
    }
    return meter.isExhausted ? nil : label.map { $0.map { [$0] } ?? [] }
  }

  private func prepare(
    _ stored: StoredLabel, generation: Int, spending meter: SharedMeter
  ) throws(Problem) -> PreparedLabel {
    if let label = entries.withLock({ $0.label(decidedAs: stored) }) {
      return PreparedLabel(label, as: stored, generation: generation)
    }
    return try PreparedLabel(stored, generation: generation, in: requests, spending: meter)
  }

  /// Says once of each label that it cannot be read, until it can.
  func note<Value>(_ result: Result<Value, Problem>, of name: String) {
    let problem: Problem? = if case .failure(let problem) = result { problem } else { nil }
    let isNews = entries.withLock { entries in
      guard problem != nil else {
        if !entries.unreadable.isEmpty { entries.unreadable.remove(name) }
        return false
      }
      if entries.unreadable.count >= 1_000 { entries.unreadable = [] }
      return entries.unreadable.insert(name).inserted
    }
    if let problem, isNews {
      let label = StoredLabel.isVisitors(name) ? "of a visitor" : name
      logger.error("a label cannot be read", metadata: ["label": "\(label)", "reason": "\(problem.detail)"])
    }
  }

  func newestVersion(of name: String) -> Int? {
    guard case .success(let versions)? = entries.withLock({ $0[name]?.lookup }) else { return nil }
    return versions.last?.version
  }

  func tell(_ news: LabelNews, of name: String) {
    let watchers = entries.withLock { $0.watched[name]?.watchers.values.map { $0 } ?? [] }
    for watcher in watchers { watcher.send(news) }
  }
}
