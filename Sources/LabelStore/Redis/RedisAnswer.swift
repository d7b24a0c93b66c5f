/// What every script of ``RedisScript`` answers first, and what follows.
struct RedisAnswer: Sendable {
  enum Verdict: String, Sendable {
    /// What was asked for follows.
    case `is`
    /// All is kept.
    case done
    /// Nothing has changed, since the label is not what was expected.
    case again
    /// Nothing has changed, since there are as many labels as there may be.
    case full
  }

  let verdict: Verdict
  let epoch: String
  /// As it was found: it may be none that a store writes.
  let removedVersion: Int
  /// The time of Redis, microseconds since 1970.
  let time: Int64
  let count: Int
  private let rest: [RedisReply]

  /// Reads a reply; `nil` for what no script answers.
  init?(_ reply: RedisReply) {
    guard case .array(let values) = reply, values.count >= 6, let verdict = values[0].text.flatMap(Verdict.init),
      let epoch = values[1].text, let seconds = values[3].number, let microseconds = values[4].number,
      let count = values[5].number, (0...StoredLabel.lastMoment / 1_000_000).contains(seconds),
      (0..<1_000_000).contains(microseconds)
    else { return nil }
    self.verdict = verdict
    self.epoch = epoch
    removedVersion = values[2].number.map { Int($0) } ?? .max
    time = seconds * 1_000_000 + microseconds
    self.count = Int(count)
    rest = Array(values.dropFirst(6))
  }
}

extension RedisAnswer {
  /// What was asked for of one label: `nil` where that is not there to be read, a label of `nil` where there is none.
  func label(_ name: String) -> StoredLabel?? {
    guard let fields = rest.first else { return nil }
    return StoredLabel.read(fields, name: name)
  }

  /// The version of that label as Redis has it, 0 for none.
  var version: String {
    guard case .array(let fields)? = rest.first else { return "0" }
    return fields.first?.text ?? "0"
  }

  /// What is kept of requests, by the names of their keys in the order in which these were asked for.
  func receipts(for keys: [String]) -> [String: RequestReceipt]? {
    guard rest.count > 1, case .array(let values) = rest[1], values.count == keys.count else { return nil }
    var receipts: [String: RequestReceipt] = [:]
    for (key, value) in zip(keys, values) {
      if case .bytes(let bytes) = value { receipts[key] = RequestReceipt(bytes) }
    }
    return receipts
  }

  var labels: [StoredLabel]? {
    guard case .array(let values)? = rest.first else { return nil }
    let labels = values.compactMap { value -> StoredLabel? in
      guard case .array(let pair) = value, pair.count == 2, let name = pair[0].text else { return nil }
      return StoredLabel.read(pair[1], name: name) ?? nil
    }
    return labels.count == values.count ? labels : nil
  }

  /// When the next label is over, after a sweep.
  var nextExpiry: WallTime? {
    guard let time = rest.first?.text.flatMap(Double.init), (0...Double(StoredLabel.lastMoment)).contains(time) else {
      return nil
    }
    return WallTime(microseconds: Int64(time))
  }
}

extension StoredLabel {
  /// Reads the fields of a label's hash; a label of `nil` for none.
  fileprivate static func read(_ fields: RedisReply, name: String) -> StoredLabel?? {
    guard case .array(let values) = fields, values.count == 5 else { return nil }
    if values[0] == .null { return .some(nil) }
    let state: [UInt8]? = if case .bytes(let bytes) = values[3] { bytes } else { nil }
    return StoredLabel(
      found: name, version: values[0].number, start: values[1].number, expiry: values[2].number,
      isPrivate: values[4].text == "1", state: state)
  }
}

extension RedisReply {
  /// A text, however it was sent.
  var text: String? {
    switch self {
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .status(let text): text
    default: nil
    }
  }

  /// A whole number, however it was sent.
  var number: Int64? {
    if case .integer(let number) = self { number } else { text.flatMap(Int64.init) }
  }
}
