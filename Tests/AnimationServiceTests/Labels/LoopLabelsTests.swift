import Dispatch
import HTTPTypes
import LabelStore
import Synchronization
import TextAnimation
import Testing

@testable import AnimationService

struct LoopLabelsTests {
  private let service = LabelTestService()

  /// What a loop hears of a label while `act` is done.
  private func news(of name: String, _ act: () -> Void) throws -> [String] {
    let context = service.service.context
    let (queue, heard) = (DispatchQueue(label: "loop"), Heard())
    let labels = LoopLabels(try #require(context.labels), context) { block in queue.async(execute: block) }
    let label = try LabelName(name)
    let watches = queue.sync { [labels.watch(label) { heard.add($0) }, labels.watch(label) { _ in }] }
    service.settle(queue)
    act()
    service.settle(queue)
    queue.sync { for watch in watches { labels.end(watch) } }
    _ = service.put(name, #"{"to":"unheard"}"#)
    service.settle(queue)
    return heard.all
  }

  @Test func `a loop hears what a label is, each change once and in order, and its end`() throws {
    _ = service.put("a", #"{"to":"1"}"#)
    let heard = try news(of: "a") {
      for target in 2...20 { _ = service.put("a", "{\"to\":\"\(target)\"}") }
      _ = service.send(.delete, "/v1/labels/a")
      _ = service.put("a", #"{"to":"21"}"#)
    }
    #expect(heard == (1...20).map { "\($0)" } + ["gone", "21"])
  }

  @Test func `a label that does not exist yet is heard of when it comes`() throws {
    #expect(try news(of: "b") { _ = service.put("b", #"{"to":"1"}"#) } == ["gone", "1"])
  }

  @Test func `who watches later hears at once what the loop knows`() throws {
    _ = service.put("a", #"{"to":"1"}"#)
    let context = service.service.context
    let queue = DispatchQueue(label: "loop")
    let labels = LoopLabels(try #require(context.labels), context) { block in queue.async(execute: block) }
    let (name, heard) = (try LabelName("a"), Heard())
    let first = queue.sync { labels.watch(name) { _ in } }
    service.settle(queue)
    let second = queue.sync { labels.watch(name) { heard.add($0) } }
    #expect(heard.all == ["1"])
    queue.sync {
      labels.end(first)
      labels.end(second)
    }
  }
}

/// What was heard, from whatever thread it is looked at.
private final class Heard: Sendable {
  private let news = Mutex<[String]>([])

  var all: [String] { news.withLock { $0 } }

  func add(_ one: LabelNews) {
    let text =
      switch one {
      case .shows(let label): label.state.motion.target
      case .gone: "gone"
      case .unavailable: "unavailable"
      }
    news.withLock { $0.append(text) }
  }
}

extension LabelTestService {
  /// Waits until everything that was asked for before has arrived on a loop.
  fileprivate func settle(_ queue: DispatchQueue) {
    let isDone = DispatchSemaphore(value: 0)
    service.context.labels?.store.read("nobody") { _ in queue.async { isDone.signal() } }
    isDone.wait()
  }
}
