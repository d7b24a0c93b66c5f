import Testing

@testable import MicroHTTP

@Suite struct `Ticks before the sockets have their turn` {
  private let milliseconds: UInt64 = 1_000_000

  @Test func `work in time has one`() {
    #expect(TickAllowance.betweenTurns(behind: 0) == 1)
    #expect(TickAllowance.amidTurn(behind: 0) == 1)
  }

  @Test func `work that is late has more between turns alone`() {
    #expect(TickAllowance.betweenTurns(behind: 10 * milliseconds) == 4)
    #expect(TickAllowance.amidTurn(behind: 10 * milliseconds) == 1)
  }

  @Test func `frames that are likely to be lost come first everywhere`() {
    #expect(TickAllowance.betweenTurns(behind: 40 * milliseconds) == 16)
    #expect(TickAllowance.amidTurn(behind: 40 * milliseconds) == 16)
  }

  @Test(arguments: [0, 2, 3, 39, 40, 41, 1000] as [UInt64])
  func `never more in the midst of a turn than between two`(lateness: UInt64) {
    let behind = lateness * milliseconds
    #expect(TickAllowance.amidTurn(behind: behind) <= TickAllowance.betweenTurns(behind: behind))
  }
}
