import Testing

@testable import MicroHTTP

/// Moments are invented.
struct VisitTests {
  private let visit = Visit(at: 1_000)
  private let end = 1_000 + Visit.longest

  @Test func `it waits to its end where nothing is due`() {
    #expect(visit.next(at: 1_000, deadline: .max, hasMore: false) == .wait(nanoseconds: Visit.longest))
    #expect(visit.next(at: end - 7, deadline: .max, hasMore: false) == .wait(nanoseconds: 7))
  }

  @Test func `it waits for what is due before its end, and no longer than to its end`() {
    #expect(visit.next(at: 2_000, deadline: 2_500, hasMore: false) == .wait(nanoseconds: 500))
    #expect(visit.next(at: 2_000, deadline: .max, hasMore: false) == .wait(nanoseconds: end - 2_000))
  }

  @Test(arguments: [0, 1_999, 2_000] as [UInt64])
  func `it looks at the sockets without waiting where something is overdue`(deadline: UInt64) {
    #expect(visit.next(at: 2_000, deadline: deadline, hasMore: false) == .wait(nanoseconds: 0))
  }

  @Test func `it looks at the sockets without waiting where there is more to do`() {
    #expect(visit.next(at: 2_000, deadline: .max, hasMore: true) == .wait(nanoseconds: 0))
  }

  @Test func `it is over in time, however much there is to do`() {
    #expect(visit.next(at: end, deadline: .max, hasMore: false) == .leave)
    #expect(visit.next(at: end + 1, deadline: end, hasMore: true) == .leave)
  }
}
