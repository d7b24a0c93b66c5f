import FrameScheduling
import HTTPTypes
import MicroHTTP
import TextBytes

/// The streams of one loop, from opening to end.
final class LoopStreams {
  private let context: ServiceContext
  private let scheduler: FrameScheduler
  private var sessions: [ObjectIdentifier: StreamSession] = [:]
  private var plans: RecentValues<StreamPlan.Key, StreamPlan>
  private var isDraining = false

  /// What is being written; streams of a loop take turns, so one buffer serves all.
  private var scratch = UTF8Buffer(capacity: 4096)

  init(_ context: ServiceContext, scheduler: FrameScheduler) {
    self.context = context
    self.scheduler = scheduler
    plans = RecentValues(maximumCount: context.settings.cacheEntries, maximumBytes: context.settings.cacheBytes)
  }

  /// What a request asks for, if possible what another one has asked for before.
  ///
  /// - Throws: Everything that is wrong with it.
  func plan(for request: Request) throws(Problem) -> StreamPlan {
    guard request.method == .get else { return try StreamPlan(request, in: context) }
    let key = StreamPlan.Key(request)
    if let plan = plans.use(key) { return plan }
    let plan = try StreamPlan(request, in: context)
    _ = plans.insert(plan, for: key, bytes: plan.byteCount + (request.query?.utf8.count ?? 0))
    return plan
  }

  /// The body of an answer that streams.
  ///
  /// - Throws: 503 where the service is full or ends, before anything has started.
  func body(_ encoder: StreamEncoder, _ options: StreamOptions) throws(Problem) -> Response.Body {
    guard context.readiness.isReady, !isDraining else { throw .draining }
    guard let place = context.quota.place() else { throw .full(context.quota.limit) }
    return .stream { [self] stream in
      open(StreamSession(stream, encoder, options, context.settings, place: place, loop: self))
    }
  }

  /// Ends every stream with its farewell.
  func drain() {
    isDraining = true
    for session in sessions.values {
      session.end(.shutdown)
      scheduler.wake(session)
    }
  }

  /// Offers what `write` writes to a client.
  func send(_ write: (inout UTF8Buffer) -> Void, to stream: ResponseStream) -> SendOutcome {
    Self.send(write, to: stream, through: &scratch)
  }

  private static func send(
    _ write: (inout UTF8Buffer) -> Void, to stream: ResponseStream, through scratch: inout UTF8Buffer
  ) -> SendOutcome {
    scratch.truncate()
    write(&scratch)
    return stream.send(scratch.span)
  }

  /// Gives a stream the loop's thread now, because its client takes bytes again.
  func wake(_ session: StreamSession) {
    scheduler.wake(session)
  }

  /// Forgets a stream that is over.
  func close(_ session: StreamSession) {
    scheduler.remove(session)
    sessions[ObjectIdentifier(session)] = nil
  }

  private func open(_ session: StreamSession) {
    sessions[ObjectIdentifier(session)] = session
    if isDraining { session.end(.shutdown) }
    scheduler.add(session, due: .now)
  }
}

extension Problem {
  /// 503 while every place is taken.
  static func full(_ limit: Int) -> Problem {
    Problem(
      status: .serviceUnavailable, detail: "All \(limit) streams are taken; `/v1/frames` still answers.",
      headerFields: [.retryAfter: String(Int.random(in: 1...5))])
  }
}
