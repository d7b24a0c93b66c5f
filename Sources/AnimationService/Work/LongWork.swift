import MicroHTTP
import TextBytes

/// Has what takes longer than a few milliseconds computed off the loop, or asks others, while the request that needs it
/// waits.
///
/// An endpoint asks for a ``value(of:cost:_:)``. What is cheap is computed at once. For any other it gets `nil` and answers
/// ``later``; once the value is there, the request is answered from the beginning and finds it. So an endpoint stays a
/// function from a request to its answer.
///
/// What work takes is known before it begins by an estimate, which only spares the beginning of it, and for certain by the
/// ``Meter`` that it spends from: on the loop there is little, and what uses that up starts anew off the loop, with as much
/// as a request may take.
final class LongWork {
  private let context: ServiceContext
  /// The most that a request may take on the loop at a time, in units of a meter.
  private let limit: Int
  /// What the request that is being answered has taken on the loop since ``begin()``, in units of a meter.
  private(set) var spent = 0
  /// How often it has asked for a value.
  private var asked = 0
  /// The values that are there for it, and which of its questions each answers.
  private var values: [(question: Int, value: any Sendable)] = []
  private var job: (question: Int, Job)?

  /// What has to be done before the request can be answered.
  private enum Job {
    /// Work off the loop, which tells what it has taken.
    case compute(@Sendable () -> (value: any Sendable, units: Int))
    /// A question whose answer comes by itself.
    case ask(@Sendable (WorkAccount, @escaping @Sendable (_ value: any Sendable, _ units: Int) -> Void) -> Void)
  }

  init(_ context: ServiceContext, longestOnLoop limit: Int = 2_000_000) {
    self.context = context
    self.limit = limit
  }
}

extension LongWork {
  /// What an endpoint answers whose work is not done yet.
  static var later: Response { Response(body: .later { _ in }) }

  /// Whether work of so many units is too much for the loop.
  func isLong(_ cost: Int) -> Bool { cost > limit }

  /// What `work` comes to: computed now where it is cheap, else off the loop.
  ///
  /// - Parameters:
  ///   - input: What it is about; a closure that captures nothing but gets it takes no memory.
  ///   - cost: About the units it takes.
  ///   - work: Computes it, on any thread.
  /// - Returns: `nil` where the value comes later.
  /// - Throws: What `work` throws; 400 where it has taken longer than it may.
  @inline(__always)
  func value<Input: Sendable, Value: Sendable>(
    of input: Input, cost: Int = 0,
    _ work: @escaping @Sendable (Input, ServiceContext, inout Meter) throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    asked += 1
    if !isLong(cost), !isAnswered {
      var meter = Meter(limit: limit - spent)
      do throws(Problem) {
        let value = try work(input, context, &meter)
        spent += meter.spent
        if !meter.isExhausted { return value }
      } catch {
        spent += meter.spent
        if !meter.isExhausted { throw error }
      }
    }
    return try valueOffLoop(input, work)
  }

  /// The same for work that a request's parameters make cheap or expensive.
  ///
  /// - Throws: 400 where it takes longer than it may, and what `work` throws.
  @inline(__always)
  func value<Input: Sendable, Value: Sendable>(
    of input: Input, cost: WorkCost,
    _ work: @escaping @Sendable (Input, ServiceContext, inout Meter) throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    if isLong(cost.nanoseconds) { try cost.check(context.settings.maximumWorkMilliseconds) }
    return try value(of: input, cost: cost.nanoseconds, work)
  }

  @inline(never)
  private func valueOffLoop<Input: Sendable, Value: Sendable>(
    _ input: Input, _ work: @escaping @Sendable (Input, ServiceContext, inout Meter) throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    if let known = answer(Result<Value, Problem>.self) { return try known.get() }
    let compute: @Sendable () -> (any Sendable, Int) = { [context] in
      let budget = context.settings.maximumWorkMilliseconds
      var meter = Meter(limit: budget * 1_000_000)
      let value: Result<Value, Problem>
      do throws(Problem) { value = .success(try work(input, context, &meter)) } catch { value = .failure(error) }
      guard let site = meter.blamed else { return (value, meter.spent) }
      return (Result<Value, Problem>.failure(.tooLong(budget, because: site)), meter.spent)
    }
    job = (asked, .compute(compute))
    return nil
  }

  /// Whether the question that is being asked has been answered in an earlier turn.
  private var isAnswered: Bool { !values.isEmpty && values.contains { $0.question == asked } }

  private func answer<Value: Sendable>(_: Value.Type) -> Value? {
    values.first { $0.question == asked }.flatMap { $0.value as? Value }
  }

  /// What somebody else says who does not keep a thread busy, such as a store; the same however often the request is
  /// answered from the beginning.
  ///
  /// - Parameters:
  ///   - known: The answer, where it is at hand.
  ///   - ask: Asks for somebody, and hands over the answer on any thread, with what he is still to be charged for it.
  /// - Returns: `nil` where the answer comes later.
  func answer<Value: Sendable>(
    known: () -> Value? = { nil },
    _ ask: @escaping @Sendable (WorkAccount, @escaping @Sendable (Value, _ units: Int) -> Void) -> Void
  ) -> Value? {
    asked += 1
    if let value = answer(Value.self) { return value }
    if let value = known() {
      values.append((asked, value))
      return value
    }
    job = (asked, .ask { account, completion in ask(account) { completion($0, $1) } })
    return nil
  }

  /// Whether nothing has been done yet for the request that is being answered.
  var isFirstTurn: Bool { values.isEmpty }

  /// Begins to answer a request, or to answer it once more.
  func begin() {
    (spent, asked) = (0, 0)
  }

  /// Forgets what was found out for a request that has been answered.
  func finish() {
    if !isFirstTurn { values = [] }
  }

  /// Keeps what the first of all questions came to, of a request whose endpoint is about to answer ``later``.
  func keepFirst<Value: Sendable>(_ value: Value) {
    if !values.contains(where: { $0.question == 1 }) { values.append((1, Result<Value, Problem>.success(value))) }
  }

  /// Postpones the answer to a request if its endpoint has asked for a value that comes later.
  ///
  /// - Parameters:
  ///   - response: What it was answered so far.
  ///   - account: Whose work it is.
  ///   - refuse: Answers it where its work is refused.
  ///   - answer: Answers it from the beginning.
  /// - Returns: The answer, or one that comes later.
  func postpone(
    _ response: Response, for account: WorkAccount, refuse: @escaping (Problem) -> Response,
    _ answer: @escaping () -> Response
  ) -> Response {
    defer { (job, values) = (nil, []) }
    guard let (question, job) = job else { return response }
    if case .compute = job {
      do throws(Problem) { try account.check() } catch { return refuse(error) }
    }
    let values = values
    return Response(
      body: .later { [self] later in
        later.whenComplete { [self] value in
          self.values = values + [(question, value)]
          begin()
          return postpone(answer(), for: account, refuse: refuse, answer)
        }
        switch job {
        case .compute(let run):
          let isAdmitted = context.workQueue.run(for: account.client) {
            let (value, units) = run()
            account.charge(units)
            later.complete(with: value)
            return units
          }
          if !isAdmitted { later.send(refuse(.tooMuchWork)) }
        case .ask(let ask):
          ask(account) { value, units in
            if units > 0 { account.charge(units) }
            later.complete(with: value)
          }
        }
      })
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
