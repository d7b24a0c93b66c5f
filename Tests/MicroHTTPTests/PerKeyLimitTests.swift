import MicroHTTP
import Testing

struct PerKeyLimitTests {
  @Test func `each client has its own count`() {
    let limit = PerKeyLimit<String>(limit: 2)
    #expect(["a", "a", "a", "b"].map { limit.take($0) } == [true, true, false, true])
    limit.giveBack("a")
    #expect(["a", "a"].map { limit.take($0) } == [true, false])
  }

  @Test func `who holds nothing is forgotten`() {
    let limit = PerKeyLimit<Int>(limit: 1)
    for client in 0..<1000 {
      #expect(limit.take(client))
      #expect(!limit.take(client))
      limit.giveBack(client)
    }
    #expect(limit.keyCount == 0)
  }

  @Test func `many are taken and given back together`() {
    let limit = PerKeyLimit<String>(limit: 10)
    #expect(limit.take("a", 7) && !limit.take("a", 4) && limit.take("a", 3) && !limit.take("a"))
    limit.giveBack("a", 7)
    #expect(!limit.take("a", 8) && limit.take("a", 7))
    limit.giveBack("a", 10)
    #expect(limit.keyCount == 0)
  }

  @Test func `without a limit nothing is counted`() {
    let limit = PerKeyLimit<Int>(limit: 0)
    for _ in 0..<1000 { #expect(limit.take(1)) }
    #expect(limit.keyCount == 0)
    limit.giveBack(1)
    #expect(limit.take(1))
  }
}
