import LabelStore
import Loops
import Requests
import Synchronization

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
      let said = Said(stored, of: name, knowing: known, in: round)
      let turn = LabelTurn { [self] meter in
        guard heal(said, spending: meter) else { return false }
        entries.withLock { entries in
          if said.round == entries.round { entries.toReread.remove(name) }
        }
        rereadNext()
        return true
      }
      take(turn, of: name)
    }
  }

  /// - Returns: Whether the meter suffices.
  private func heal(_ said: Said, spending meter: SharedMeter) -> Bool {
    let name = said.name
    let isLost = entries.withLock { $0[name]?.isLost ?? false }
    let before = newestVersion(of: name)
    guard let lookup = take(said, spending: meter) else { return false }
    guard said.round == round else { return true }
    if let stored = said.stored {
      // What cannot be read heals nothing, and those who watch go on with what was shown.
      guard case .success = lookup, stored.version != before else { return true }
      metrics.healed.add()
      tell(LabelNews(lookup, of: name), of: name)
    } else if let known = said.known, !isLost {
      metrics.healed.add()
      tell(.gone(name, version: known, isExpired: false), of: name)
    }
    return true
  }
}
