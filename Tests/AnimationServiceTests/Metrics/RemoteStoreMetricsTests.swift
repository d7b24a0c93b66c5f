import Testing

@testable import Deployment
@testable import AnimationService
@testable import LabelStore

/// How it stands with a store that is reached over a network.
struct RemoteStoreMetricsTests {
  @Test func `a store of this machine is no Redis`() {
    #expect(!TestService().get("/metrics").text.contains("kinetype_redis_"))
  }

  @Test(arguments: [
    (RemoteStoreStatus(), 503), (RemoteStoreStatus(isReachable: true, wasReached: true), 200),
    (RemoteStoreStatus(isReachable: false, wasReached: true, reconnections: 2), 200),
  ])
  func `it is ready once Redis was reached, and stays so without it`(status: RemoteStoreStatus, answer: Int) {
    let service = TestService(labels: TestLabelStore(status))
    #expect(service.get("/readyz").status == answer)
    let text = service.get("/metrics").text
    #expect(text.contains("\nkinetype_redis_up \(status.isReachable ? 1 : 0)\n"))
    #expect(text.contains("\nkinetype_redis_reconnections_total \(status.reconnections)\n"))
    // What nobody knows is not said.
    #expect(!text.contains("kinetype_redis_clock_") && !text.contains("kinetype_label_reread_age_seconds"))
  }
}
