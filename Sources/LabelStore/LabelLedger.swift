/// The rules for labels, wherever they lie: versions, starts, limits, known keys, and when a label is over.
///
/// It counts labels and knows when the next is over, so that no table is asked for either with each change.
struct LabelLedger {
  /// Half of the second within which it is to be noticed that what was kept is gone; in microseconds.
  private static let lookInterval: Int64 = 500_000

  private let table: any LabelTable
  private let limits: LabelStoreLimits
  private(set) var count: Int
  private var visitorCount: Int
  /// No label is over before.
  private(set) var nextExpiry: WallTime?
  /// The labels that were decided about in the transaction.
  private var rules: [String: LabelRules] = [:]
  /// What has become of labels in the transaction.
  private var events: [LabelEvent] = []

  init(
    _ table: any LabelTable, limits: LabelStoreLimits, count: Int = 0, visitorCount: Int = 0,
    nextExpiry: WallTime? = nil
  ) {
    self.table = table
    self.limits = limits
    self.count = count
    self.visitorCount = visitorCount
    self.nextExpiry = nextExpiry
  }
}

extension LabelLedger {
  /// Makes changes that are kept all or not at all, and tells what has become of labels.
  ///
  /// Where the table fails, nothing has changed.
  mutating func transaction<Value>(
    _ body: (inout LabelLedger) throws(LabelTableError) -> Value
  ) throws(LabelTableError) -> (Value, [LabelEvent]) {
    let before = self
    do throws(LabelTableError) {
      try table.begin()
      let value = try body(&self)
      try table.commit()
      defer { (events, rules) = ([], [:]) }
      return (value, events)
    } catch {
      self = before
      table.rollBack()
      throw error
    }
  }

  /// Writes without a change, to see whether the table takes any again.
  mutating func touch() throws(LabelTableError) { try table.touch() }

  /// When the table is to be looked at next, for what others have done to it.
  func nextLook(after time: LabelTime) -> LabelTime? {
    table.isReachedByOthers ? time + Self.lookInterval : nil
  }

  /// Looks whether what was kept is still there; as ``LabelTable/look()``.
  func look() throws(LabelTableError) { try table.look() }

  func isExpiryDue(at time: WallTime) -> Bool {
    nextExpiry.map { $0 <= time } ?? false
  }

  /// Deletes labels whose time is over, so many at most that others need not wait for long.
  mutating func expire(at time: WallTime, limit: Int = 500) throws(LabelTableError) {
    guard isExpiryDue(at: time) else { return }
    let first = try table.firstToExpire(limit: limit + 1)
    for label in first.prefix(limit) where label.isExpired(at: time) { try delete(label, isExpired: true) }
    nextExpiry = first.first { !$0.isExpired(at: time) }?.expiry ?? (first.count > limit ? first[limit].expiry : nil)
  }

  /// Has ``LabelRules`` decide about a label, and keeps what they say.
  mutating func update(
    _ name: String, key: RequestKey?, at now: LabelTime, _ wall: WallTime,
    _ decide: (StoredLabel?, LabelTime) -> LabelDecision
  ) throws(LabelTableError) -> Result<LabelOutcome, LabelStoreError> {
    let removedVersion = try table.highestRemovedVersion()
    var label =
      if let begun = rules[name] { begun } else {
        LabelRules(name, label: try table.label(name), removedVersion: removedVersion)
      }
    // Others may have gone since.
    label.removedVersion = removedVersion
    let known = if let key { try table.receipt(key.name, at: wall) } else { RequestReceipt?.none }
    let (before, refusal) = (label.label, isRoom(for: name) ? nil : limits.refusal(of: name))
    let step = label.step(key, known: known, at: now, wall, refusal: refusal, decide)
    rules[name] = label
    if let expired = step.expired { try delete(expired, isExpired: true) }
    switch step.change {
    case .none: break
    case .put(let new): try put(new, isNew: before == nil || step.expired != nil)
    case .delete: if let before { try delete(before, isExpired: false) }
    }
    if let key, let receipt = step.receipt {
      try table.keep(receipt, for: key.name, expiry: wall + RequestReceipt.lifetime)
      try table.dropReceipts(at: wall, limit: limits.keys)
    }
    return step.outcome
  }

  func label(_ name: String, at time: WallTime) throws(LabelTableError) -> StoredLabel? {
    guard let label = try table.label(name), !label.isExpired(at: time) else { return nil }
    return label
  }

  /// Reads labels in order of name.
  func labels(_ query: LabelQuery, at time: WallTime) throws(LabelTableError) -> [StoredLabel] {
    var opened: [StoredLabel] = []
    for pattern in query.opened where opened.count < query.limit {
      if pattern.isPrefix {
        opened += try table.labels(
          prefix: pattern.text, after: query.after, limit: query.limit - opened.count, arePublic: false, at: time)
      } else if query.after.map({ $0.utf8.lexicographicallyPrecedes(pattern.text.utf8) }) ?? true {
        if let label = try label(pattern.text, at: time) { opened.append(label) }
      }
    }
    guard query.includesPublic else { return opened }
    return query.page(
      of: opened
        + (try table.labels(prefix: query.prefix, after: query.after, limit: query.limit, arePublic: true, at: time)))
  }

  private func isRoom(for name: String) -> Bool {
    (StoredLabel.isVisitors(name) ? visitorCount : count - visitorCount) < limits.most(name)
  }

  private mutating func count(name: String, _ change: Int) {
    count += change
    if StoredLabel.isVisitors(name) { visitorCount += change }
  }

  private mutating func put(_ label: StoredLabel, isNew: Bool) throws(LabelTableError) {
    try table.put(label)
    if isNew { count(name: label.name, 1) }
    if let expiry = label.expiry { nextExpiry = min(expiry, nextExpiry ?? expiry) }
    events.append(.changed(label))
  }

  private mutating func delete(_ label: StoredLabel, isExpired: Bool) throws(LabelTableError) {
    try table.remove(label)
    count(name: label.name, -1)
    events.append(.deleted(name: label.name, version: label.version, isExpired: isExpired))
  }
}
