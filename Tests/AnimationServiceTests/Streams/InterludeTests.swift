import Dispatch
import FrameScheduling
import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService

struct InterludeTests {
  /// Always due.
  private final class Restless: ScheduledStream {
    var steps = 0

    func step(at now: MonotonicTime) -> MonotonicTime? {
      steps += 1
      return now + .seconds(60)
    }
  }

  @Test func `what is due is done once the work has lasted for a millisecond`() {
    let scheduler = FrameScheduler(queue: DispatchQueue(label: "test"))
    // Without its timer, which would fire on the queue.
    scheduler.isAttended = true
    let (stream, interlude) = (Restless(), Interlude(scheduler))
    scheduler.add(stream, due: .now)
    let start = MonotonicTime.now
    interlude.begin(at: start)
    interlude.offer(at: start + .microseconds(999))
    #expect(stream.steps == 0)
    interlude.offer(at: start + .milliseconds(1))
    #expect(stream.steps == 1)
  }

  @Test(arguments: ["frames=distinct", "as=text"]) func `a request that takes long is interrupted`(query: String) throws
  {
    let scheduler = FrameScheduler(queue: DispatchQueue(label: "test"))
    scheduler.isAttended = true
    let streams = LoopStreams(ServiceContext(settings: Settings()), scheduler: scheduler)
    let endpoint = SequenceEndpoint(
      context: ServiceContext(settings: Settings()), timingTables: TimingTables(Settings(), counters: CacheCounters()),
      interlude: streams.interlude)
    let stream = Restless()
    scheduler.add(stream, due: .now)
    let digits = String(repeating: "9", count: 400)
    let long = "from=\(digits)&to=1&format=%25.0g&duration=100&\(query)"
    #expect(try endpoint.respond(to: Request(path: "/v1/frames", query: long)).status == .ok)
    #expect(stream.steps == 1)
  }
}
