import Documents
import Loops
import Requests
import Synchronization

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
