import Documents
import LabelStore
import Logging
import Deployment
import MicroHTTP
import Requests
import Synchronization

/// What the store has said of a label.
struct StoreReport: Sendable {
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
      if StoredLabel.isVisitors(stored.name) { entries.withLock { $0.noteVisitor(stored.name, isThere: true) } }
      let report = StoreReport(stored, of: stored.name, in: round)
      let turn = LabelTurn(version: stored.version) { [self] meter in
        // What nobody has asked for is read when somebody does, and what may be out of date is read again.
        guard entries.withLock({ $0[stored.name] != nil }), report.round == round else { return true }
        guard let lookup = take(report, spending: meter) else { return false }
        tell(LabelNews(lookup, of: stored.name), of: stored.name)
        return true
      }
      take(turn, of: stored.name)
    case .deleted(let name, let version, let isExpired):
      if isExpired { metrics.expired.add() }
      if StoredLabel.isVisitors(name) { entries.withLock { $0.noteVisitor(name, isThere: false) } }
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
        entries.visitors = VisitorLabels()
        for entry in entries.watched.values { entry.isLost = true }
      }
      reread()
    }
  }

  /// Counts how often the store was not sure any more that all had heard its changes.
  var round: Int { entries.withLock { $0.round } }

  /// Prepares what the store has said when it is its turn, at once where nothing else waits that is about this label.
  ///
  /// `refuse` gets the reason where `reader` may cause no more work; without it, the work is done all the same.
  func take(
    _ report: StoreReport, for reader: WorkAccount? = nil, refusing refuse: (@Sendable (Problem) -> Void)? = nil,
    _ completion: @escaping @Sendable (Lookup) -> Void
  ) {
    let turn = LabelTurn(reader: reader, refuse: refuse) { [self] meter in
      guard let lookup = take(report, spending: meter) else { return false }
      completion(lookup)
      return true
    }
    take(turn, of: report.name)
  }

  /// Prepares what the store has said, unless it is known; `nil` where the meter does not suffice, and nothing has changed.
  func take(_ report: StoreReport, spending meter: SharedMeter) -> Lookup? {
    let (stored, name, known) = (report.stored, report.name, report.known)
    guard report.round == round else { return takeOutdated(report, spending: meter) }
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
        (entry.lookup, entry.round) = (.success([]), report.round)
      }
      return .success([])
    }
    // A store that is asked knows what it has told; one that does not was brought back from an older copy.
    let wentBack = isLost || known.map { stored.version < $0 } ?? false
    if let last = versions.last, last.isSame(as: stored) || !wentBack && last.version >= stored.version {
      entries.withLock { entries in
        entries[name]?.isLost = false
        entries[name]?.round = report.round
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
      guard report.round == entries.round else { return }
      let entry = entries.entry(name)
      (entry.lookup, entry.held, entry.isLost, entry.round) = (new, nil, false, report.round)
    }
    return new
  }

  /// Prepares what the store has said before it was not sure any more: an answer for who has asked, and kept for nobody.
  private func takeOutdated(_ report: StoreReport, spending meter: SharedMeter) -> Lookup? {
    let label = Result { () throws(Problem) in
      try report.stored.map { (stored) throws(Problem) in
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

extension LabelDirectory {
  /// Reads all labels again that somebody watches, one after the other, so that others need not wait for the store.
  func reread() {
    let isReading = entries.withLock { entries in
      defer { entries.toReread = Set(entries.watched.keys) }
      return !entries.toReread.isEmpty
    }
    if !isReading { rereadNext() }
  }

  private func rereadNext() {
    guard let name = entries.withLock({ $0.toReread.first }) else { return }
    let known = newestVersion(of: name)
    store.read(name) { [weak self] result in
      guard let self else { return }
      guard case .success(let stored) = result else {
        // The store says when it is there again.
        entries.withLock { $0.toReread = [] }
        return
      }
      let report = StoreReport(stored, of: name, knowing: known, in: round)
      let turn = LabelTurn { [self] meter in
        guard heal(report, spending: meter) else { return false }
        entries.withLock { entries in
          if report.round == entries.round { entries.toReread.remove(name) }
        }
        rereadNext()
        return true
      }
      take(turn, of: name)
    }
  }

  /// - Returns: Whether the meter suffices.
  private func heal(_ report: StoreReport, spending meter: SharedMeter) -> Bool {
    let name = report.name
    let isLost = entries.withLock { $0[name]?.isLost ?? false }
    let before = newestVersion(of: name)
    guard let lookup = take(report, spending: meter) else { return false }
    guard report.round == round else { return true }
    if let stored = report.stored {
      // What cannot be read heals nothing, and those who watch go on with what was shown.
      guard case .success = lookup, stored.version != before else { return true }
      metrics.healed.add()
      tell(LabelNews(lookup, of: name), of: name)
    } else if let known = report.known, !isLost {
      metrics.healed.add()
      tell(.gone(name, version: known, isExpired: false), of: name)
    }
    return true
  }
}

/// What is to be done about what the store has said of one label.
struct LabelTurn: Sendable {
  /// Whose work it is; `nil` for what the service does by itself.
  var reader: WorkAccount?
  /// Gets the reason where the reader may cause no more work at the moment; `nil` for what has to be done all the same.
  var refuse: (@Sendable (Problem) -> Void)?
  /// The version that the store tells of by itself, which makes those before needless.
  var version: Int?
  /// Does it, or nothing where the meter does not suffice.
  let step: @Sendable (SharedMeter) -> Bool
}

extension LabelDirectory {
  /// Does at once what is quick, and has what takes longer done by threads for long work, since all wait for the store's
  /// queue.
  ///
  /// What comes meanwhile about the same label waits for it, so that all is done in the order in which the store said it,
  /// and the label is prepared once for all who ask.
  func take(_ turn: LabelTurn, of name: String) {
    let isFirst = entries.withLock { entries in
      entries.turns[name, default: []].append(turn)
      return entries.turns[name]?.count == 1
    }
    if isFirst { _ = takeTurns(of: name) }
  }

  /// - Returns: The units that it has taken.
  private func takeTurns(of name: String) -> Int {
    var units = 0
    while let turn = entries.withLock({ $0.turns[name]?.first }) {
      let meter = SharedMeter(limit: LabelUpdate.longestStep)
      let isDone = turn.step(meter)
      units += turn.charge(meter)
      if !isDone, !isNeedless(turn, of: name), takeOffQueue(turn, of: name) { break }
      entries.withLock { $0.endTurn(of: name) }
    }
    return units
  }

  /// Whether the store has told of a newer version meanwhile, so that nobody needs this one.
  private func isNeedless(_ turn: LabelTurn, of name: String) -> Bool {
    guard turn.version != nil else { return false }
    return entries.withLock { $0.turns[name]?.dropFirst().contains { $0.version != nil } ?? false }
  }

  /// - Returns: Whether there was room for it, and it goes on from there.
  private func takeOffQueue(_ turn: LabelTurn, of name: String) -> Bool {
    let job: WorkTurns.Job = { [self] in
      let meter = SharedMeter()
      _ = turn.step(meter)
      let units = turn.charge(meter)
      entries.withLock { $0.endTurn(of: name) }
      return units + takeTurns(of: name)
    }
    guard let refuse = turn.refuse else {
      return workQueue.run(for: turn.reader?.client, isOwed: true, job)
    }
    do throws(Problem) {
      try turn.reader?.check()
      if workQueue.run(for: turn.reader?.client, job) { return true }
      throw .tooMuchWork
    } catch {
      refuse(error)
    }
    return false
  }
}

extension LabelTurn {
  fileprivate func charge(_ meter: SharedMeter) -> Int {
    let units = meter.spent
    if units > 0 { reader?.charge(units) }
    return units
  }
}
