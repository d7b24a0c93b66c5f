import Testing

@testable import MicroHTTP

@Suite struct RequestStateTests {
  private let limits: ConnectionTimeouts = {
    var configuration = HTTPServer.Configuration()
    configuration.headTimeout = .seconds(10)
    configuration.bodyTimeout = .seconds(30)
    configuration.idleTimeout = .seconds(75)
    return ConnectionTimeouts(configuration)
  }()

  /// A connection that reached a phase at tick 7.
  private func state(_ phase: RequestState.Phase) -> RequestState {
    var state = RequestState(at: phase == .connected ? 7 : 0)
    switch phase {
    case .connected: break
    case .idle: state.end(at: 7)
    case .readingHead: state.begin(nil, at: 0..<0, 7)
    case .readingBody: state.take(SharedHead(RequestHead()), method: "POST", isHTTP10: false, at: 0, 7)
    case .answering: state.answer(status: 200, byteCount: 0, at: 7)
    }
    return state
  }

  @Test(arguments: [
    (RequestState.Phase.connected, 10, RequestState.Timeout.refuseHead), (.readingHead, 10, .refuseHead),
    (.readingBody, 30, .refuseBody), (.idle, 75, .close),
  ])
  func `each phase has its own limit`(phase: RequestState.Phase, limit: Int, timeout: RequestState.Timeout) {
    let state = state(phase)
    #expect(state.phase == phase)
    #expect(state.timeout(at: 7 + limit, limits: limits) == nil)
    #expect(state.timeout(at: 7 + limit + 1, limits: limits) == timeout)
  }

  @Test(arguments: [
    // isIdle, isClientAwaited
    (RequestState.Phase.connected, [true, true]), (.idle, [true, true]),
    (.readingHead, [false, true]), (.readingBody, [false, true]), (.answering, [false, false]),
  ])
  func `the phase says whether a connection may be closed, and whether its end counts`(
    phase: RequestState.Phase, expected: [Bool]
  ) {
    let state = state(phase)
    #expect([state.isIdle, state.isClientAwaited] == expected)
  }

  @Test func `an answer may take its time`() {
    #expect(state(.answering).timeout(at: 1_000_000, limits: limits) == nil)
  }

  @Test func `limits are rounded up to whole intervals and bounded`() {
    var configuration = HTTPServer.Configuration()
    configuration.headTimeout = .milliseconds(1_001)
    configuration.idleTimeout = .seconds(Int64.max)
    configuration.bodyTimeout = .zero - .seconds(1)
    let limits = ConnectionTimeouts(configuration)
    #expect(limits.head == 2)
    #expect(limits.idle == 1_000_000_000)
    #expect(limits.body == 0)
  }

  @Test func `a body beyond its limit is too large, and far beyond it ends the request`() {
    var state = RequestState(at: 0)
    let goesOn = (0..<18).map { _ in state.countBody(10, limit: 10, at: 7) }
    #expect(goesOn == Array(repeating: true, count: 17) + [false])
    let isTooLarge = (state.isBodyTooLarge(limit: 180), state.isBodyTooLarge(limit: 179))
    #expect(isTooLarge == (false, true))
  }

  @Test func `a body is given away whole and kept again`() {
    var state = RequestState(at: 0)
    state.keepBody([1, 2])
    let given = state.releaseBody()
    #expect(given == [1, 2] && state.body == [])
    state.keepBody([1, 2, 3])
    #expect(state.body == [1, 2, 3])
    state.end(at: 7)
    #expect(state.body == [])
  }
}
