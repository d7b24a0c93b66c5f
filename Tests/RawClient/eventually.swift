import Dispatch
import Glibc

/// Seconds to wait for what is sure to come, though late on a busy machine or in a build that watches each access.
///
/// Only a failure takes all of it. The limits of time that tests leave to the server are longer, so that within it
/// nothing happens but what the test has caused.
package let patience = 30.0

/// Whether a condition comes true, as something that is under way will make it.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(patience)
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(1000)
  }
  return true
}

/// Waits on a thread of its own for what a task has to bring about.
///
/// Tasks share as many threads as there are cores: two tests that waited on them would wait for each other.
package func aside<Value: Sendable>(_ wait: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "aside").async { continuation.resume(with: Result(catching: wait)) }
  }
}
