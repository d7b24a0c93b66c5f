import Synchronization

/// A value that is made when it is first asked for, once for all threads.
package final class LazyValue<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Mutex<Value?>(nil)

  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value where it has been made: whoever may not wait for it asks for this.
  package var known: Value? { made.withLockIfAvailable { $0 } ?? nil }

  package var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
