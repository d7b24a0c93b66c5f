import Dispatch
import Glibc
import RawClient
import Synchronization
import Testing

@testable import LabelStore

/// What becomes of commands while connections come and go.
struct RedisLinkChaosTests {
  /// What has become of commands, and how often each was told.
  private struct Outcomes {
    var told: [Int: Int] = [:]
    var done = 0
    var maybe = 0
  }

  @Test func `every command ends once, and what is said of it is true`() async throws {
    let server = try RedisServer()
    let test = TestLink(try server.address, .patient(reconnecting: .milliseconds(50)))
    let other = TestLink(try server.address)
    #expect(test.comesUp() && other.comesUp())
    let outcomes = Mutex(Outcomes())
    let sent = Atomic(0)
    let hasEnded = Atomic(false)
    let senders = DispatchGroup()
    for _ in 0..<3 {
      DispatchQueue(label: "sender").async(group: senders) {
        while !hasEnded.load(ordering: .relaxed) {
          let index = sent.add(1, ordering: .relaxed).oldValue
          test.link.send([Array("INCR".utf8), [1]]) { result in
            outcomes.withLock { outcomes in
              outcomes.told[index, default: 0] += 1
              switch result {
              case .success(.integer): outcomes.done += 1
              case .failure(let failure) where failure.mayHaveBeenDone: outcomes.maybe += 1
              case .success, .failure: break
              }
            }
          }
          // A few at a time, or those that fail at once would fill the memory.
          while outcomes.withLock({ $0.told.count }) + 100 < sent.load(ordering: .relaxed) { usleep(200) }
        }
      }
    }
    for round in 1...20 {
      try await other.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
      #expect(test.comesUp(times: round + 1))
    }
    hasEnded.store(true, ordering: .relaxed)
    senders.wait()
    #expect(eventually { outcomes.withLock { $0.told.count } == sent.load(ordering: .relaxed) })
    guard case .bytes(let digits) = try await other.ask([Array("GET".utf8), [1]]) else { return #expect(Bool(false)) }
    let count = Int(String(decoding: digits, as: UTF8.self)) ?? 0
    outcomes.withLock { outcomes in
      #expect(outcomes.told.values.allSatisfy { $0 == 1 })
      #expect(outcomes.done > 0)
      #expect(count >= outcomes.done && count <= outcomes.done + outcomes.maybe)
    }
  }

  @Test func `a link that nobody holds goes, and its commands have an end`() async throws {
    let server = try RedisServer()
    let failure = Mutex<RedisFailure?>(nil)
    weak var link: RedisLink?
    try {
      let held = RedisLink(to: try server.address, limits: .patient(), queue: DispatchQueue(label: "test")) { _ in }
      link = held
      #expect(
        eventually {
          held.send(["BLPOP", "a", "0"].map { Array($0.utf8) }) { result in
            if case .failure(let reason) = result, reason.mayHaveBeenDone { failure.withLock { $0 = reason } }
          }
          return (try? server.isBlocked) == true
        })
    }()
    #expect(eventually { link == nil && failure.withLock { $0 } != nil })
  }
}
