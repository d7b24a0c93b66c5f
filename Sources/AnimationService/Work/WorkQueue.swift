import MicroHTTP
import Dispatch
import HTTPTypes
import Synchronization
import System

/// Threads for work that would hold up an event loop, shared by all loops: bounded, and so is what waits for them.
///
/// Each is a serial queue, because a serial queue gets a thread even where every other one is busy; a concurrent one has
/// as many as there are cores, and would take them from the loops. Where a loop wants the same core, it goes first.
final class WorkQueue: Sendable {
  private let limit: Int
  private let threads: [DispatchQueue]
  private let counts: Mutex<[Int]>

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - threads: The jobs that run at once.
  ///   - limit: The jobs that run or wait.
  init(threads: Int = 2, limit: Int = 64) {
    self.limit = limit
    // Dispatch keeps threads of different `qos` apart, so no loop comes to run on one whose priority is low.
    self.threads = (0..<threads).map { DispatchQueue(label: "kinetype.work.\($0)", qos: .utility) }
    counts = Mutex(Array(repeating: 0, count: threads))
  }

  /// Runs a job on the thread with the fewest.
  ///
  /// - Returns: Whether there was room for it.
  func run(_ job: @escaping @Sendable () -> Void) -> Bool {
    let index = counts.withLock { counts -> Int? in
      guard counts.reduce(0, +) < limit, let index = counts.indices.min(by: { counts[$0] < counts[$1] }) else {
        return nil
      }
      counts[index] += 1
      return index
    }
    guard let index else { return false }
    threads[index].async { [self] in
      ThreadPriority.lower()
      job()
      counts.withLock { $0[index] -= 1 }
    }
    return true
  }
}

extension Problem {
  /// 503 while as much work waits as may.
  static let tooMuchWork = Problem(
    type: .tooMuchWork, detail: "Too many requests that take long are waiting; try again, or ask for less.",
    headerFields: [.retryAfter: "1"])
}
