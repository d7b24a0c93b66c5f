import Dispatch
import Synchronization
import Testing

@testable import Deployment

struct WorkQueueTests {
  /// A queue whose jobs note in what order they have begun.
  private final class Noting: Sendable {
    let queue: WorkQueue
    private let order = Mutex<[String]>([])
    private let isDone = DispatchSemaphore(value: 0)

    init(threads: Int = 1, limit: Int = 64) { queue = WorkQueue(threads: threads, limit: limit) }

    /// Keeps a thread busy until the semaphore is signalled.
    func stall(_ client: String = "stalls") -> DispatchSemaphore {
      let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isAdmitted = queue.run(for: .key(client)) {
        began.signal()
        mayEnd.wait()
        return 0
      }
      #expect(isAdmitted)
      began.wait()
      return mayEnd
    }

    func add(_ client: String, units: Int = 1) -> Bool {
      queue.run(for: .key(client)) { [self] in
        order.withLock { $0.append(client) }
        isDone.signal()
        return units
      }
    }

    func begun(_ count: Int) -> String {
      for _ in 0..<count { isDone.wait() }
      return order.withLock { $0.joined(separator: " ") }
    }
  }

  @Test func `jobs run at once on different threads, and wait where all are taken`() {
    let jobs = Noting(threads: 2, limit: 3)
    let stalls = [jobs.stall("a"), jobs.stall("b")]
    #expect(jobs.add("c"))
    #expect(!jobs.add("d"))
    for stall in stalls { stall.signal() }
    #expect(jobs.begun(1) == "c")
  }

  @Test func `there is room again once a job is done`() {
    let jobs = Noting(limit: 1)
    for _ in 0..<3 {
      while !jobs.add("a") {}
      _ = jobs.begun(1)
    }
  }

  @Test func `clients take turns, however many jobs one of them has waiting`() {
    let jobs = Noting()
    let stall = jobs.stall()
    for client in ["many", "many", "many", "one", "other"] { #expect(jobs.add(client)) }
    stall.signal()
    #expect(jobs.begun(5) == "many one other many many")
  }

  @Test func `whose jobs have taken least is next`() {
    let jobs = Noting()
    let stall = jobs.stall()
    for _ in 0..<2 { #expect(jobs.add("long", units: 1_000)) }
    for _ in 0..<4 { #expect(jobs.add("short", units: 10)) }
    stall.signal()
    #expect(jobs.begun(6) == "long short short short short long")
  }

  @Test func `nobody saves turns up while others work`() {
    let jobs = Noting()
    let stall = jobs.stall("early")
    for _ in 0..<4 { #expect(jobs.add("early", units: 1_000)) }
    let late = DispatchSemaphore(value: 0)
    // Comes when the other client has taken 2,000 units.
    let isAdmitted = jobs.queue.run(for: .key("early")) {
      for _ in 0..<4 { #expect(jobs.add("late", units: 900)) }
      late.signal()
      return 0
    }
    #expect(isAdmitted)
    for _ in 0..<4 { #expect(jobs.add("early", units: 1_000)) }
    stall.signal()
    late.wait()
    #expect(jobs.begun(12) == "early early early early early late late early late early late early")
  }

  @Test func `a client has a second thread only where nobody else waits`() {
    let jobs = Noting(threads: 2)
    let stalls = [jobs.stall("greedy"), jobs.stall("greedy")]
    #expect(jobs.add("greedy"))
    #expect(jobs.add("modest", units: 1_000))
    #expect(jobs.add("modest"))
    // One of its jobs is under way all the time.
    stalls[0].signal()
    #expect(jobs.begun(3) == "modest modest greedy")
    stalls[1].signal()
  }

  @Test func `a client may have as many jobs as places are left`() {
    let jobs = Noting(limit: 8)
    let stall = jobs.stall()
    func add(_ client: String) -> Int { (0..<8).prefix { _ in jobs.add(client) }.count }
    // Of 7, 3 and 1 places.
    #expect([add("first"), add("second"), add("third"), add("fourth")] == [4, 2, 1, 0])
    stall.signal()
    #expect(jobs.begun(7) == "first second third first second first first")
    while !jobs.add("fourth") {}
    _ = jobs.begun(1)
  }
}
