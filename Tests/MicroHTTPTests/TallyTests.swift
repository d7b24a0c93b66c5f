import MicroHTTP
import Testing

struct TallyTests {
  @Test func `each client has its own count`() {
    let tally = Tally<String>(limit: 2)
    #expect(["a", "a", "a", "b"].map { tally.take($0) } == [true, true, false, true])
    tally.giveBack("a")
    #expect(["a", "a"].map { tally.take($0) } == [true, false])
  }

  @Test func `who holds nothing is forgotten`() {
    let tally = Tally<Int>(limit: 1)
    for client in 0..<1000 {
      #expect(tally.take(client))
      #expect(!tally.take(client))
      tally.giveBack(client)
    }
    #expect(tally.clientCount == 0)
  }

  @Test func `many are taken and given back together`() {
    let tally = Tally<String>(limit: 10)
    #expect(tally.take("a", 7) && !tally.take("a", 4) && tally.take("a", 3) && !tally.take("a"))
    tally.giveBack("a", 7)
    #expect(!tally.take("a", 8) && tally.take("a", 7))
    tally.giveBack("a", 10)
    #expect(tally.clientCount == 0)
  }

  @Test func `without a limit nothing is counted`() {
    let tally = Tally<Int>(limit: 0)
    for _ in 0..<1000 { #expect(tally.take(1)) }
    #expect(tally.clientCount == 0)
    tally.giveBack(1)
    #expect(tally.take(1))
  }
}
