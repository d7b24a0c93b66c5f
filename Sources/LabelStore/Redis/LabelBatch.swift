/// Requests to change one label that are decided together, so that one step in Redis keeps them all.
struct LabelBatch: Sendable {
  let name: String
  let requests: [UpdateRequest]
}

/// What Redis says of a label before it is decided about.
struct LabelBase: Equatable, Sendable {
  var label: StoredLabel?
  /// Its version as Redis has it, 0 for none.
  var version: String
  /// The highest version that a label may have had that is gone.
  var removedVersion: Int
  /// The earliest start that a change gets.
  var time: Int64
  /// What is kept of requests with the keys of the batch, by their names.
  var receipts: [String: RequestReceipt]
}

/// What a batch comes to.
struct DecidedBatch: Sendable {
  enum Change: Equatable, Sendable {
    case none
    case put(StoredLabel)
    /// It goes, or never was seen; its last version.
    case delete(version: Int)
  }

  var change = Change.none
  /// What is to be kept of requests, by the names of their keys.
  var receipts: [String: RequestReceipt] = [:]
  var outcomes: [Result<LabelOutcome, LabelStoreError>] = []

  var isEmpty: Bool { change == .none && receipts.isEmpty }
}

extension LabelBatch {
  var keys: [String] {
    var seen: Set<String> = []
    return requests.compactMap(\.key?.name).filter { seen.insert($0).inserted }
  }

  /// Decides each request on what the one before has left.
  ///
  /// `refusal` is given where there is no room for another label.
  func decided(on base: LabelBase, full refusal: LabelStoreError? = nil) -> DecidedBatch {
    var decided = DecidedBatch()
    var (label, removed) = (base.label, base.removedVersion)
    var last = label?.start
    for request in requests {
      if let key = request.key, let receipt = base.receipts[key.name] ?? decided.receipts[key.name] {
        decided.outcomes.append(.success(LabelOutcome(label: label, result: receipt.result(of: key))))
        continue
      }
      let time = max(base.time, last.map { $0 + 1 } ?? base.time)
      if let old = label, old.isExpired(at: time) { (label, removed) = (nil, max(removed, old.version)) }
      var (result, made, isKept) = (LabelResult.changed, label?.version, true)
      switch request.decide(label, time) {
      case .refuse(let reason, let isFinal): (result, made, isKept) = (.refused(reason), nil, isFinal)
      case .replace(let state, let expiry):
        if let refusal, label == nil {
          decided.outcomes.append(.failure(refusal))
          continue
        }
        guard label?.isSound ?? true,
          let new = StoredLabel(
            name, after: label?.version ?? removed, start: time, expiry: expiry, state: state)
        else {
          decided.outcomes.append(.failure(.beyondLast))
          continue
        }
        if label == nil { result = .created }
        (label, last, made, decided.change) = (new, time, new.version, .put(new))
      case .delete:
        guard let old = label else { break }
        removed = max(removed, old.version)
        (label, decided.change) = (nil, .delete(version: old.version))
      }
      if let key = request.key, isKept {
        decided.receipts[key.name] = RequestReceipt(digest: key.digest, version: made)
      }
      decided.outcomes.append(.success(LabelOutcome(label: label, result: result)))
    }
    return decided
  }
}
