import MicroHTTP
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct LabelStreamLimitTests {
  @Test func `a label has so many viewers`() async throws {
    let service = try RunningService { $0.maximumLabelViewers = 1 }
    let first = try service.get("/v1/labels/stream?id=a")
    _ = try first.receive(until: "missing")
    let answer = try service.get("/v1/labels/stream?id=b,a").response()
    #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("1 viewers, which is the limit"))
    #expect(service.context.metrics.sum { $0.rejections[.labelViewers] } == 1)
    #expect(
      service.context.streamLimits.streams.taken == 1 && service.context.streamLimits.labelViewers.keyCount == 1)
    first.leave()
    #expect(eventually { service.context.streamLimits.labelViewers.keyCount == 0 })
    let next = try service.get("/v1/labels/stream?id=b,a")
    _ = try next.receive(until: "missing")
    #expect(await service.stop())
  }

  @Test(arguments: [
    ("/v1/labels/stream", "is required"), ("/v1/labels/stream?id=", "is required"),
    ("/v1/labels/stream?id=a,b,c", "can name 2 labels"), ("/v1/labels/stream?id=a&id=b&id=c", "can name 2 labels"),
    ("/v1/labels/stream?id=a,_b", "has an invalid name"),
    ("/v1/labels/stream?id=a&as=text", "as"), ("/v1/labels/a/stream?mode=changes&as=text", "can be `changes` with"),
    ("/v1/labels/a/stream?mode=none", "mode"), ("/v1/labels/a/stream?id=b", "is unknown"),
    ("/v1/labels/-/stream", "The name of a label begins with"),
  ])
  func `what a stream cannot show is refused`(target: String, detail: String) {
    let answer = TestService { $0.maximumLabelsPerStream = 2 }.get(target)
    #expect(answer.status == 400 && answer.text.contains(detail), "\(answer.text)")
  }

  @Test func `a label that is named twice counts once`() {
    #expect(TestService { $0.maximumLabelsPerStream = 2 }.get("/v1/labels/stream?id=a,b&id=a").isStream)
  }

  @Test func `without labels there are no streams of them`() {
    let service = TestService(labels: nil)
    #expect(service.get("/v1/labels/stream?id=a").status == 404)
    #expect(service.get("/v1/labels/a/stream").status == 404)
  }
}
