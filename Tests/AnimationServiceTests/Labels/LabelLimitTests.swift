import HTTPTypes
import LabelStore
import MicroHTTP
import Testing

@testable import Deployment
@testable import Viewers
@testable import AnimationService

struct LabelLimitTests {
  @Test func `there are as many labels as there may be`() {
    let service = LabelTestService(limits: LabelStoreLimits(labels: 1))
    #expect(service.put("a", #"{"to":"1"}"#).status == 201)
    let answer = service.put("b", #"{"to":"1"}"#)
    #expect(answer.status == 503 && answer["type"] == "/problems#too-many-labels")
    #expect(service.put("a", #"{"to":"1"}"#).status == 200)
  }

  @Test func `a label changes so often`() {
    let service = LabelTestService { $0.labelChangesPerSecond = 2 }
    let statuses = (0..<20).map { _ in service.put("a", #"{"to":"1"}"#).status }
    #expect(statuses.prefix(2) == [201, 200] && statuses.contains(429))
    #expect(service.put("b", #"{"to":"1"}"#).status == 201)
    let answer = service.put("a", #"{"to":"1"}"#)
    #expect(answer.status == 200 || answer.fields[.retryAfter] != nil && answer.text.contains("changes of this label"))
  }

  @Test func `a key changes labels so often`() {
    let service = LabelTestService {
      $0.clientChangesPerSecond = 2
      $0.writeKeys = ["one", "two"].compactMap { WriteKey($0) }
    }
    let statuses = (0..<20).map { service.put("a\($0)", #"{"to":"1"}"#, [.authorization: "Bearer one"]).status }
    #expect(statuses.prefix(2) == [201, 201] && statuses.contains(429))
    #expect(service.put("b", #"{"to":"1"}"#, [.authorization: "Bearer two"]).status == 201)
  }

  @Test func `a change is charged the store's part in it, and what others that are under way take`() {
    /// The milliseconds of each until one is refused.
    func charge(_ body: (Int) -> String) -> Double {
      let service = LabelTestService { ($0.workMillisecondsPerSecond, $0.maximumWorkMilliseconds) = (1, 20) }
      let granted = (0..<1_000).prefix { service.put("a", body($0)).status < 300 }.count
      #expect((1..<1_000).contains(granted))
      return 1_000 * (service.service.context.workLimiter?.seconds ?? 0) / Double(max(granted, 1))
    }
    // 0.12 ms each, and 0.25 once 33 to 64 changes are under way.
    #expect((0.09...0.18).contains(charge { #"{"to":\#($0),"duration":0}"# }))
    #expect((0.15...0.33).contains(charge { #"{"to":\#($0 * 7919),"duration":60}"# }))
  }

  @Test func `a store that is closed says so`() {
    let store = LocalLabelStore()
    let service = TestService(labels: store)
    store.close()
    let answer = service.get("/v1/labels/a")
    #expect(answer.status == 503 && answer["type"] == "/problems#labels-unavailable")
    #expect(answer.fields[.retryAfter] != nil)
  }
}
