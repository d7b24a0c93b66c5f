import Dispatch
import FrameScheduling
import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService

struct StreamPlanTests {
  private let streams = LoopStreams(
    ServiceContext(settings: Settings()), scheduler: FrameScheduler(queue: DispatchQueue(label: "test")))
  private let query = "from=1&to=3"

  private enum Failure: Error { case notThatContent }

  private func prepared(
    _ query: String, method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:]
  ) throws -> PreparedSequence {
    let request = Request(method: method, path: "/v1/stream", query: query, headerFields: fields)
    guard case .sequence(let encoder) = try streams.plan(for: request).content else { throw Failure.notThatContent }
    return encoder.prepared
  }

  @Test func `viewers who ask for the same share it`() throws {
    let first = try prepared(query)
    #expect(try prepared(query) === first)
  }

  @Test func `what may differ is not shared`() throws {
    let first = try prepared(query)
    #expect(try prepared(query + "&as=text") !== first)
    #expect(try prepared(query, [.accept: "text/plain"]) !== first)
    #expect(try prepared(query, [HTTPField.Name("Last-Event-ID") ?? .cookie: "1"]) !== first)
    #expect(try prepared(query, method: .post, [.contentLength: "0"]) !== first)
    #expect(try prepared(query) === first)
  }

  @Test func `viewers of several labels share them too`() throws {
    let request = Request(path: "/v1/stream", query: "to=1&animations=%5B%7B%22id%22:1%7D%5D")
    guard case .timeline(let first) = try streams.plan(for: request).content,
      case .timeline(let second) = try streams.plan(for: request).content
    else { throw Failure.notThatContent }
    #expect(first.list.elements[0].prepared === second.list.elements[0].prepared)
  }

  @Test func `each viewer goes on where he stopped`() throws {
    let name = HTTPField.Name("Last-Event-ID") ?? .cookie
    for id in [3, 5, 3] {
      let request = Request(path: "/v1/stream", query: query, headerFields: [name: "\(id)"])
      #expect(try streams.plan(for: request).options.lastEventID == id)
    }
  }

  @Test func `a wrong request is refused each time`() {
    for _ in 0..<2 {
      #expect(throws: Problem.self) { try prepared("from=1&to=3&fps=0") }
    }
  }
}
