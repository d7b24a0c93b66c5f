import Dispatch
import RawClient
import Synchronization

@testable import LabelStore

/// A link with all that it has told.
final class TestLink: Sendable {
  private let told: Told
  let link: RedisLink

  init(_ address: RedisAddress, _ limits: RedisLimits = .patient()) {
    let told = Told()
    self.told = told
    link = RedisLink(to: address, limits: limits, queue: DispatchQueue(label: "test")) { told.append($0) }
  }

  deinit { link.close() }
}

extension TestLink {
  var events: [RedisLink.Event] { told.events.withLock { $0 } }

  /// Whether it comes up for the n-th time.
  func comesUp(times count: Int = 1) -> Bool {
    eventually { events.count { $0 == .up } >= count }
  }

  /// Why it is down for the n-th time.
  func down(times count: Int = 1) -> String? {
    _ = eventually { reasons.count >= count }
    return reasons.count >= count ? reasons[count - 1] : nil
  }

  /// All reasons that were told.
  var reasons: [String] {
    events.compactMap { if case .down(let reason) = $0 { reason } else { nil } }
  }

  var pushes: [[RedisReply]] {
    events.compactMap { if case .push(let parts) = $0 { parts } else { nil } }
  }

  @discardableResult
  func ask(_ arguments: String...) async throws -> RedisReply {
    try await ask(arguments.map { Array($0.utf8) })
  }

  @discardableResult
  func ask(_ arguments: [[UInt8]]) async throws -> RedisReply {
    try await withCheckedContinuation { continuation in
      link.send(arguments) { continuation.resume(returning: $0) }
    }.get()
  }
}

private final class Told: Sendable {
  let events = Mutex<[RedisLink.Event]>([])

  func append(_ event: RedisLink.Event) { events.withLock { $0.append(event) } }
}

extension RedisLimits {
  /// Limits so long that a busy machine makes no difference.
  static func patient(
    command: Duration = .seconds(86_400), idle: Duration = .seconds(1), reconnecting: Duration = .seconds(1),
    authorities: String? = nil
  ) -> RedisLimits {
    RedisLimits(
      connecting: .seconds(86_400), command: command, idle: idle, reconnecting: reconnecting, authorities: authorities)
  }
}

extension RedisReply {
  static func text(_ text: String) -> RedisReply { .bytes(Array(text.utf8)) }
}
