import Dispatch
import HTTPTypes
import MicroHTTP
import Synchronization
import Testing
import TextAnimation
import WrittenNumbers
import Interpolation
import TextBytes

@testable import Deployment
@testable import Viewers
@testable import LiveLabels
@testable import AnimationService
@testable import Documents
@testable import FrameScheduling

struct ClipTests {
  private let loop = Self.loop(ServiceContext(settings: Settings()))
  private let query = "from=1&to=3"

  static func loop(_ context: ServiceContext) -> LoopServices {
    LoopServices(context, queue: DispatchQueue(label: "test"), longestOnLoop: .max)
  }

  private func clip(_ request: Request) throws -> Clip {
    try loop.clip(for: request)
  }

  private func prepared(
    _ query: String, method: HTTPRequest.Method = .get, _ fields: HeaderFields = [:]
  ) throws -> PreparedSequence {
    let request = Request(method: method, path: "/v1/stream", query: query, headerFields: fields)
    return try #require(try clip(request).list.single)
  }

  @Test func `viewers who ask for the same share it`() throws {
    let first = try prepared(query)
    #expect(try prepared(query) === first)
    // One who comes back has seen some of it.
    #expect(try prepared(query, [HTTPField.Name("Last-Event-ID") ?? .cookie: "1"]) === first)
    #expect(try prepared(query) === first)
  }

  @Test(arguments: [(300_000, true), (60_000, false)])
  func `a clip that takes too much of a loop's memory is not kept`(bytes: Int, isKept: Bool) throws {
    var settings = Settings()
    settings.threads = 1
    settings.cacheBytes = bytes
    let context = ServiceContext(settings: settings)
    let loop = Self.loop(context)
    for _ in 0..<2 { _ = try loop.clip(for: Request(path: "/v1/stream", query: query)) }
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
    #expect(try clip(request) === clip(request))
  }

  @Test(arguments: [
    (nil, nil, 0), ("3", nil, 4), (nil, "3", 4), ("5", "3", 6), ("x", "3", 4), ("-1", "1234567890123456", 0),
    ("", "", 0),
  ])
  func `each viewer goes on where he stopped`(field: String?, parameter: String?, first: Int) throws {
    let query = query + (parameter.map { "&lastEventId=" + $0 } ?? "")
    let clip = try clip(Request(path: "/v1/stream", query: query))
    #expect(clip.firstFrame(after: field) == first)
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
    let clip = try clip(Request(path: "/v1/stream", query: "from=1&to=3&" + query))
    #expect(clip.delay(before: clip.firstFrame(after: lastEventID)) == .seconds(seconds))
  }

  private func rate(_ query: String) throws -> Double {
    try clip(Request(path: "/v1/stream", query: query)).framesPerSecond
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

extension LoopServices {
  /// The clip, which this loop prepares however long that takes.
  fileprivate func clip(for request: Request) throws -> Clip {
    var clip: Clip?
    _ = try self.clip(for: request) { prepared in
      clip = prepared
      return .answer(Response())
    }
    return try #require(clip)
  }
}

/// Frames that are written once for all viewers.
struct SharedFramesTests {
  private static let one = "from=1&to=3&duration=1&fps=10"
  // The list: [{"id":1},{"id":2,"delay":0.05}]
  private static let two = one + "&animations=%5B%7B%22id%22:1%7D,%7B%22id%22:2,%22delay%22:0.05%7D%5D"

  private func clip(_ query: String, interpolators: InterpolatorCatalog = .standard) throws -> Clip {
    let context = ServiceContext(settings: Settings(), interpolators: interpolators)
    let request = Request(path: "/v1/stream", query: query)
    return try ClipTests.loop(context).clip(for: request)
  }

  /// What is written for the frames at some places, each in its own turn.
  private func frames(_ positions: [Int], of clip: Clip) -> [String] {
    let order = Array(clip.timeline.prefix(40))
    return positions.map { position in
      let due = MonotonicTime(nanoseconds: 0)
      var wire = UTF8Buffer()
      wire.append("before ")
      let departure = FramePacer.Departure(frame: order[position], position: position, due: due, skipped: 0)
      #expect(clip.write([departure], to: &wire) == 1)
      return wire.text()
    }
  }

  @Test(arguments: [1, 2, 3], [one, two])
  func `every viewer is shown the same`(viewers: Int, query: String) throws {
    for representation in ["sse", "ndjson", "text"] {
      let query = query + "&as=" + representation
      let shown = frames([0, 7, 3, 10, 7], of: try clip(query))
      let shared = try clip(query)
      for _ in 0..<viewers {
        shared.addViewer()
        #expect(frames([0, 7, 3, 10, 7], of: shared) == shown)
      }
    }
  }

  @Test func `frames without end are written anew each time`() throws {
    let endless = try clip(Self.one + "&repeat=infinite&as=ndjson")
    for _ in 0..<2 {
      endless.addViewer()
      #expect(try frames([4], of: endless) == frames([4], of: clip(Self.one + "&as=ndjson")))
    }
  }

  /// There is room for 11 times 130 bytes of one, and for 22 times 140 of two.
  @Test(arguments: [(one, 5), (two, 10)])
  func `what has been written for one of several viewers is copied, if there was room`(query: String, kept: Int) throws
  {
    let writing = Writing()
    var interpolators = InterpolatorCatalog.standard
    interpolators.register("counted", summary: "Two hundred letters.") { _ in Counted(writing: writing) }
    let clip = try clip(query + "&interpolation=counted", interpolators: interpolators)
    let all = Array(0..<(clip.timeline.count ?? 0))
    for _ in 0..<2 { clip.addViewer() }
    let counts = (0..<3).map { _ in
      let before = writing.count
      _ = frames(all, of: clip)
      return writing.count - before
    }
    #expect(counts[1] == counts[0] - kept)
    #expect(counts[2] == counts[1])
  }

  private final class Writing: Sendable {
    private let written = Atomic(0)
    var count: Int { written.load(ordering: .relaxed) }

    func add() { written.add(1, ordering: .relaxed) }
  }

  private struct Counted: TextInterpolator, TextInterpolation {
    let writing: Writing
    var threshold: Double { 0.5 }

    func prepare(from source: String, to target: String, spending meter: inout Meter) -> any TextInterpolation { self }

    func write(at progress: Double, to text: inout UTF8Buffer) {
      writing.add()
      text.append(repeating: UInt8(ascii: "x"), count: 200)
    }
  }

  @Test(arguments: ["duration=600&fps=60&to=\(String(repeating: "x", count: 1_000))", "to=3&repeat=infinite"])
  func `its memory is bounded, however many frames of however long texts there are`(query: String) throws {
    let clip = try clip("from=1&as=ndjson&" + query)
    let limits = StreamLimits(Settings())
    let first = try clip.admission(to: limits, for: nil)
    let alone = limits.bytes.taken
    clip.addViewer()
    let second = try clip.admission(to: limits, for: nil)
    #expect(limits.bytes.taken - alone <= 300_000)
    withExtendedLifetime((first, second)) {}
  }
}
