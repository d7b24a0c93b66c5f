import Dispatch
import FrameScheduling
import HTTPTypes
import MicroHTTP

/// Everything that lives on one event loop: the routes, the frame scheduler and the streams under way.
final class LoopHandler: RequestHandler {
  let router: Router
  private let gate: Gate
  private let viewers: LoopViewers
  private let work: LongWork
  private let scheduler: FrameScheduler
  private let metrics: LoopMetrics
  private let overload: OverloadWatch
  private var requests: RequestCounter
  private let accessLog: AccessLog?

  init(_ context: ServiceContext, queue: DispatchQueue) {
    metrics = context.metrics.addLoop()
    overload = OverloadWatch(metrics, context.logger)
    requests = RequestCounter(metrics)
    scheduler = FrameScheduler(queue: queue, slack: .seconds(context.settings.frameSlack))
    work = LongWork(context)
    viewers = LoopViewers(context, scheduler: scheduler, work: work, metrics: metrics) { [queue] block in
      queue.async(execute: block)
    }
    accessLog = AccessLog(context.settings, output: context.logOutput)
    gate = Gate(context, metrics: metrics)
    router = Router(
      Routes.open(context, viewers: viewers, work: work, gate: gate), lostPage: LostPage())
  }

  func respond(to request: Request) -> Response {
    let start = MonotonicTime.now
    var limits: HeaderFields?
    work.begin()
    let response = gate.respond(to: request, &limits) { request throws(Problem) in try router.respond(to: request) }
    gate.charge(work.spent, for: request, response)
    guard case .later = response.body else {
      work.finish()
      return counted(response, to: request, since: start)
    }
    return postponed(response, to: request, limits, since: start)
  }

  /// Answers a request later whose endpoint waits for work that is done elsewhere.
  private func postponed(
    _ response: Response, to request: Request, _ limits: HeaderFields?, since start: MonotonicTime
  ) -> Response {
    var limits = limits
    let answer = { [self] (problem: Problem?) in
      let response = gate.respond(to: request, &limits, isAdmitted: true) { request throws(Problem) in
        if let problem { throw problem }
        return try router.respond(to: request)
      }
      switch problem?.type {
      case nil: gate.charge(work.spent, for: request, response)
      case .tooManyRequests: metrics.rejections.count(.clientWork)
      default: break
      }
      if case .later = response.body { return response }
      return counted(response, to: request, since: start)
    }
    return work.postpone(response, for: gate.account(of: request), refuse: answer) { answer(nil) }
  }

  private func counted(_ response: Response, to request: Request, since start: MonotonicTime) -> Response {
    let series = requests.count(request.path, request.method, response.status, since: start, at: .now, by: router)
    if request.method == .get { (response.repeatable as? any CountedAnswer)?.count(in: series) }
    return response
  }

  func respond(to rejection: RequestRejection, requestID: String) -> Response {
    let start = MonotonicTime.now
    var response = Problem(rejection).response(requestID: requestID)
    gate.applyCORS(toRejection: &response)
    metrics.rejections.count(Rejection(rejection))
    requests.count(nil, nil, response.status, since: start, at: .now, by: router)
    return response
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
    viewers.runOnLoop = runOnLoop
  }

  func drain() {
    viewers.drain()
  }

  var timedWork: (any TimedWork)? { scheduler }
}
