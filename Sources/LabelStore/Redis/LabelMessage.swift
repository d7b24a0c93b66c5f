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
      let label = StoredLabel(
        found: name, version: Int64(version), start: Int64(words[4]), expiry: Int64(words[5]),
        state: Array(payload[end...].dropFirst()))
      guard label.isSound else { return nil }
      event = .changed(label)
    case "gone": event = .deleted(name: name, version: version, isExpired: words[4] == "1")
    default: return nil
    }
  }
}
