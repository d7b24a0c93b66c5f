import Synchronization

/// How many streams the whole process may have open; shared by all loops.
final class StreamQuota: Sendable {
  /// The most that may be open at once.
  let limit: Int
  private let taken = Atomic(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// The number of places taken.
  var count: Int { taken.load(ordering: .relaxed) }

  /// A place for one more stream; `nil` where all are taken.
  func place() -> StreamPlace? {
    guard taken.add(1, ordering: .relaxed).newValue <= limit else {
      giveBack()
      return nil
    }
    return StreamPlace(self)
  }

  fileprivate func giveBack() {
    taken.subtract(1, ordering: .relaxed)
  }
}

/// One stream's right to be open, given back when the last who holds it lets go.
///
/// A stream whose client leaves before the first byte is never opened, so nobody else could give its place back.
final class StreamPlace: Sendable {
  private let quota: StreamQuota

  fileprivate init(_ quota: StreamQuota) {
    self.quota = quota
  }

  deinit { quota.giveBack() }
}
