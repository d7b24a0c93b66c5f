import LabelStore
import Synchronization

extension LabelDirectory {
  /// Reads all labels again that somebody watches, one after the other, so that others need not wait for the store.
  func reread(in context: ServiceContext) {
    let isReading = entries.withLock { entries in
      defer { entries.toReread = Set(entries.watched.keys) }
      return !entries.toReread.isEmpty
    }
    if !isReading { rereadNext(in: context) }
  }

  private func rereadNext(in context: ServiceContext) {
    guard let name = entries.withLock({ $0.toReread.first }) else { return }
    let known = newestVersion(of: name)
    store.read(name) { [weak self, weak context] result in
      guard let self, let context else { return }
      guard case .success(let stored) = result else {
        // The store says when it is there again.
        entries.withLock { $0.toReread = [] }
        return
      }
      heal(name, stored, knowing: known, in: context)
      entries.withLock { _ = $0.toReread.remove(name) }
      rereadNext(in: context)
    }
  }

  private func heal(_ name: String, _ stored: StoredLabel?, knowing known: Int?, in context: ServiceContext) {
    let isLost = entries.withLock { $0[name]?.isLost ?? false }
    let before = newestVersion(of: name)
    let lookup = take(stored, of: name, knowing: known, in: context)
    if let stored {
      // What cannot be read heals nothing, and those who watch go on with what was shown.
      guard case .success = lookup, stored.version != before else { return }
      metrics.healed.add()
      tell(lookup, of: name)
    } else if let known, !isLost {
      metrics.healed.add()
      tell(.gone(name, version: known, isExpired: false), of: name)
    }
  }
}
