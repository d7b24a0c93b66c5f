import Synchronization

/// A number that one loop changes and everybody may read.
///
/// Since nobody else writes it, a change is a load, an addition and a store, without the locked instruction that
/// counters with several writers need: one nanosecond, whoever reads meanwhile.
struct LoopCounter: ~Copyable, Sendable {
  private let number = Atomic(0)

  /// The number at this moment.
  var value: Int { number.load(ordering: .relaxed) }

  /// Adds to the number; called by the loop alone.
  func add(_ increment: Int = 1) {
    number.store(number.load(ordering: .relaxed) &+ increment, ordering: .relaxed)
  }

  /// Replaces the number; called by the loop alone.
  func set(_ value: Int) {
    number.store(value, ordering: .relaxed)
  }
}

/// One counter for each case of an enumeration, changed by one loop.
struct LoopCounters<Key: CaseIterable & Hashable & Sendable>: Sendable {
  private final class Cell: Sendable {
    let counter = LoopCounter()
  }

  private let cells = Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0, Cell()) })

  /// Counts one more of a kind; called by the loop alone.
  func count(_ key: Key) {
    cells[key]?.counter.add()
  }

  /// How many there have been of a kind.
  subscript(key: Key) -> Int {
    cells[key]?.counter.value ?? 0
  }

  /// How many there have been of all kinds.
  var total: Int {
    cells.values.reduce(0) { $0 + $1.counter.value }
  }
}
