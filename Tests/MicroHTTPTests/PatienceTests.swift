import Testing

@testable import MicroHTTP

@Suite struct PatienceTests {
  private let limits: Patience.Limits = {
    var configuration = HTTPServer.Configuration()
    configuration.headTimeout = .seconds(10)
    configuration.bodyTimeout = .seconds(30)
    configuration.idleTimeout = .seconds(75)
    return Patience.Limits(configuration)
  }()

  @Test(arguments: [
    (Patience.Debt.firstRequest, 10, Patience.Verdict.tell(.head)),
    (.head, 10, .tell(.head)),
    (.body, 30, .tell(.body)),
    (.nextRequest, 75, .cut),
  ])
  func `each debt has its own limit`(debt: Patience.Debt, limit: Int, verdict: Patience.Verdict) {
    var patience = Patience()
    patience.await(debt, at: 7)
    #expect(patience.verdict(at: 7 + limit, limits: limits) == .wait)
    #expect(patience.verdict(at: 7 + limit + 1, limits: limits) == verdict)
  }

  @Test(arguments: [
    // isIdle, expectsMore, mayEnd
    (Patience.Debt.firstRequest, [true, true, true]), (.nextRequest, [true, false, true]),
    (.head, [false, true, true]), (.body, [false, true, true]), (.response, [false, false, false]),
  ])
  func `what is owed says whether a connection may be closed, and whether its end counts`(
    debt: Patience.Debt, expected: [Bool]
  ) {
    var patience = Patience()
    patience.await(debt, at: 0)
    #expect([patience.isIdle, patience.expectsMore, patience.mayEnd] == expected)
  }

  @Test func `a response may take its time`() {
    var patience = Patience()
    patience.await(.response, at: 0)
    #expect(patience.verdict(at: 1_000_000, limits: limits) == .wait)
  }

  @Test func `limits are rounded up to whole intervals and bounded`() {
    var configuration = HTTPServer.Configuration()
    configuration.headTimeout = .milliseconds(1_001)
    configuration.idleTimeout = .seconds(Int64.max)
    configuration.bodyTimeout = .zero - .seconds(1)
    let limits = Patience.Limits(configuration)
    #expect(limits.head == 2)
    #expect(limits.idle == 1_000_000_000)
    #expect(limits.body == 0)
  }
}
