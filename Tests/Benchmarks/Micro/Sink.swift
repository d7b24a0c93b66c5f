import Synchronization

/// Takes results that nobody needs, out of the optimiser's sight.
final class Sink: Sendable {
  private let sum = Atomic(0)

  func add(_ number: Int) {
    sum.wrappingAdd(number, ordering: .relaxed)
  }
}
