import Dispatch
import Glibc

/// Seconds that a test waits for something that must happen, enough for a busy machine or a sanitizer's build.
///
/// Only a failure takes all of them. The server's own time limits are longer by default, so that none of them fires
/// meanwhile.
package let patience = 30.0

/// Whether a condition comes true within ``patience``; looks every millisecond.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(patience)
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(1000)
  }
  return true
}

/// Runs a blocking wait on a thread of its own.
///
/// Tasks share as many threads as there are cores: two tests that blocked them would wait for each other.
package func aside<Value: Sendable>(_ wait: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "aside").async { continuation.resume(with: Result(catching: wait)) }
  }
}
