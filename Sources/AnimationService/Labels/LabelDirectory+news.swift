import LabelStore
import Logging
import Synchronization

extension LabelDirectory {
  /// Takes what the store tells, on the store's own queue.
  func take(_ event: LabelEvent, in context: ServiceContext) {
    switch event {
    case .changed(let stored):
      // What nobody has asked for is read when somebody does.
      guard entries.withLock({ $0[stored.name] != nil }) else { return }
      tell(take(stored, of: stored.name, in: context), of: stored.name)
    case .deleted(let name, let version, let isExpired):
      if isExpired { metrics.expired.add() }
      entries.withLock { $0[name]?.lookup = .success([]) }
      tell(.gone(name, version: version, isExpired: isExpired), of: name)
    case .uncertain(let isOtherStore):
      entries.withLock { entries in
        entries.round += 1
        guard isOtherStore else { return }
        entries.recent.removeAll()
        for entry in entries.watched.values { entry.isLost = true }
      }
      reread(in: context)
    }
  }

  /// Prepares what the store has said, unless it is known.
  ///
  /// - Parameters:
  ///   - stored: What it has said; `nil` for no label.
  ///   - name: Of which label.
  ///   - known: The newest version that was known when the store was asked; `nil` for what it tells by itself.
  ///   - context: Limits and catalogues.
  /// - Returns: What is known now.
  func take(
    _ stored: StoredLabel?, of name: String, knowing known: Int? = nil, in context: ServiceContext
  ) -> Lookup {
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
        (entry.lookup, entry.round) = (.success([]), entries.round)
      }
      return .success([])
    }
    // A store that is asked knows what it has told; one that does not was brought back from an older copy.
    let wentBack = isLost || known.map { stored.version < $0 } ?? false
    if let last = versions.last, last.isSame(as: stored) || !wentBack && last.version >= stored.version {
      entries.withLock { entries in
        entries[name]?.isLost = false
        entries[name]?.round = entries.round
      }
      return .success(versions)
    }
    let new = Result { () throws(Problem) in
      guard let last else { return [try prepare(stored, generation: 0, in: context)] }
      if wentBack || last.isBridge && !last.isAtRest(at: stored.start) {
        let generation = last.generation + (wentBack ? 1 : 0)
        let bridge = try PreparedLabel(stored, generation: generation, from: last, at: store.now, in: context)
        return (wentBack ? [] : versions.suffix(Self.keptVersions - 1)) + [bridge]
      }
      let label = try prepare(stored, generation: last.generation, in: context)
      return versions.suffix(Self.keptVersions - 1) + [label]
    }
    note(new, of: name, in: context)
    entries.withLock { entries in
      let entry = entries.entry(name)
      (entry.lookup, entry.held, entry.isLost, entry.round) = (new, nil, false, entries.round)
    }
    return new
  }

  private func prepare(
    _ stored: StoredLabel, generation: Int, in context: ServiceContext
  ) throws(Problem) -> PreparedLabel {
    if let label = entries.withLock({ $0.label(decidedAs: stored) }) {
      return PreparedLabel(label, as: stored, generation: generation)
    }
    return try PreparedLabel(stored, generation: generation, in: context)
  }

  /// Says once of each label that it cannot be read, until it can.
  func note<Value>(_ result: Result<Value, Problem>, of name: String, in context: ServiceContext) {
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
      context.logger.error("a label cannot be read", metadata: ["label": "\(label)", "reason": "\(problem.detail)"])
    }
  }

  func newestVersion(of name: String) -> Int? {
    guard case .success(let versions)? = entries.withLock({ $0[name]?.lookup }) else { return nil }
    return versions.last?.version
  }

  func tell(_ lookup: Lookup, of name: String) {
    switch lookup {
    case .success(let versions): if let label = versions.last { tell(.shows(label), of: name) }
    case .failure(let problem): tell(.unavailable(name, problem), of: name)
    }
  }

  func tell(_ news: LabelNews, of name: String) {
    let watchers = entries.withLock { $0.watched[name]?.watchers.values.map { $0 } ?? [] }
    for watcher in watchers { watcher.receive(news) }
  }
}
