import Dispatch
import FrameScheduling
import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService

struct StreamPlanTests {
  private let streams = {
    let context = ServiceContext(settings: Settings())
    // All of it at once, however long it takes.
    let work = LongWork(context, longestOnLoop: .max)
    return LoopStreams(context, scheduler: FrameScheduler(queue: DispatchQueue(label: "test")), work: work)
  }()
  private let query = "from=1&to=3"

  private func plan(_ request: Request) throws -> StreamPlan {
    try #require(try streams.plan(for: request))
  }

  private func prepared(
    _ query: String, method: HTTPRequest.Method = .get, _ fields: HeaderFields = [:]
  ) throws -> PreparedSequence {
    let request = Request(method: method, path: "/v1/stream", query: query, headerFields: fields)
    return try #require(try plan(request).encoder.list.single)
  }

  @Test func `viewers who ask for the same share it`() throws {
    let first = try prepared(query)
    #expect(try prepared(query) === first)
    // One who comes back has seen some of it.
    #expect(try prepared(query, [HTTPField.Name("Last-Event-ID") ?? .cookie: "1"]) === first)
    #expect(try prepared(query) === first)
  }

  @Test(arguments: [(300_000, true), (60_000, false)])
  func `a plan that takes too much of a loop's memory is not kept`(bytes: Int, isKept: Bool) throws {
    var settings = Settings()
    settings.threads = 1
    settings.cacheBytes = bytes
    let context = ServiceContext(settings: settings)
    let streams = LoopStreams(context, scheduler: FrameScheduler(queue: DispatchQueue(label: "test")))
    for _ in 0..<2 { _ = try streams.plan(for: Request(path: "/v1/stream", query: query)) }
    #expect((context.planCounters.hits == 1) == isKept)
  }

  @Test func `what may differ is not shared`() throws {
    let first = try prepared(query)
    #expect(try prepared(query + "&as=text") !== first)
    #expect(try prepared(query, [.accept: "text/plain"]) !== first)
    #expect(try prepared(query, method: .post, [.contentLength: "0"]) !== first)
    #expect(try prepared(query) === first)
  }

  @Test func `viewers of several labels share them too`() throws {
    let request = Request(path: "/v1/stream", query: "to=1&animations=%5B%7B%22id%22:1%7D%5D")
    #expect(try plan(request).encoder === plan(request).encoder)
  }

  @Test func `each viewer goes on where he stopped`() throws {
    let name = HTTPField.Name("Last-Event-ID") ?? .cookie
    for id in [3, 5, 3] {
      let request = Request(path: "/v1/stream", query: query, headerFields: [name: "\(id)"])
      #expect(try plan(request).options.lastEventID == id)
    }
  }

  @Test func `a wrong request is refused each time`() {
    for _ in 0..<2 {
      #expect(throws: Problem.self) { try prepared("from=1&to=3&fps=0") }
    }
  }

  @Test(
    arguments: [
      ("delay=5", nil, 5), ("delay=5", "0", 0), ("duration=0", nil, 0),
      // The list: [{"id":1,"delay":3},{"id":2,"delay":2}]
      ("animations=%5B%7B%22id%22:1,%22delay%22:3%7D,%7B%22id%22:2,%22delay%22:2%7D%5D", nil, 2),
      ("animations=%5B%7B%22id%22:1,%22delay%22:3%7D,%7B%22id%22:2,%22delay%22:2%7D%5D", "0", 0),
    ] as [(String, String?, Double)])
  func `a stream waits until something moves, and not again when it comes back`(
    query: String, lastEventID: String?, seconds: Double
  ) throws {
    var request = Request(path: "/v1/stream", query: "from=1&to=3&" + query)
    request.headerFields[HTTPField.Name("Last-Event-ID") ?? .cookie] = lastEventID
    #expect(try plan(request).delay == .seconds(seconds))
  }

  @Test(arguments: ["", "&animations=%5B%7B%22id%22:1%7D%5D"])
  func `where nothing is due there is a sign of life as often as the settings say`(query: String) throws {
    var settings = Settings()
    settings.heartbeatInterval = 5
    let plan = try plan(Request(path: "/v1/stream", query: "from=1&to=3&delay=100" + query))
    let start = MonotonicTime(nanoseconds: 0)
    var pacer = plan.pacer(settings, start: start)
    #expect(pacer.next(at: start) == .send)
    pacer.delivered(pacer.batch.count, at: start)
    let beats = (0...12).filter { pacer.next(at: MonotonicTime(nanoseconds: Int64($0) * 1_000_000_000)) == .heartbeat }
    #expect(beats == [5, 10])
  }

  private func rate(_ query: String) throws -> Double {
    try plan(Request(path: "/v1/stream", query: query)).framesPerSecond
  }

  @Test(arguments: [
    ("from=1&to=3", 60), ("from=1&to=3&fps=29.97&repeat=infinite", 29.97), ("from=1&to=1", 60),
    // Half to even: 0 at once, then 1 to 5 from a tenth of a second on.
    ("from=0&to=10&curve=linear&frames=distinct", 6), ("from=0&to=10&curve=linear&duration=20&frames=distinct", 1),
    ("from=1&to=1&frames=distinct", 1), ("from=0&to=10&duration=0.1&frames=distinct&fps=1", 11),
    ("from=1&to=3&duration=1&frames=distinct&effect=scrollUp&interpolation=number", 3),
  ])
  func `a stream counts for what it sends in its busiest second`(query: String, expected: Double) throws {
    #expect(try rate(query) == expected)
  }

  @Test func `distinct frames count however dense they are, wherever they are densest`() throws {
    #expect(try (15_000...15_001).contains(rate("to=30000&format=%25d&frames=distinct&curve=linear")))
    for curve in ["easeIn", "easeOut"] {
      #expect(try (2_600...2_650).contains(rate("from=0&to=3000&frames=distinct&curve=\(curve)")))
    }
    // The list: [{"id":1,"delay":1},{"id":2},{"id":3,"frames":"all"}]
    let list =
      "&animations=%5B%7B%22id%22:1,%22delay%22:1%7D,%7B%22id%22:2%7D,%7B%22id%22:3,%22frames%22:%22all%22%7D%5D"
    let one = try rate("from=0&to=1000&frames=distinct&curve=linear")
    #expect((500...501).contains(one))
    #expect(try (2 * one + 59...2 * one + 60).contains(rate("from=0&to=1000&frames=distinct&curve=linear" + list)))
  }
}
