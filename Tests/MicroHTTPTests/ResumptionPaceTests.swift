import Testing

@testable import MicroHTTP

/// Moments are invented.
struct ResumptionPaceTests {
  @Test func `the first waits for nothing, nor does one long after the last`() {
    var pace = ResumptionPace()
    #expect(pace.due(connections: 10_000) <= 50_000_000)
    pace.walked(at: 50_000_000)
    #expect(pace.due(connections: 10_000) <= 60_000_000)
  }

  @Test(arguments: [0, 1, 1_000, 10_000]) func `what lies between two grows with the walk`(connections: Int) {
    var pace = ResumptionPace()
    pace.walked(at: 50_000_000)
    #expect(pace.due(connections: connections) == 50_000_000 + UInt64(connections) * ResumptionPace.interval)
  }
}
