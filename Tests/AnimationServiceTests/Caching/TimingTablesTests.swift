import MicroHTTP
import Testing
import TextBytes

@testable import Deployment
@testable import Viewers
@testable import LiveLabels
@testable import AnimationService
@testable import Documents
@testable import Requests

struct TimingTablesTests {
  private let counters = CacheCounters()

  private func timingTables(_ change: (inout Settings) -> Void = { _ in }) -> TimingTables {
    var settings = Settings()
    settings.threads = 1
    change(&settings)
    return TimingTables(settings, counters: counters)
  }

  private func prepared(_ query: String) throws -> PreparedSequence {
    let context = ServiceContext(settings: Settings())
    var parameters = try RequestParameters(
      of: Request(path: "/v1/frames", query: query), by: .frames, in: context.requests)
    return try parameters.finishedAnimation(in: context.requests).prepared(in: context.requests)
  }

  private func document(
    _ query: String, _ representation: SequenceRepresentation = .json, _ timingTables: TimingTables? = nil
  ) throws -> String {
    let prepared = try prepared(query)
    let timing = timingTables?.table(of: prepared, representation.times)
    let document = SequenceDocument(
      list: AnimationList(prepared), representation: representation, timings: timing.map { [$0] })
    return String(decoding: try document.bytes(limits: Settings().documentLimits), as: UTF8.self)
  }

  @Test(arguments: [
    "", "&curve=spring", "&curve=bouncy&clamp=both", "&curve=easeInBack&clamp=start", "&curve=steps(3)",
    "&curve=linear(0,1.5%2030%25,1)", "&fps=29.97", "&fps=240&duration=0.1", "&duration=0", "&duration=1.3333&fps=24",
    "&repeat=3", "&repeat=2&autoreverse=true", "&delay=0.25&speed=2.5", "&frames=distinct",
    "&frames=distinct&fps=10&repeat=2", "&include=value,velocity", "&include=", "&effect=scrollUp",
    "&interpolation=morph", "&interpolation=odometer", "&interpolation=scramble&seed=3", "&interpolation=none",
  ])
  func `a document is the same byte for byte, whether its times are made or found`(query: String) throws {
    let timingTables = timingTables()
    for texts in ["from=1&to=2", "from=$1,234.50&to=$9,876.25", "from=7%20%22x%22%5C&to=9%20%22x%22%5C", "from=1&to=1"]
    {
      for representation in SequenceRepresentation.allCases where representation.making.isText {
        let expected = try document(texts + query, representation)
        for _ in 0..<2 { #expect(try document(texts + query, representation, timingTables) == expected) }
      }
    }
  }

  @Test func `a decay is the same document too`() throws {
    let timingTables = timingTables()
    for source in ["0", "5.25", "0"] {
      let query = "from=\(source)&curve=decay(velocity:%201000)"
      #expect(try document(query, .json, timingTables) == document(query))
    }
    #expect((counters.hits, counters.misses) == (1, 2))
  }

  @Test func `requests with other texts find the same times`() throws {
    let timingTables = timingTables()
    for query in [
      "from=1&to=2", "from=5&to=9&seed=3", "from=a&to=bc&interpolation=typewriter", "from=1&to=2&include=velocity",
    ] {
      _ = try document(query, .json, timingTables)
    }
    #expect((counters.hits, counters.misses) == (3, 1))
    for query in [
      "&fps=30", "&duration=1", "&curve=linear", "&delay=1", "&speed=2", "&repeat=2", "&autoreverse=true", "&clamp=end",
    ] {
      _ = try document("from=1&to=2" + query, .json, timingTables)
    }
    #expect((counters.hits, counters.misses) == (3, 9))
  }

  @Test func `a spring's times follow from how fine its texts are`() throws {
    let timingTables = timingTables()
    for target in ["2", "2.000", "30000"] {
      let query = "from=1&to=\(target)&curve=spring"
      #expect(try document(query, .json, timingTables) == document(query))
    }
    #expect(counters.hits == 0)
  }

  @Test func `nothing is kept of what is not animated, distinct, or too large`() throws {
    let timingTables = timingTables()
    _ = try document("from=1&to=1", .json, timingTables)
    _ = try document("from=1&to=2&frames=distinct", .json, timingTables)
    _ = try document("from=1&to=2&duration=60", .json, self.timingTables { $0.cacheBytes = 200_000 })
    _ = try document("from=1&to=2", .json, self.timingTables { $0.cacheEntries = 0 })
    #expect((counters.hits, counters.misses) == (0, 0))
  }

  @Test func `each way of telling the times has its own, which the forms share`() throws {
    let timingTables = timingTables()
    let forms = SequenceRepresentation.allCases.filter(\.making.isText)
    for form in forms { _ = try document("from=1&to=2", form, timingTables) }
    #expect((counters.hits, counters.misses) == (forms.count - 3, 3))
  }

  @Test func `old times make room for new ones`() throws {
    let timingTables = timingTables { $0.cacheEntries = 12 }
    for fps in 1...8 { _ = try document("from=1&to=2&fps=\(fps)", .json, timingTables) }
    #expect((counters.misses, counters.evictions) == (8, 4))
  }
}
