import Documents
import MicroHTTP
import Requests
import TextBytes

/// A request about animations as it was read, and what it asks for once they are prepared.
protocol AnimationReading: Sendable {
  associatedtype Product: Sendable

  var animations: AnimationListRequest { get }

  init(_ request: Request, in context: ServiceContext, spending meter: inout Meter) throws(Problem)

  /// What the animations are prepared for; `nil` where that is to be done elsewhere.
  func product(of list: AnimationList, for request: Request, _ bench: inout Workbench) throws(Problem) -> Product?
}

/// Reads a request, prepares its animations, and makes of them what is asked for.
struct AnimationStages<Reading: AnimationReading>: Stages {
  private var read: Reading?
  private var list: AnimationList?

  init() {}

  mutating func product(of request: Request, _ bench: inout Workbench) throws(Problem) -> Reading.Product? {
    let read =
      if let read {
        read as Reading?
      } else {
        try bench.stage { bench throws(Problem) in try Reading(request, in: bench.context, spending: &bench.meter) }
      }
    guard let read else { return nil }
    let list =
      if let list {
        list as AnimationList?
      } else {
        try bench.stage(cost: read.animations.preparationCost) { bench throws(Problem) in
          try read.animations.prepared(in: bench.context.requests, spending: &bench.meter)
        }
      }
    // What has been done is kept only where it goes along, since a copy costs as much as reading a parameter.
    guard let list else {
      self.read = read
      return nil
    }
    if let product = try read.product(of: list, for: request, &bench) { return product }
    (self.read, self.list) = (read, list)
    return nil
  }
}
