import Foundation
public import LabelStore
import Synchronization
import System
import Testing

/// The stores that keep one contract.
enum StoreKind: CaseIterable {
  case memory, file, redis
  /// One that is no part of the service.
  case own

  /// Those whose clock a test can set.
  static let local: [StoreKind] = [.memory, .file, .own]

  func make(limits: LabelStoreLimits = LabelStoreLimits(), clock: StoreClock = StoreClock()) throws -> any LabelStore {
    switch self {
    case .memory: return LocalLabelStore(limits: limits, clock: clock)
    case .file:
      let folder = TemporaryFolder()
      let file = LabelFile(path: folder.path("labels.db"))
      // The folder stays as long as the store, which would notice that it is gone.
      return try LocalLabelStore(file, limits: limits, clock: clock, report: { _ in withExtendedLifetime(folder) {} })
    case .redis: return try RedisServer().node(limits: limits)
    case .own: return OwnStore(limits: limits, clock: clock)
    }
  }
}

/// A folder that goes with its last user.
final class TemporaryFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory.appending(path: "kinetype-labels-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Makes the folder, for those who do not make it themselves.
  func make() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}

/// Answers of a store, awaited.
extension LabelStore {
  func read(_ name: String) async throws -> StoredLabel? {
    try await withCheckedContinuation { continuation in read(name) { continuation.resume(returning: $0) } }.get()
  }

  func list(prefix: String = "", after: String? = nil, limit: Int = 100) async throws -> [StoredLabel] {
    try await list(LabelQuery(prefix: prefix, after: after, limit: limit, opening: [.all]))
  }

  func list(_ query: LabelQuery) async throws -> [StoredLabel] {
    try await withCheckedContinuation { continuation in
      list(query) { continuation.resume(returning: $0) }
    }.get()
  }

  @discardableResult
  func update(
    _ name: String, key: String? = nil, asking what: String = "",
    _ decide: @escaping @Sendable (StoredLabel?, LabelTime) -> LabelDecision
  ) async throws -> LabelOutcome {
    try await withCheckedContinuation { continuation in
      update(name, key: key.map { RequestKey($0, asking: what) }, decide) { continuation.resume(returning: $0) }
    }.get()
  }

  @discardableResult
  func set(
    _ name: String, _ state: String = "", expiry: WallTime? = nil, isPrivate: Bool = false
  ) async throws -> StoredLabel? {
    try await update(name) { _, _ in .replace(state: Array(state.utf8), expiry: expiry, isPrivate: isPrivate) }.label
  }

  /// Adds one to the number that a label's state is.
  @discardableResult
  func add(to name: String, key: String? = nil, asking what: String = "") async throws -> LabelOutcome {
    try await update(name, key: key, asking: what) { label, _ in
      .replace(state: Array("\((label?.number ?? 0) + 1)".utf8), expiry: nil, isPrivate: false)
    }
  }

  @discardableResult
  func delete(_ name: String) async throws -> LabelOutcome {
    try await update(name) { _, _ in .delete }
  }
}

/// Why a test changes nothing.
struct Unchanged: Error {}

extension RequestKey {
  init(_ name: String, asking what: String) { self.init(name, digest: SHA256(of: what.utf8Span.span)) }
}

extension LabelOutcome {
  var isRepeated: Bool { if case .repeated = result { true } else { false } }

  /// The version that the first request with the key made.
  var repeatedVersion: Int? { if case .repeated(let version) = result { version } else { nil } }

  var isRefused: Bool { if case .refused(is Unchanged) = result { true } else { false } }
}

extension StoredLabel {
  var text: String { String(decoding: state, as: UTF8.self) }
  var number: Int? { Int(text) }
}

/// A time that tests have pass, and a machine's clock that they set.
final class InventedTime: Sendable {
  private let time = Atomic<Int64>(1_000_000)
  private let step = Atomic<Int64>(0)

  /// What the clock says that is never set.
  var now: Int64 {
    get { time.load(ordering: .relaxed) }
    set { time.store(newValue, ordering: .relaxed) }
  }

  /// How far the time of day is before it.
  var shift: Int64 {
    get { step.load(ordering: .relaxed) }
    set { step.store(newValue, ordering: .relaxed) }
  }

  var clock: StoreClock { StoreClock(wall: { self.now &+ self.shift }, monotonic: { self.now }) }
}

extension StoreTime: ExpressibleByIntegerLiteral {
  /// A time in microseconds since 1970.
  public init(integerLiteral microseconds: Int64) { self.init(microseconds: microseconds) }
}

/// What a store has said to its observers.
final class Heard: Sendable {
  private let kept = Mutex<[LabelEvent]>([])
  var events: [LabelEvent] { kept.withLock { $0 } }
  /// What has become of labels, without what the store is not sure of.
  var changes: [LabelEvent] {
    events.filter { if case .uncertain = $0 { false } else { true } }
  }

  init(_ store: any LabelStore) {
    store.observe { event in self.kept.withLock { $0.append(event) } }
  }
}
