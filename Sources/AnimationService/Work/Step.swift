import Documents
import Loops
import MicroHTTP
import ServiceSettings
import TextBytes
import Viewers
import Requests

/// An answer, or what has to be done before there is one, and what comes then.
///
/// What others do about every answer, such as keeping or compressing it, is a finisher, which runs once:
/// ``finished(_:)``.
enum Step {
  case answer(Response)
  indirect case later(Job, then: (any Sendable) throws(Problem) -> Step)

  /// What the request waits for.
  enum Job {
    /// Work for a thread, which tells the units of a meter that it has taken.
    case work(@Sendable () -> (value: any Sendable, units: Int))
    /// A question to somebody who does not keep a thread busy, such as a store.
    case ask(@Sendable (WorkAccount, @escaping @Sendable (any Sendable, _ units: Int) -> Void) -> Void)
  }
}

extension Step {
  /// Has work done off the loop.
  static func work<Value: Sendable>(
    _ work: @escaping @Sendable () -> (value: Value, units: Int), then: @escaping (Value) throws(Problem) -> Step
  ) -> Step {
    .later(.work { work() }, then: typed(then))
  }

  /// Asks somebody who hands over the answer on any thread, with the units that the client is still to be charged for it.
  static func ask<Value: Sendable>(
    _ ask: @escaping @Sendable (WorkAccount, @escaping @Sendable (Value, _ units: Int) -> Void) -> Void,
    then: @escaping (Value) throws(Problem) -> Step
  ) -> Step {
    .later(.ask { account, completion in ask(account) { completion($0, $1) } }, then: typed(then))
  }

  private static func typed<Value>(
    _ then: @escaping (Value) throws(Problem) -> Step
  ) -> (any Sendable) throws(Problem) -> Step {
    { (value) throws(Problem) in
      // A job hands over what it was made for, but no request may end the process if one does not.
      guard let value = value as? Value else { throw .tooMuchWork }
      return try then(value)
    }
  }

  /// What becomes of the answer, once it is there.
  func finished(_ finish: @escaping (Response) throws(Problem) -> Step) throws(Problem) -> Step {
    switch self {
    case .answer(let response): try finish(response)
    case .later(let job, let then):
      .later(job) { (value) throws(Problem) in try then(value).finished(finish) }
    }
  }
}

/// What is computed in stages, each on the loop where it is quick, and else by a thread for long work.
///
/// The value keeps what has been done where the rest is done elsewhere, and goes from the loop to a thread and back.
protocol Stages: Sendable {
  associatedtype Input: Sendable
  associatedtype Product: Sendable

  /// What all stages come to, each of which asks the bench; `nil` where one is to be done elsewhere.
  mutating func product(of input: Input, _ bench: inout Workbench) throws(Problem) -> Product?
}

/// Where stages are done, and what they may take there.
///
/// What work takes is known before it begins by an estimate, which only spares the beginning of it, and for certain by the
/// ``Meter`` that it spends from: on the loop there is little, and the stage that uses it up starts anew on a thread, with
/// as much as a request may take.
struct Workbench: ~Copyable {
  let context: ServiceContext
  var meter: Meter
  /// The times that the loop's documents share; `nil` on a thread, from which there is no way to them.
  let timingTables: TimingTables?
  /// The most that a stage on the loop may be estimated to take; `nil` on a thread.
  private let longest: Int?
  /// Whether a thread has done a stage; the next may be quick, so it is up to the loop.
  private var isDone = false

  /// A loop's, with what it has left at the moment.
  fileprivate init(_ work: LoopWork) {
    (context, timingTables, longest) = (work.context, work.timingTables, work.limit)
    meter = Meter(limit: work.limit - work.spent)
  }

  /// A thread's, with all that a request may take.
  fileprivate init(ofThreadIn context: ServiceContext) {
    (self.context, timingTables, longest) = (context, nil, nil)
    meter = Meter(limit: context.settings.maximumWorkMilliseconds * 1_000_000)
  }
}

extension Workbench {
  /// What a stage comes to; `nil` where it is to be done elsewhere, 400 where it takes longer than it may.
  @inline(__always)
  mutating func stage<Value>(
    cost: WorkCost = WorkCost(), _ work: (inout Workbench) throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    guard try admits(cost) else { return nil }
    do throws(Problem) {
      let value = try work(&self)
      if !meter.isExhausted { return value }
    } catch {
      if !meter.isExhausted { throw error }
    }
    if longest == nil, let site = meter.blamed {
      throw .tooLong(context.settings.maximumWorkMilliseconds, because: site)
    }
    return nil
  }

  /// Whether a stage is to be done here.
  private mutating func admits(_ cost: WorkCost) throws(Problem) -> Bool {
    guard let longest else {
      defer { isDone = true }
      return !isDone
    }
    if cost.nanoseconds > longest { try cost.check(context.settings.maximumWorkMilliseconds) }
    return cost.nanoseconds <= longest
  }
}

/// What a loop does for requests by itself, and has done by others.
final class LoopWork {
  fileprivate let context: ServiceContext
  let timingTables: TimingTables
  /// The most that a request may take on the loop at a time, in units of a meter.
  fileprivate let limit: Int
  /// What the request that is being answered has taken on the loop since ``begin()``, in units of a meter.
  private(set) var spent = 0

  /// 2 ms.
  static let limit = 2_000_000

  init(_ context: ServiceContext, longestOnLoop limit: Int = LoopWork.limit) {
    self.context = context
    self.limit = limit
    timingTables = TimingTables(context.settings, counters: context.timingCounters)
  }
}

extension LoopWork {
  /// Begins to answer a request, or goes on with it.
  func begin() { spent = 0 }

  /// Does what is quick at once, and has the rest done off the loop.
  ///
  /// A closure that captures nothing but gets the input takes no memory.
  @inline(__always)
  func step<Work: Stages>(
    _ stages: consuming Work, of input: Work.Input,
    then: @escaping (Work.Input, Work.Product) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    var stages = stages
    if let product = try product(of: input, by: &stages) { return try then(input, product) }
    return goOn(stages, of: input, then: then)
  }

  @inline(never)
  private func goOn<Work: Stages>(
    _ stages: Work, of input: Work.Input, then: @escaping (Work.Input, Work.Product) throws(Problem) -> Step
  ) -> Step {
    offLoop(stages, of: input) { [self] (stages, product) throws(Problem) in
      if let product = try product.get() { return try then(input, product) }
      return try step(stages, of: input, then: then)
    }
  }

  /// The same for work of one stage.
  func step<Product: Sendable>(
    cost: WorkCost = WorkCost(), _ work: @escaping @Sendable (inout Workbench) throws(Problem) -> Product,
    then: @escaping (Product) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    try step(OneStage(cost: cost), of: work) { (_, product) throws(Problem) in try then(product) }
  }

  /// Has work done off the loop at once.
  func offLoop<Product: Sendable>(
    _ work: @escaping @Sendable (inout Workbench) throws(Problem) -> Product,
    then: @escaping (Result<Product?, Problem>) throws(Problem) -> Step
  ) -> Step {
    offLoop(OneStage(cost: WorkCost()), of: work) { (_, product) throws(Problem) in try then(product) }
  }

  private func product<Work: Stages>(of input: Work.Input, by stages: inout Work) throws(Problem) -> Work.Product? {
    var bench = Workbench(self)
    defer { spent += bench.meter.spent }
    return try stages.product(of: input, &bench)
  }

  private func offLoop<Work: Stages>(
    _ stages: Work, of input: Work.Input, then: @escaping (Work, Result<Work.Product?, Problem>) throws(Problem) -> Step
  ) -> Step {
    .work { [context] in
      var stages = stages
      var bench = Workbench(ofThreadIn: context)
      let product = Result { () throws(Problem) in try stages.product(of: input, &bench) }
      return ((stages, product), bench.meter.spent)
    } then: { (outcome: (Work, Result<Work.Product?, Problem>)) throws(Problem) in
      try then(outcome.0, outcome.1)
    }
  }

  /// The answer that a request has waited for, made of what has come of its job, or of why nothing is done.
  func response(
    after job: Step.Job, for account: WorkAccount, _ answer: @escaping (Result<any Sendable, Problem>) -> Response
  ) -> Response {
    if case .work = job {
      do throws(Problem) { try account.check() } catch { return answer(.failure(error)) }
    }
    return Response(
      body: .later { [self] later in
        later.whenComplete { [self] value in
          begin()
          return answer(.success(value))
        }
        switch job {
        case .work(let run):
          let isAdmitted = context.workQueue.run(for: account.client) {
            let (value, units) = run()
            account.charge(units)
            later.complete(with: value)
            return units
          }
          if !isAdmitted { later.send(answer(.failure(.tooMuchWork))) }
        case .ask(let ask):
          ask(account) { value, units in
            if units > 0 { account.charge(units) }
            later.complete(with: value)
          }
        }
      })
  }
}

private struct OneStage<Product: Sendable>: Stages {
  let cost: WorkCost

  func product(
    of work: @Sendable (inout Workbench) throws(Problem) -> Product, _ bench: inout Workbench
  ) throws(Problem) -> Product? {
    try bench.stage(cost: cost, work)
  }
}

extension Meter.Site {
  /// The parameter that causes most of such work.
  var parameter: String {
    switch self {
    case .reading, .texts: "to"
    case .earlier: "earlier"
    case .distinct: "frames"
    case .markers: "markers"
    case .widest, .members: "include"
    case .frames: "duration"
    case .form: "as"
    case .curve: "curve"
    case .animations: "animations"
    }
  }
}

extension Problem {
  /// 400 for what has taken as much work as a request may.
  fileprivate static func tooLong(_ milliseconds: Int, because site: Meter.Site) -> Problem {
    let detail =
      "makes the service work for more than \(milliseconds) ms: fewer frames, shorter texts or fewer members cost less"
    return .invalidParameters([ParameterProblem(parameter: site.parameter, detail: detail)])
  }
}

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
