import HTTPTypes
import MicroHTTP
import System
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import LabelStore

/// Replies of Redis in odd pieces, and what a node makes of them.
enum FuzzedReplies {
  static func run(_ choices: inout Choices) throws(Finding) {
    var node = Node()
    if choices.byte() & 1 == 0 {
      let size = Int(choices.byte()) + 1
      guard let reader = RedisReplyReader(limit: 1 << 20) else { return }
      var rest = choices.bytes()[...]
      while !rest.isEmpty {
        guard (try? reader.read(rest.prefix(size), { node.take($0) })) != nil else { return }
        rest = rest.dropFirst(size)
      }
    } else {
      while !choices.isEmpty { node.take(reply(&choices, depth: 0)) }
    }
  }

  /// A reply, most often one that looks like a script's.
  private static func reply(_ choices: inout Choices, depth: Int) -> RedisReply {
    switch choices.byte() & 15 {
    case 0: .null
    case 1...3: .integer(choices.pick(FuzzedRecord.extremes))
    case 4...5: .bytes(Array("\(choices.pick(FuzzedRecord.extremes))".utf8))
    case 6: .bytes(Array(choices.text().utf8))
    case 7: .status(choices.pick(["is", "done", "again", "full", "OK"]))
    case 8: .error(choices.text())
    case 9: .bytes(FuzzedRecord.state(&choices))
    case 10...11 where depth < 4:
      .array((0..<(choices.byte() & 7)).map { _ in reply(&choices, depth: depth + 1) })
    case 12 where depth < 4: .array([.bytes(Array("pmessage".utf8)), .null] + message(&choices))
    default: depth < 4 ? answer(&choices, depth: depth) : .null
    }
  }

  private static func number(_ choices: inout Choices) -> RedisReply {
    let number = choices.pick(FuzzedRecord.extremes)
    return choices.byte() & 1 == 0 ? .integer(number) : .bytes(Array("\(number)".utf8))
  }

  private static func answer(_ choices: inout Choices, depth: Int) -> RedisReply {
    let label = RedisReply.array(
      (0..<3).map { _ in number(&choices) } + [.bytes(FuzzedRecord.state(&choices))])
    let head: [RedisReply] = [.status(choices.pick(["is", "done", "again", "full"])), .status("epoch")]
    let rest: [RedisReply] =
      switch choices.byte() & 3 {
      case 0: [label, .array([.bytes(Array("created".utf8))])]
      case 1: [label, .array([reply(&choices, depth: depth + 1)])]
      case 2: [.array([.array([.status("a"), label])])]
      default: [reply(&choices, depth: depth + 1)]
      }
    return .array(head + (0..<4).map { _ in number(&choices) } + rest)
  }

  /// The channel and the payload of what another node tells.
  private static func message(_ choices: inout Choices) -> [RedisReply] {
    let numbers = (0..<3).map { _ in "\(choices.pick(FuzzedRecord.extremes))" }
    let word = choices.pick(["put", "gone"])
    let line = word == "put" ? "put e n \(numbers.joined(separator: " "))" : "gone e n \(numbers[0]) 1"
    return [
      .bytes(Array("kinetype:0:{a}".utf8)), .bytes(Array("\(line)\n".utf8) + FuzzedRecord.state(&choices)),
    ]
  }
}

/// What a node does with replies, without a connection.
private struct Node {
  private var conversation = RedisConversation<Int>()
  private var offset = ClockOffset()
  private var count = 0

  init() {
    conversation.ask(RedisCommand("PSUBSCRIBE", "*"), at: 0, 0)
    for number in 1...8 { conversation.ask(RedisCommand("EVAL", "x"), at: UInt64(number), number) }
  }

  mutating func take(_ reply: RedisReply) {
    count += 1
    switch conversation.match(reply) {
    case .answer(_, let reply): read(reply)
    case .push(let parts):
      guard parts.count == 4, case .bytes(let channel) = parts[2], case .bytes(let payload) = parts[3],
        let message = LabelMessage(channel: channel, payload: payload, database: 0)
      else { return }
      if case .changed(let label) = message.event { show(label) }
    case .part: break
    case .unexpected: read(reply)
    }
  }

  private mutating func read(_ reply: RedisReply) {
    guard let answer = RedisAnswer(reply) else { return }
    _ = offset.add(remote: answer.time, sent: Int64(count), received: Int64(count) + 2)
    offset.step(at: Int64(count) + 3)
    _ = answer.nextExpiry
    for label in answer.labels ?? [] { show(label) }
    guard let label = answer.label("a"), let receipts = answer.receipts(for: ["add a key"]) else { return }
    let base = LabelBase(
      label: label, version: answer.version, removedVersion: answer.removedVersion,
      time: LabelTime(microseconds: answer.time &+ 50_000), receipts: receipts)
    decide(on: base)
    label.map(show)
  }

  private static let context = ServiceContext(settings: Settings())

  private func decide(on base: LabelBase) {
    guard let directory = Self.context.labels else { return }
    let retargeting = LabelRetargeting(directory: directory, condition: VersionCondition([:]))
    let requests = [
      UpdateRequest(
        name: "a", key: RequestKey("add a key", digest: SHA256(of: [7].span)),
        decide: { retargeting.put([.init("to", "7")], on: $0, at: $1).decision }
      ) { _ in },
      UpdateRequest(name: "a", key: nil, decide: { retargeting.put([.init("to", "8")], on: $0, at: $1).decision }) {
        _ in
      },
      UpdateRequest(name: "a", key: nil, decide: { label, _ in retargeting.delete(label).decision }) { _ in },
      UpdateRequest(name: "a", key: nil, decide: { retargeting.put([.init("to", "9")], on: $0, at: $1).decision }) {
        _ in
      },
    ]
    _ = LabelBatch(name: "a", requests: requests).decided(on: base)
  }

  private func show(_ label: StoredLabel) {
    guard let label = try? PreparedLabel(label, in: Self.context.requests) else { return }
    for microseconds in [label.start.microseconds, .min, .max, 1_764_000_000_000_000] {
      let time = LabelTime(microseconds: microseconds)
      _ = (ReadableLabel(label).document(at: time), ReadableLabel(label).text(at: time))
    }
  }
}
