import Documents
import Deployment
import Synchronization
import MicroHTTP
import TextBytes
import Viewers
import Requests

/// An answer, or what has to be done before there is one, and what comes then.
///
/// What others do about every answer, such as keeping or compressing it, is a finisher, which runs once:
/// ``finished(_:)``.
enum Step {
  case answer(Response, keep: Keeping? = nil)
  indirect case later(Job, then: (any Sendable) throws(Problem) -> Step)

  /// Keeps an answer whose head is whole, and returns what is sent in its place.
  typealias Keeping = (Response) -> Response

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

  fileprivate static func typed<Value>(
    _ then: @escaping (Value) throws(Problem) -> Step
  ) -> (any Sendable) throws(Problem) -> Step {
    { (value) throws(Problem) in
      // A job hands over what it was made for, but no request may end the process if one does not.
      guard let value = value as? Value else { throw .tooMuchWork }
      return try then(value)
    }
  }

  /// What becomes of the answer, once it is there and before it is kept.
  func finished(_ finish: @escaping (Response) throws(Problem) -> Step) throws(Problem) -> Step {
    switch self {
    case .answer(let response, _): try finish(response)
    case .later(let job, let then):
      .later(job) { (value) throws(Problem) in try then(value).finished(finish) }
    }
  }
}

/// What work is done with: how much it may take, and what it finds there.
struct Workbench: ~Copyable {
  let context: ServiceContext
  var meter: Meter
  /// The times that documents share: those of a loop, or of one request on a thread.
  let timingTables: TimingTables
}

extension Workbench {
  /// Ends work that has taken what it may: nothing that it has come to means anything.
  @inline(__always)
  func check() throws(Problem) {
    if meter.isExhausted { throw .tooMuchWork }
  }
}

/// What a loop does for requests by itself, and has done by others.
///
/// How much work takes is known by the ``Meter`` that it spends from, and not before. On the loop there is little; work that
/// uses it up is done again from its beginning by a thread, with as much as a request may take.
final class LoopWork {
  /// Work for a request: a pure function, since it may be done twice.
  typealias Work<Input, Product> = @Sendable (Input, inout Workbench) throws(Problem) -> Product

  fileprivate let context: ServiceContext
  let timingTables: TimingTables
  /// The most that a request may take on the loop at a time, in units of a meter.
  private let limit: Int
  private let shared = SharedWork()
  /// What the request that is being answered has taken on the loop since ``begin()``, in units of a meter.
  private(set) var spent = 0

  /// 0.5 ms.
  static let limit = 500_000

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
  func step<Input: Sendable, Product: Sendable>(
    of input: Input, _ work: @escaping Work<Input, Product>,
    then: @escaping (Input, Product) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    if let product = try product(of: input, work) { return try then(input, product) }
    return offLoop(input, work) { (outcome) throws(Problem) in try then(input, outcome.get()) }
  }

  /// What work comes to on the loop; `nil` where that takes longer than it may here.
  private func product<Input, Product>(
    of input: Input, _ work: Work<Input, Product>
  ) throws(Problem) -> Product? {
    var bench = Workbench(context: context, meter: Meter(limit: limit - spent), timingTables: timingTables)
    defer { spent += bench.meter.spent }
    do throws(Problem) {
      let product = try work(input, &bench)
      return bench.meter.isExhausted ? nil : product
    } catch {
      if bench.meter.isExhausted { return nil }
      throw error
    }
  }

  /// The same for what many ask for at once, all by one `key`: a thread does it for the first, and all have it.
  func step<Input: Sendable, Product: Sendable>(
    of input: Input, sharedAs key: String, _ work: @escaping Work<Input, Product>,
    then: @escaping (Input, Product) throws(Problem) -> Step
  ) throws(Problem) -> Step {
    if let product = try product(of: input, work) { return try then(input, product) }
    let job = job(input, work)
    return .later(
      .ask { [shared, queue = context.workQueue] account, completion in
        guard shared.isFirst(key, completion) else { return }
        // Up to here it is this loop alone that knows of the key, so that nobody else waits for the refusal.
        do throws(Problem) { try account.check() } catch {
          return shared.finish(key, Result<Product, Problem>.failure(error))
        }
        let isAdmitted = queue.run(for: account.client) {
          let (product, units) = job()
          account.charge(units)
          shared.finish(key, product)
          return units
        }
        if !isAdmitted { shared.finish(key, Result<Product, Problem>.failure(.tooMuchWork)) }
      },
      then: Step.typed { (product: Result<Product, Problem>) throws(Problem) in try then(input, product.get()) })
  }

  /// Has work done off the loop at once; 400 where it takes longer than a request may.
  func offLoop<Input: Sendable, Product: Sendable>(
    _ input: Input, _ work: @escaping Work<Input, Product>,
    then: @escaping (Result<Product, Problem>) throws(Problem) -> Step
  ) -> Step {
    .work(job(input, work), then: then)
  }

  /// Work for a thread, with the units that it has taken.
  private func job<Input: Sendable, Product: Sendable>(
    _ input: Input, _ work: @escaping Work<Input, Product>
  ) -> @Sendable () -> (value: Result<Product, Problem>, units: Int) {
    { [context] in
      let milliseconds = context.settings.maximumWorkMilliseconds
      // They go with the request, so nobody counts them.
      let timingTables = TimingTables(context.settings, counters: CacheCounters())
      var bench = Workbench(
        context: context, meter: Meter(limit: milliseconds * 1_000_000), timingTables: timingTables)
      var product = Result { () throws(Problem) in try work(input, &bench) }
      if let site = bench.meter.blamed { product = .failure(.tooLong(milliseconds, because: site)) }
      return (product, bench.meter.spent)
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

/// What a thread does for more than one request of a loop.
private final class SharedWork: Sendable {
  typealias Completion = @Sendable (any Sendable, _ units: Int) -> Void

  private let waiting = Mutex<[String: [Completion]]>([:])

  /// Has somebody wait for work, and says whether it is still to be begun.
  func isFirst(_ key: String, _ completion: @escaping Completion) -> Bool {
    waiting.withLock { waiting in
      waiting[key, default: []].append(completion)
      return waiting[key]?.count == 1
    }
  }

  /// Hands what has come of it to all who wait.
  func finish(_ key: String, _ product: any Sendable) {
    for completion in waiting.withLock({ $0.removeValue(forKey: key) }) ?? [] { completion(product, 0) }
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
    case .seconds: "seconds"
    }
  }
}

extension Problem {
  /// 400 for what has taken as much work as a request may.
  fileprivate static func tooLong(_ milliseconds: Int, because site: Meter.Site) -> Problem {
    let detail =
      "makes the service work for more than \(milliseconds) ms: fewer frames, shorter texts or fewer members cost less"
    return .invalidParameter(site.parameter, detail)
  }
}
