import MicroHTTP

/// Has what takes longer than a few milliseconds computed off the loop, or asks others, while the request that needs it
/// waits.
///
/// An endpoint asks for a ``value(cost:_:)``. A cheap one is computed at once. For any other it gets `nil` and answers
/// ``later``; once the value is there, the request is answered from the beginning and finds it. So an endpoint stays a
/// function from a request to its answer.
final class LongWork {
  private let queue: WorkQueue
  /// The longest work on the loop, in estimated nanoseconds.
  private let limit: Int
  /// The most that preparing or writing may take, in estimated milliseconds.
  private let budget: Int
  /// The values of the request that is being answered, in the order in which it asks for them.
  private var values: [any Sendable] = []
  private var next = 0
  /// What was read from that request, if reading takes long.
  private var read: (any Sendable)?
  private var job: Job?

  /// What has to be done before the request can be answered.
  private enum Job {
    /// Work off the loop, and the nanoseconds that it takes, as estimated.
    case compute(cost: Int, @Sendable () -> any Sendable)
    /// A question whose answer comes by itself.
    case ask(@Sendable (@escaping @Sendable (any Sendable) -> Void) -> Void)
  }

  init(_ context: ServiceContext, longestOnLoop limit: Int = 2_000_000) {
    queue = context.workQueue
    budget = context.settings.maximumWorkMilliseconds
    self.limit = limit
  }
}

extension LongWork {
  /// What an endpoint answers whose work is not done yet.
  static var later: Response { Response(body: .later { _ in }) }

  /// Whether work of so many nanoseconds is too much for the loop.
  func isLong(_ cost: Int) -> Bool { cost > limit }

  /// What `work` comes to: computed now where it is cheap, else off the loop.
  ///
  /// - Parameters:
  ///   - cost: About the nanoseconds it takes.
  ///   - work: Computes it, on any thread.
  /// - Returns: `nil` where the value comes later.
  /// - Throws: What `work` throws.
  @inline(__always)  // so that cheap work needs no closure in memory
  func value<Value: Sendable>(
    cost: Int, _ work: @escaping @Sendable () throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    isLong(cost) ? try valueOffLoop(cost, work) : try work()
  }

  /// The same for work that a request's parameters make cheap or expensive.
  ///
  /// - Throws: 400 where it takes longer than it may, and what `work` throws.
  @inline(__always)
  func value<Value: Sendable>(
    cost: WorkCost, _ work: @escaping @Sendable () throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    if isLong(cost.nanoseconds) { try cost.check(budget) }
    return try value(cost: cost.nanoseconds, work)
  }

  private func valueOffLoop<Value: Sendable>(
    _ cost: Int, _ work: @escaping @Sendable () throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    if next < values.count, let known = values[next] as? Result<Value, Problem> {
      next += 1
      return try known.get()
    }
    job = .compute(cost: cost) { Result { () throws(Problem) in try work() } }
    return nil
  }

  /// What somebody else says who does not keep a thread busy, such as a store; the same however often the request is
  /// answered from the beginning.
  ///
  /// - Parameters:
  ///   - known: The answer, where it is at hand.
  ///   - ask: Asks, and hands over the answer on any thread.
  /// - Returns: `nil` where the answer comes later.
  func answer<Value: Sendable>(
    known: () -> Value? = { nil }, _ ask: @escaping @Sendable (@escaping @Sendable (Value) -> Void) -> Void
  ) -> Value? {
    if next < values.count, let value = values[next] as? Value {
      next += 1
      return value
    }
    if let value = known() {
      values.append(value)
      next = values.count
      return value
    }
    job = .ask { completion in ask { completion($0) } }
    return nil
  }

  /// Whether nothing has been done yet for the request that is being answered.
  var isFirstTurn: Bool { values.isEmpty && read == nil }

  /// Forgets what was found out for a request that has been answered.
  func finish() {
    if !isFirstTurn { (values, next, read) = ([], 0, nil) }
  }

  /// Keeps what was read from a request whose endpoint is about to answer ``later``.
  func keep(_ value: some Sendable) {
    read = value
  }

  /// What was kept when the same request was answered before.
  func kept<Value: Sendable>(_: Value.Type) -> Value? {
    // A cast costs more than the look whether there is anything.
    read == nil ? nil : read as? Value
  }

  /// Postpones the answer to a request if its endpoint has asked for a value that comes later.
  ///
  /// - Parameters:
  ///   - response: What it was answered so far.
  ///   - client: Who asks.
  ///   - admit: Counts the cost of its work for its client, and throws where that is too much.
  ///   - refuse: Answers it where its work is refused.
  ///   - answer: Answers it from the beginning.
  /// - Returns: The answer, or one that comes later.
  func postpone(
    _ response: Response, for client: Caller, admit: @escaping (Int) throws(Problem) -> Void,
    refuse: @escaping (Problem) -> Response, _ answer: @escaping () -> Response
  ) -> Response {
    defer { (job, values, next, read) = (nil, [], 0, nil) }
    guard let job else { return response }
    if case .compute(let cost, _) = job {
      do throws(Problem) { try admit(cost) } catch { return refuse(error) }
    }
    let (values, read) = (values, read)
    return Response(
      body: .later { [self] later in
        later.whenComplete { [self] value in
          (self.values, next, self.read) = (values + [value], 0, read)
          return postpone(answer(), for: client, admit: admit, refuse: refuse, answer)
        }
        switch job {
        case .compute(let cost, let run):
          let isAdmitted = queue.run(for: client) {
            later.complete(with: run())
            return cost
          }
          if !isAdmitted { later.send(refuse(.tooMuchWork)) }
        case .ask(let ask): ask { later.complete(with: $0) }
        }
      })
  }
}
