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
