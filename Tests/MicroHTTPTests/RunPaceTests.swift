import RawClient
import Testing

@testable import MicroHTTP

/// Moments are invented.
struct RunPaceTests {
  @Test func `runs that bring nothing come at once, then one a millisecond`() {
    var pace = RunPace()
    for moment in 1...UInt64(RunPace.limit) {
      #expect(pace.due <= moment)
      pace.begins(at: moment)
    }
    #expect(pace.due == UInt64(RunPace.limit) + RunPace.pause)
    pace.begins(at: 5_000_000)
    #expect(pace.due == 5_000_000 + RunPace.pause)
  }

  @Test func `whatever happens makes them come at once again`() {
    var pace = RunPace()
    for moment in 1...100 as ClosedRange<UInt64> { pace.begins(at: moment) }
    pace.progressed()
    #expect(pace.due == 0)
    pace.begins(at: 101)
    #expect(pace.due == 0)
  }
}
