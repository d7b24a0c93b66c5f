/// Where labels lie.
///
/// It knows no rules, and one thread uses it at a time.
protocol LabelTable: AnyObject {
  /// The highest version of any label that was removed, 0 for none.
  func highestRemovedVersion() throws(LabelTableError) -> Int

  func label(_ name: String) throws(LabelTableError) -> StoredLabel?
  /// Reads labels in order of name, none of a visitor, that are not expired at `time`; where `arePublic`, no private one
  /// is looked at.
  func labels(
    prefix: String, after: String?, limit: Int, arePublic: Bool, at time: WallTime
  ) throws(LabelTableError) -> [StoredLabel]
  func firstToExpire(limit: Int) throws(LabelTableError) -> [StoredLabel]

  func put(_ label: StoredLabel) throws(LabelTableError)
  /// Removes a label, whose version must be its own.
  func remove(_ label: StoredLabel) throws(LabelTableError)

  /// What is kept of a request, by the name of its key, unless it is expired at `time`.
  func receipt(_ name: String, at time: WallTime) throws(LabelTableError) -> RequestReceipt?
  /// Keeps a receipt whose expiry is not before that of any other.
  func keep(_ receipt: RequestReceipt, for name: String, expiry: WallTime) throws(LabelTableError)
  /// Drops the oldest receipts that are expired, or some of them, and of those beyond `limit` what
  /// ``RequestReceipt/excess(of:)`` says.
  func dropReceipts(at time: WallTime, limit: Int) throws(LabelTableError)

  /// Whether others can reach what is kept or the room for it, so that ``look(after:)`` is to be called now and then.
  var isReachedByOthers: Bool { get }
  /// Looks whether what was kept is still there.
  ///
  /// Throws where others have taken it away; nothing is kept any more then.
  func look() throws(LabelTableError)

  /// Begins changes that are kept all or not at all.
  func begin() throws(LabelTableError)
  /// Writes without a change, within a transaction, to see whether that is possible.
  func touch() throws(LabelTableError)
  func commit() throws(LabelTableError)
  func rollBack()
}

/// Why a table did not do what it was asked for.
struct LabelTableError: Error {
  /// The end of a sentence.
  var reason: String
  var kind = Kind.passing

  enum Kind {
    case passing
    /// The table does nothing more until it is opened anew.
    case lasting
  }
}

/// Labels in this process's memory, gone with it.
final class MemoryTable {
  private var byName: [String: StoredLabel] = [:]
  /// The names of labels that are listed.
  private var names = SortedList<String> { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  /// The names of those that are not private.
  private var publicNames = SortedList<String> { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  private var expiries = SortedList<(time: WallTime, name: String)> {
    $0.time == $1.time ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.time < $1.time
  }
  private var removedVersion = 0
  /// The number tells one from an earlier one of the same key.
  private var receipts: [String: (receipt: RequestReceipt, expiry: WallTime, number: Int)] = [:]
  /// The keys of receipts, the oldest first.
  private var keys: [(key: String, number: Int)] = []
  private var firstKey = 0
  private var keyNumber = 0
}

extension MemoryTable: LabelTable {
  func highestRemovedVersion() -> Int { removedVersion }
  func label(_ name: String) -> StoredLabel? { byName[name] }

  func labels(prefix: String, after: String?, limit: Int, arePublic: Bool, at time: WallTime) -> [StoredLabel] {
    let names = arePublic ? publicNames : names
    var index = names.index(of: prefix)
    if let after {
      let next = names.index(of: after)
      index = max(index, names.elements.indices.contains(next) && names.elements[next] == after ? next + 1 : next)
    }
    let found = names.elements[index...].lazy.prefix { $0.utf8.starts(with: prefix.utf8) }
    return Array(found.compactMap { self.byName[$0] }.filter { !$0.isExpired(at: time) }.prefix(limit))
  }

  func firstToExpire(limit: Int) -> [StoredLabel] {
    expiries.elements.prefix(limit).compactMap { byName[$0.name] }
  }

  func put(_ label: StoredLabel) {
    let old = byName.updateValue(label, forKey: label.name)
    if old == nil, label.isListed { names.insert(label.name) }
    let (wasPublic, isPublic) = (old?.isPublic ?? false, label.isPublic)
    if wasPublic, !isPublic { publicNames.remove(label.name) }
    if !wasPublic, isPublic { publicNames.insert(label.name) }
    guard old?.expiry != label.expiry else { return }
    if let expiry = old?.expiry { expiries.remove((expiry, label.name)) }
    if let expiry = label.expiry { expiries.insert((expiry, label.name)) }
  }

  func remove(_ label: StoredLabel) {
    guard let old = byName.removeValue(forKey: label.name) else { return }
    if old.isListed { names.remove(label.name) }
    if old.isPublic { publicNames.remove(label.name) }
    if let expiry = old.expiry { expiries.remove((expiry, label.name)) }
    removedVersion = max(removedVersion, label.version)
  }

  func receipt(_ name: String, at time: WallTime) -> RequestReceipt? {
    guard let kept = receipts[name], kept.expiry > time else { return nil }
    return kept.receipt
  }

  func keep(_ receipt: RequestReceipt, for name: String, expiry: WallTime) {
    keyNumber += 1
    receipts[name] = (receipt, expiry, keyNumber)
    keys.append((name, keyNumber))
  }

  func dropReceipts(at time: WallTime, limit: Int) {
    while firstKey < keys.count {
      let (key, isKept) = (keys[firstKey].key, isKept(firstKey))
      if isKept, receipts[key].map({ $0.expiry > time }) ?? false {
        guard receipts.count > limit else { break }
        let others = (1..<RequestReceipt.sampleSize).map { _ in Int.random(in: firstKey..<keys.count) }
        let sample = Set([firstKey] + others).filter(self.isKept).sorted()
        receipts[keys[sample[RequestReceipt.excess(of: sample.map { keys[$0].key })]].key] = nil
      } else {
        if isKept { receipts[key] = nil }
        firstKey += 1
      }
    }
    guard keys.count > 2 * receipts.count + RequestReceipt.sampleSize else { return }
    keys = keys.indices.filter(isKept).map { keys[$0] }
    firstKey = 0
  }

  /// Whether the key at a place still stands for a receipt.
  private func isKept(_ place: Int) -> Bool { receipts[keys[place].key]?.number == keys[place].number }

  var isReachedByOthers: Bool { false }
  func look() {}

  // Nothing here fails, so nothing is taken back.
  func begin() {}
  func touch() {}
  func commit() {}
  func rollBack() {}
}

extension StoredLabel {
  fileprivate var isListed: Bool { !Self.isVisitors(name) }
  fileprivate var isPublic: Bool { isListed && !isPrivate }
}

/// Elements in their order; adding and removing moves those behind, which for 100,000 takes some 20 µs.
struct SortedList<Element> {
  private(set) var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  init(by precedes: @escaping (Element, Element) -> Bool) {
    self.precedes = precedes
  }
}

extension SortedList {
  /// The index of the first element that is not before another, in O(log n).
  func index(of element: Element) -> Int {
    var range = elements.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = precedes(elements[middle], element) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Adds an element that is not there yet.
  mutating func insert(_ element: Element) {
    elements.insert(element, at: index(of: element))
  }

  /// Removes an element that is there.
  mutating func remove(_ element: Element) {
    elements.remove(at: index(of: element))
  }
}
