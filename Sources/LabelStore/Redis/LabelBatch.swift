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
  var time: LabelTime
  /// What is kept of requests with the keys of the batch, by their names.
  var receipts: [String: RequestReceipt]
}

/// What a batch comes to.
struct DecidedBatch: Sendable {
  var change = LabelRules.Change.none
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
    var (decided, rules) = (DecidedBatch(), LabelRules(name, label: base.label, removedVersion: base.removedVersion))
    for request in requests {
      let known = request.key.flatMap { base.receipts[$0.name] ?? decided.receipts[$0.name] }
      let step = rules.step(
        request.key, known: known, at: base.time, WallTime(microseconds: base.time.microseconds), refusal: refusal,
        request.decide)
      if step.change != .none { decided.change = step.change }
      if let key = request.key, let receipt = step.receipt { decided.receipts[key.name] = receipt }
      decided.outcomes.append(step.outcome)
    }
    return decided
  }
}

/// What a node tells the others of a change: the whole state, so that a message that is lost heals with the next.
struct LabelMessage: Equatable, Sendable {
  /// Which database it is about, see ``RedisScript``.
  var epoch: String
  var node: String
  var name: String
  var version: Int
  var event: LabelEvent
}

extension LabelMessage {
  /// What the channels of labels begin with; Redis has the same channels for all of its databases.
  static func channelPrefix(database: Int) -> String { "kinetype:\(database):" }

  /// Reads what came over a channel; `nil` for what no node writes.
  ///
  /// It has no word for whether a label is private, since nodes of version 0.2.0 would not hear it then.
  ///
  /// The payload is a line, `put EPOCH NODE VERSION START EXPIRY` or `gone EPOCH NODE VERSION EXPIRED`, and the state.
  init?(channel: [UInt8], payload: [UInt8], database: Int) {
    let prefix = Array(Self.channelPrefix(database: database).utf8) + [UInt8(ascii: "{")]
    guard channel.starts(with: prefix), channel.last == UInt8(ascii: "}") else { return nil }
    name = String(decoding: channel.dropFirst(prefix.count).dropLast(), as: UTF8.self)
    let end = payload.firstIndex(of: UInt8(ascii: "\n")) ?? payload.endIndex
    let words = String(decoding: payload[..<end], as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count >= 5, let version = Int(words[3]),
      (0...StoredLabel.lastVersion).contains(version)
    else { return nil }
    (epoch, node, self.version) = (words[1], words[2], version)
    switch words[0] {
    case "put":
      guard words.count == 6 else { return nil }
      let state = Array(payload[end...].dropFirst())
      let label = StoredLabel(
        found: name, version: Int64(version), start: Int64(words[4]), expiry: Int64(words[5]),
        isPrivate: state.starts(with: StoredLabel.privateMark), state: state)
      guard label.isSound else { return nil }
      event = .changed(label)
    case "gone": event = .deleted(name: name, version: version, isExpired: words[4] == "1")
    default: return nil
    }
  }
}
