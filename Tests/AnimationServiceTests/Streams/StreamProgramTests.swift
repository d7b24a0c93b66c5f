import FrameScheduling
import MicroHTTP
import Testing

@testable import AnimationService

struct StreamProgramTests {
  private let settings = {
    var settings = Settings()
    settings.heartbeatInterval = 5
    return settings
  }()

  private func program(_ query: String) throws -> any StreamProgram {
    let request = Request(path: "/v1/stream", query: "from=1&to=3&delay=100" + query)
    let context = ServiceContext(settings: settings)
    let plan = try #require(try StreamPlan(request, in: context, by: LongWork(context.workQueue), sharing: nil))
    let start = MonotonicTime(nanoseconds: 0)
    return switch plan.content {
    case .sequence(let encoder): SequenceProgram(encoder, plan.frames, plan.options, settings, start: start)
    case .timeline(let encoder): TimelineProgram(encoder, plan.options, settings, start: start)
    }
  }

  @Test(arguments: ["", "&animations=%5B%7B%22id%22:1%7D%5D"])
  func `where nothing is due there is a sign of life as often as the settings say`(query: String) throws {
    var program = try program(query)
    var waits: [Int64] = []
    for seconds in 0...12 {
      let now = MonotonicTime(nanoseconds: Int64(seconds) * 1_000_000_000)
      if case .heartbeat = program.next(at: now, slack: .zero) { waits.append(Int64(seconds)) }
    }
    #expect(waits == [5, 10])
  }
}
