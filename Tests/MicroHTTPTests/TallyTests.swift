import MicroHTTP
import Testing

struct TallyTests {
  @Test func `each client has its own count`() {
    let tally = Tally<String>(limit: 2)
    #expect(["a", "a", "a", "b"].map(tally.take) == [true, true, false, true])
    tally.giveBack("a")
    #expect(["a", "a"].map(tally.take) == [true, false])
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

  @Test func `without a limit nothing is counted`() {
    let tally = Tally<Int>(limit: 0)
    for _ in 0..<1000 { #expect(tally.take(1)) }
    #expect(tally.clientCount == 0)
    tally.giveBack(1)
    #expect(tally.take(1))
  }
}
