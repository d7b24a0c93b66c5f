import Dispatch
import HTTPTypes
import Synchronization
import System

/// Threads for work that would hold up an event loop, shared by all loops: bounded, and so is what waits for them.
///
/// Clients take turns, as ``WorkTurns`` has it.
///
/// Each thread is a serial queue, because a serial queue gets a thread even where every other one is busy; a concurrent one
/// has as many as there are cores, and would take them from the loops. Where a loop wants the same core, it goes first.
package final class WorkQueue: Sendable {
  private let threads: [DispatchQueue]
  private let turns: Mutex<WorkTurns>

  /// Takes how many jobs run at once, and how many run or wait: what each takes is known only once it has been done.
  package init(threads: Int = 2, limit: Int = 256) {
    // Dispatch keeps threads of different `qos` apart, so no loop comes to run on one whose priority is low.
    self.threads = (0..<threads).map { DispatchQueue(label: "kinetype.work.\($0)", qos: .utility) }
    turns = Mutex(WorkTurns(threads: threads, limit: limit))
  }

  /// Runs a job as soon as it is its client's turn, or the service's own, and tells whether there was room for it.
  ///
  /// One that is owed is done however much waits, and takes nobody's place. A job returns what it has taken, in units that
  /// tell whose turn is next.
  package func run(for client: Caller?, isOwed: Bool = false, _ job: @escaping WorkTurns.Job) -> Bool {
    let (isAdmitted, turn) = turns.withLock { turns in
      let isAdmitted = turns.add(job, of: client, isOwed: isOwed)
      return (isAdmitted, turns.next())
    }
    begin(turn)
    return isAdmitted
  }

  private func begin(_ turn: WorkTurns.Turn?) {
    guard let turn else { return }
    threads[turn.thread].async { [self] in
      lowerThreadPriority()
      let units = turn.job()
      begin(
        turns.withLock { turns in
          turns.end(turn, units: units)
          return turns.next()
        })
    }
  }
}

/// Decides which job is next: one of the client whose jobs have taken the fewest units lately.
///
/// A client has a second thread only where nobody else waits. Lately means since all was done; whoever comes meanwhile
/// begins with as many units as the one that has fewest, so that nobody saves turns up.
///
/// The clients of a network may have as many jobs together as there are places left, so that some always are for whoever
/// comes next: one network alone fills half of them, four leave a fifth.
package struct WorkTurns {
  package typealias Job = @Sendable () -> Int

  /// A job that is to begin, on a thread that has nothing to do.
  struct Turn: Sendable {
    let job: Job
    fileprivate let client: Caller?
    fileprivate let isOwed: Bool
    let thread: Int
  }

  private struct Client {
    var units: Int
    var running = 0
    /// The jobs that wait, each with its place among all that have come.
    var waiting: [(place: Int, job: Job, isOwed: Bool)] = []

    var jobs: Int { running + waiting.count }

    func goes(before other: Client) -> Bool {
      (running, units, waiting[0].place) < (other.running, other.units, other.waiting[0].place)
    }
  }

  private let limit: Int
  private var idleThreads: [Int]
  private var clients: [Caller?: Client] = [:]
  /// The jobs of each network that run or wait.
  private var networks: [Caller?: Int] = [:]
  /// The jobs that run or wait, and those of them that are not owed.
  private var (jobs, counted) = (0, 0)
  private var nextPlace = 0

  init(threads: Int, limit: Int) {
    self.limit = limit
    idleThreads = Array((0..<threads).reversed())
  }

  private static func network(of client: Caller?) -> Caller? { client.map { $0.network ?? $0 } }

  /// Lets a job wait for its turn, and tells whether there is room for it.
  mutating func add(_ job: @escaping Job, of client: Caller?, isOwed: Bool = false) -> Bool {
    guard isOwed || networks[Self.network(of: client), default: 0] < limit - counted else { return false }
    networks[Self.network(of: client), default: 0] += 1
    if clients[client]?.jobs ?? 0 == 0 {
      let fewest = clients.values.lazy.filter { $0.jobs > 0 }.map(\.units).min() ?? 0
      clients[client] = Client(units: max(clients[client]?.units ?? 0, fewest))
    }
    clients[client]?.waiting.append((nextPlace, job, isOwed))
    nextPlace += 1
    jobs += 1
    counted += isOwed ? 0 : 1
    return true
  }

  /// The job that is next; `nil` where none waits, or no thread is idle.
  mutating func next() -> Turn? {
    guard
      !idleThreads.isEmpty,
      let (client, _) = clients.filter({ !$0.value.waiting.isEmpty }).min(by: { $0.value.goes(before: $1.value) }),
      let first = clients[client]?.waiting.removeFirst(), let thread = idleThreads.popLast()
    else { return nil }
    clients[client]?.running += 1
    return Turn(job: first.job, client: client, isOwed: first.isOwed, thread: thread)
  }

  /// Counts the units that a job has taken, and has its thread back.
  mutating func end(_ turn: Turn, units: Int) {
    clients[turn.client]?.running -= 1
    clients[turn.client]?.units += units
    networks[Self.network(of: turn.client), default: 1] -= 1
    idleThreads.append(turn.thread)
    jobs -= 1
    counted -= turn.isOwed ? 0 : 1
    if jobs == 0 {
      (clients, networks) = ([:], [:])
    } else if clients.count > 2 * limit {
      clients = clients.filter { $0.value.jobs > 0 }
      networks = networks.filter { $0.value > 0 }
    }
  }
}
