import Dispatch
import MicroHTTP
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct CacheShareTests {
  /// A service that has been asked for more of everything, on each loop, than it may keep.
  private func filled(_ change: (inout Settings) -> Void) -> [CacheCounters] {
    var settings = Settings()
    settings.threads = 4
    change(&settings)
    let context = ServiceContext(settings: settings)
    for _ in 0..<settings.threads {
      let loop = LoopHandler(context, queue: DispatchQueue(label: "test"))
      for fps in 1...60 {
        let query = "from=1&to=3&duration=1&fps=\(fps)"
        // An answer is kept when it is asked for again, at once here: few are remembered of those asked for once.
        for path in ["/v1/frames", "/v1/frames", "/v1/stream"] {
          _ = loop.respond(to: Request(path: path, query: query))
        }
      }
    }
    return [context.cacheCounters, context.planCounters, context.timingCounters]
  }

  @Test func `all caches of all loops together keep what the process may`() {
    let bounded = filled { $0.cacheBytes = 240_000 }.map(\.bytes)
    #expect(bounded.allSatisfy { $0 > 20_000 })
    #expect(bounded.reduce(0, +) <= 240_000)
    let counted = filled { $0.cacheEntries = 120 }.map(\.entries)
    #expect(counted.allSatisfy { $0 > 20 })
    #expect(counted.reduce(0, +) <= 120)
  }

  @Test func `few entries are some, and only 0 is none`() {
    #expect(filled { $0.cacheEntries = 1 }.allSatisfy { $0.entries > 0 })
    #expect(filled { $0.cacheEntries = 0 }.allSatisfy { $0.entries == 0 })
  }
}
