public import FrameScheduling
import HTTPTypes
public import MicroHTTP
import TextBytes

/// The streams of one loop, from opening to end.
final class LoopStreams {
  private let context: ServiceContext
  let metrics: LoopMetrics
  private let scheduler: FrameScheduler
  private let work: LongWork
  private var sessions: [ObjectIdentifier: StreamSession] = [:]
  /// The times that the loop's documents and streams share.
  let timingTables: TimingTables
  private var clips: BoundedCache<Clip.Key, Clip>
  private var lifetimes: StreamLifetimes
  private(set) var isDraining = false

  /// What a stream is writing; streams of a loop take turns, so one buffer serves all.
  private var scratch = UTF8Buffer(capacity: 4096)

  init(
    _ context: ServiceContext, scheduler: FrameScheduler, work: LongWork? = nil, metrics: LoopMetrics = LoopMetrics()
  ) {
    self.context = context
    self.metrics = metrics
    self.scheduler = scheduler
    self.work = work ?? LongWork(context, longestOnLoop: .max)
    timingTables = TimingTables(context.settings, counters: context.timingCounters)
    clips = BoundedCache(context.settings, counters: context.planCounters)
    lifetimes = StreamLifetimes(around: .seconds(context.settings.maximumStreamSeconds))
  }

  /// What a request asks for, if possible what another one has asked for before.
  ///
  /// - Returns: `nil` where it takes long to prepare and comes later.
  /// - Throws: Everything that is wrong with it.
  func clip(for request: Request) throws(Problem) -> Clip? {
    let key = request.method == .get ? Clip.Key(request) : nil
    if let key, let clip = clips.use(key) { return clip }
    guard let clip = try Clip(request, in: context, by: work, sharing: timingTables) else { return nil }
    if let key { clips.insert(clip, for: key, bytes: clip.byteCount + (request.query?.utf8.count ?? 0)) }
    return clip
  }

  /// The body of an answer that streams a clip from a frame on.
  ///
  /// - Throws: 503 where the service is full or ends, 429 where `caller` has too much, before anything has started.
  func body(_ clip: Clip, from first: Int, for caller: @autoclosure () -> Caller) throws(Problem) -> Response.Body {
    let admission = try admit(for: caller(), clip.admission)
    return .stream { [self] stream in
      let (start, settings) = (MonotonicTime.now, context.settings)
      let run = ClipRun(clip, from: first, settings, start: start)
      // A stream that ended before its first frame would have to begin anew each time.
      let lastMoment = start + clip.delay(before: first) + nextLifetime()
      open(StreamSession(stream, run, until: lastMoment, admission: admission, loop: self))
    }
  }

  /// Lets one more stream in.
  ///
  /// - Parameters:
  ///   - caller: Whose it will be.
  ///   - take: Takes what it needs of the limits.
  /// - Returns: What `take` returns.
  /// - Throws: What ``body(_:from:for:)`` throws.
  func admit(
    for caller: @autoclosure () -> Caller, _ take: (StreamLimits, Caller?) throws(Admission.Refusal) -> Admission
  ) throws(Problem) -> Admission {
    guard context.readiness.isReady, !isDraining else {
      metrics.rejections.count(.draining)
      throw .draining
    }
    do throws(Admission.Refusal) {
      return try take(context.streamLimits, context.streamLimits.knowsCallers ? caller() : nil)
    } catch {
      metrics.rejections.count(Rejection(error))
      throw Problem(error)
    }
  }

  /// How old the next stream may get.
  func nextLifetime() -> Duration { lifetimes.next() }

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
  func close(_ session: StreamSession, _ end: StreamEnd) {
    metrics.countEnd(end)
    scheduler.remove(session)
    sessions[ObjectIdentifier(session)] = nil
  }

  private func open(_ session: StreamSession) {
    metrics.streamsStarted.add()
    sessions[ObjectIdentifier(session)] = session
    if isDraining { session.end(.shutdown) }
    // At once, because what is said now leaves with the head.
    if let next = session.step(at: .now) { scheduler.add(session, due: next) }
  }
}

extension FrameScheduler: TimedWork {}
