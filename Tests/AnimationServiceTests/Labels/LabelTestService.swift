import HTTPTypes
import LabelStore
import Logging
import MicroHTTP
import Synchronization
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// The service with labels and a clock that tests set.
struct LabelTestService {
  let service: TestService
  private let store: LocalLabelStore
  private let clock: InventedClock

  /// Keeps labels in memory.
  init(limits: LabelStoreLimits = LabelStoreLimits(), _ change: (inout Settings) -> Void = { _ in }) {
    let clock = InventedClock()
    self.init(over: LocalLabelStore(limits: limits, clock: clock.storeClock), clock, change)
  }

  /// The labels of another service after a start with other settings.
  init(after other: LabelTestService, _ change: (inout Settings) -> Void) {
    self.init(over: other.store, other.clock, change)
  }

  /// The labels of a store that goes by a clock.
  init(
    over store: LocalLabelStore, _ clock: InventedClock, log: any LogHandler = SwiftLogNoOpLogHandler(),
    _ change: (inout Settings) -> Void = { _ in }
  ) {
    (self.store, self.clock) = (store, clock)
    service = TestService(labels: store, log: log, change)
  }

  /// The store's clock.
  var now: Int64 { clock.now }

  /// Seconds after the start.
  func wait(_ seconds: Double) { clock.advance(Int64(seconds * 1e6)) }

  /// Sends a request of this machine; a body is JSON.
  func send(
    _ method: HTTPRequest.Method, _ target: String, _ body: String? = nil, _ fields: HeaderFields = [:],
    from address: String = "127.0.0.1", at host: String? = "localhost:8080"
  ) -> Answer {
    var fields = fields
    fields[named: "Host"] = host
    if let body {
      fields[.contentType] = "application/json"
      fields[.contentLength] = String(body.utf8.count)
    }
    return service.send(method, target, fields, body: Array((body ?? "").utf8), from: address)
  }

  func put(
    _ name: String, _ body: String, _ fields: HeaderFields = [:], at host: String? = "localhost:8080"
  ) -> Answer {
    send(.put, "/v1/labels/\(name)", body, fields, at: host)
  }

  func add(_ name: String, _ by: String, _ fields: HeaderFields = [:]) -> Answer {
    send(.post, "/v1/labels/\(name)/add", "{\"by\":\"\(by)\"}", fields)
  }

  func get(_ target: String, _ fields: HeaderFields = [:]) -> Answer {
    send(.get, target, nil, fields)
  }

  /// What a label shows now.
  func text(_ name: String) -> String { get("/v1/labels/\(name)?as=text").text }
}

/// A time of day that stands until it is put forward.
final class InventedClock: Sendable {
  private let time = Atomic<Int64>(1_764_000_000_000_000)

  /// A store's clock that goes by it.
  var storeClock: StoreClock { StoreClock(wall: { self.now }, monotonic: { self.now }) }

  var now: Int64 { time.load(ordering: .relaxed) }

  func advance(_ microseconds: Int64) { time.add(microseconds, ordering: .relaxed) }
}

extension Answer {
  /// The body as JSON.
  var json: JSONValue { (try? JSONValue(parsing: Array(text.utf8))) ?? .null }

  /// A member of the body, as a text.
  subscript(name: String) -> String? {
    switch json[name] {
    case .string(let text)?, .number(let text)?: text
    case .bool(let value)?: String(value)
    default: nil
    }
  }
}
