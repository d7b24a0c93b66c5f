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
  private(set) var nextExpiry: Int64?
  /// Why no label is put in the transaction, if none is.
  private var fullness: LabelTableError?
  /// What has become of labels in the transaction.
  private var events: [LabelEvent] = []

  init(
    _ table: any LabelTable, limits: LabelStoreLimits, count: Int = 0, visitorCount: Int = 0, nextExpiry: Int64? = nil
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
  /// With `fullness` labels are only removed. Where the table fails, nothing has changed.
  mutating func transaction<Value>(
    onlyRemoving fullness: LabelTableError? = nil, _ body: (inout LabelLedger) throws(LabelTableError) -> Value
  ) throws(LabelTableError) -> (Value, [LabelEvent]) {
    let before = self
    do throws(LabelTableError) {
      self.fullness = fullness
      try table.begin(onlyRemoving: fullness)
      let value = try body(&self)
      try table.commit()
      defer { (events, self.fullness) = ([], nil) }
      return (value, events)
    } catch {
      self = before
      table.rollBack()
      throw error
    }
  }

  /// When the table is to be looked at next, for what others have done to it.
  func nextLook(after time: Int64) -> Int64? {
    table.isReachedByOthers ? time + Self.lookInterval : nil
  }

  /// Looks whether what was kept is still there; as ``LabelTable/look(after:)``.
  func look(after failure: LabelTableError? = nil) throws(LabelTableError) -> LabelTableError? {
    try table.look(after: failure)
  }

  func isExpiryDue(at time: Int64) -> Bool {
    nextExpiry.map { $0 <= time } ?? false
  }

  /// Deletes labels whose time is over, so many at most that others need not wait for long.
  mutating func expire(at time: Int64, limit: Int = 500) throws(LabelTableError) {
    guard isExpiryDue(at: time) else { return }
    let first = try table.firstToExpire(limit: limit + 1)
    for label in first.prefix(limit) where label.isExpired(at: time) { try delete(label, isExpired: true) }
    nextExpiry = first.first { !$0.isExpired(at: time) }?.expiry ?? (first.count > limit ? first[limit].expiry : nil)
  }

  /// Returns a failure where there is no room for what is decided.
  mutating func update(
    _ name: String, key: RequestKey?, at now: Int64, _ decide: (StoredLabel?, Int64) -> LabelDecision
  ) throws(LabelTableError) -> Result<LabelOutcome, LabelStoreError> {
    if let key, let receipt = try table.receipt(key.name, at: now) {
      return .success(LabelOutcome(label: try label(name, at: now), result: receipt.result(of: key)))
    }
    var label = try table.label(name)
    if let old = label, old.isExpired(at: now) {
      try delete(old, isExpired: true)
      label = nil
    }
    let time = label.map { max(now, $0.start + 1) } ?? now
    let decision = decide(label, time)
    if let fullness, decision.needsRoom(key) { return .failure(LabelStoreError(fullness)) }
    var (result, made, isKept) = (LabelResult.changed, label?.version, true)
    switch decision {
    case .refuse(let reason, let isFinal): (result, made, isKept) = (.refused(reason), nil, isFinal)
    case .replace(let state, let expiry):
      guard label != nil || isRoom(for: name) else { return .failure(limits.refusal(of: name)) }
      let last = if let label { label.version } else { try table.highestRemovedVersion() }
      guard label?.isSound ?? true,
        let new = StoredLabel(name, after: last, start: time, expiry: expiry, state: state)
      else { return .failure(.beyondLast) }
      try put(new, isNew: label == nil)
      if label == nil { result = .created }
      (label, made) = (new, new.version)
    case .delete:
      if let label { try delete(label, isExpired: false) }
      label = nil
    }
    if let key, isKept {
      let receipt = RequestReceipt(digest: key.digest, version: made)
      try table.keep(receipt, for: key.name, expiry: now + RequestReceipt.lifetime)
      try table.dropReceipts(at: now, limit: limits.keys)
    }
    return .success(LabelOutcome(label: label, result: result))
  }

  func label(_ name: String, at time: Int64) throws(LabelTableError) -> StoredLabel? {
    guard let label = try table.label(name), !label.isExpired(at: time) else { return nil }
    return label
  }

  /// Reads labels in order of name.
  func labels(_ query: LabelQuery, at time: Int64) throws(LabelTableError) -> [StoredLabel] {
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

extension LabelDecision {
  /// Whether more is kept than before.
  fileprivate func needsRoom(_ key: RequestKey?) -> Bool {
    switch self {
    case .replace: true
    case .delete: key != nil
    case .refuse(_, let isFinal): key != nil && isFinal
    }
  }
}
