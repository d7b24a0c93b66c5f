import Dispatch
import Documents
import FrameScheduling
import HTTPTypes
import Deployment
import MicroHTTP
import Viewers

/// What endpoints work with on one event loop: who may ask, what takes long, the answers that are kept, the streams under
/// way, and the labels.
final class LoopServices {
  let context: ServiceContext
  let metrics: LoopMetrics
  let gate: Gate
  let work: LoopWork
  let viewers: LoopViewers
  /// `nil` where the service keeps no labels.
  let labels: LabelService?
  /// What probes are answered, once one has been.
  var liveness: KeptAnswer?
  private(set) lazy var answers = KeptAnswers(context, work)
  fileprivate let scheduler: FrameScheduler

  init(
    _ context: ServiceContext, queue: DispatchQueue, metrics: LoopMetrics = LoopMetrics(),
    longestOnLoop limit: Int = LoopWork.limit
  ) {
    self.context = context
    self.metrics = metrics
    scheduler = FrameScheduler(queue: queue, slack: .seconds(context.settings.frameSlack))
    work = LoopWork(context, longestOnLoop: limit)
    viewers = LoopViewers(
      context.settings, context.streamLimits, context.labels, context.readiness, scheduler: scheduler,
      counters: context.planCounters, metrics: metrics
    ) { [queue] block in queue.async(execute: block) }
    gate = Gate(context, metrics: metrics)
    labels = context.labels.map { [work] in LabelService(context, $0, work, metrics) }
  }
}

extension FrameScheduler: TimedWork {}

/// Everything that lives on one event loop: the routes, and what endpoints work with.
final class LoopHandler: RequestHandler {
  let router: Router
  private let loop: LoopServices
  private let gate: Gate
  private let corsPolicy: CORSPolicy
  private let work: LoopWork
  private let metrics: LoopMetrics
  private let overload: OverloadWatch
  private var requests: RequestCounter
  private let accessLog: AccessLog?

  init(_ context: ServiceContext, queue: DispatchQueue) {
    metrics = context.metrics.addLoop()
    loop = LoopServices(context, queue: queue, metrics: metrics)
    (gate, corsPolicy, work) = (loop.gate, CORSPolicy(context.settings), loop.work)
    overload = OverloadWatch(metrics, context.logger)
    requests = RequestCounter(metrics)
    accessLog = AccessLog(context.settings, output: context.logOutput)
    router = Router(Endpoint.open(in: context), showsLostPage: true)
  }

  func respond(to request: Request) -> Response {
    let start = MonotonicTime.now
    var limits: HeaderFields?
    work.begin()
    let next = step(for: request) { () throws(Problem) in
      try router.respond(to: try gate.admitted(request, &limits), on: loop)
    }
    return response(next, to: request, limits, since: start, reading: Gate.units(of: request))
  }

  private func step(for request: Request, _ next: () throws(Problem) -> Step) -> Step {
    do throws(Problem) { return try next() } catch { return .answer(error.response(requestID: request.id)) }
  }

  /// Charges for what has been done, and sends what has come of it or waits for the rest.
  private func response(
    _ step: consuming Step, to request: Request, _ limits: HeaderFields?, since start: MonotonicTime,
    reading units: Int = 0
  ) -> Response {
    switch consume step {
    case .answer(let response, let keep):
      gate.charge(units + work.spent + Gate.units(of: response), for: request)
      return finished(response, keep, to: request, limits, since: start)
    case .later(let job, let then):
      gate.charge(units + work.spent, for: request)
      return work.response(after: job, for: gate.account(of: request)) { [self] outcome in
        switch outcome {
        case .success(let value):
          let next = self.step(for: request) { () throws(Problem) in try then(value) }
          return response(next, to: request, limits, since: start)
        case .failure(let problem):
          if problem.type == .tooManyRequests { metrics.rejections.count(.clientWork) }
          return finished(problem.response(requestID: request.id), nil, to: request, limits, since: start)
        }
      }
    }
  }

  /// Every answer as it is sent: who may read it is said before it is kept, what depends on who asks after that.
  ///
  /// `request` is `nil` where it could not be read.
  private func finished(
    _ response: consuming Response, _ keep: Step.Keeping?, to request: Request?, _ limits: HeaderFields?,
    since start: MonotonicTime
  ) -> Response {
    corsPolicy.apply(to: &response, for: request)
    if let keep { response = keep(response) }
    if let request { gate.apply(to: &response, for: request, limits) }
    let series = requests.count(request?.path, request?.method, response.status, since: start, at: .now, by: router)
    if request?.method == .get { (response.repeatable as? KeptAnswer)?.count(in: series) }
    return response
  }

  func respond(to rejection: RequestRejection, requestID: String) -> Response {
    metrics.rejections.count(Rejection(rejection))
    return finished(Problem(rejection).response(requestID: requestID), nil, to: nil, nil, since: .now)
  }

  func note(_ event: ConnectionEvent) {
    metrics.count(event)
  }

  func housekeepingTick() {
    overload.look(at: .now)
  }

  func completed(_ exchange: Exchange) {
    guard let accessLog else { return }
    var exchange = exchange
    // Names that clients choose do not belong in a log.
    if let pattern = exchange.path.flatMap(router.pattern) { exchange.path = pattern }
    accessLog.record(exchange)
  }

  var wantsExchanges: Bool { accessLog != nil }

  func turnEnded() {
    accessLog?.flush()
  }

  func attach(_ runOnLoop: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    loop.viewers.runOnLoop = runOnLoop
  }

  func drain() {
    loop.viewers.drain()
  }

  var timedWork: (any TimedWork)? { loop.scheduler }
}
