import Dispatch
import System
import Testing

struct ClockTests {
  @Test func `Dispatch counts by the same clock`() {
    for _ in 0..<10 {
      let before = DispatchTime.now().uptimeNanoseconds
      let moment = Clock.monotonic
      #expect((before...DispatchTime.now().uptimeNanoseconds).contains(moment))
    }
  }
}
