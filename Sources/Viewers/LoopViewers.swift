package import Documents
package import FrameScheduling
import HTTPTypes
import LabelStore
package import LiveLabels
package import Deployment
package import MicroHTTP
import TextBytes

/// The streams of one loop, from opening to end, and what they watch: clips, and labels as a tree of channels and seats.
package final class LoopViewers {
  let metrics: LoopMetrics
  /// Has the loop run a block; set before the first label is watched.
  package var runOnLoop: LoopMailbox<LabelNews>.Runner
  private let settings: Settings
  private let limits: StreamLimits
  /// Tells what becomes of labels; `nil` where the service keeps none.
  private let directory: LabelDirectory?
  private let readiness: Readiness
  private let scheduler: FrameScheduler
  /// The store's, in microseconds since 1970.
  private let clocks: LabelClocks
  private var viewers: [ObjectIdentifier: Viewer] = [:]
  private var clips: BoundedCache<Clip.Key, Clip>
  private var labels: [String: LoopLabel] = [:]
  /// Forwards what the store says to the loop's queue: nobody locks or waits for a frame.
  private lazy var mailbox = LoopMailbox<LabelNews>(by: runOnLoop) { [weak self] in self?.take($0) }
  private var lifetimes: StreamLifetimes
  private var isDraining = false
  /// What a stream is writing; streams of a loop take turns, so one buffer serves all.
  private var scratch = UTF8Buffer(capacity: 4096)

  /// A label that viewers of the loop watch.
  private struct LoopLabel {
    /// What was last said of it.
    var news: LabelNews?
    /// One for each form.
    var channels: [LabelChannel] = []
  }

  package init(
    _ settings: Settings, _ limits: StreamLimits, _ directory: LabelDirectory?, _ readiness: Readiness,
    scheduler: FrameScheduler, counters: CacheCounters, metrics: LoopMetrics,
    runOnLoop: @escaping LoopMailbox<LabelNews>.Runner
  ) {
    (self.settings, self.limits, self.directory, self.readiness) = (settings, limits, directory, readiness)
    (self.scheduler, self.metrics, self.runOnLoop) = (scheduler, metrics, runOnLoop)
    clips = BoundedCache(settings, counters: counters)
    lifetimes = StreamLifetimes(around: .seconds(settings.maximumStreamSeconds))
    clocks = LabelClocks(directory)
  }
}

// MARK: - Opening

/// What a stream shows.
package enum StreamSource {
  /// A clip, from a frame on.
  case clip(Clip, from: Int)
  case labels(WatchedLabels)

  fileprivate func admission(to limits: StreamLimits, for caller: Caller?) throws(Admission.Refusal) -> Admission {
    switch self {
    case .clip(let clip, _): try clip.admission(to: limits, for: caller)
    case .labels(let labels): try labels.admission(to: limits, for: caller)
    }
  }
}

extension LoopViewers {
  /// The clip that another request has asked for before; `nil` where there is none.
  package func clip(_ key: Clip.Key) -> Clip? { clips.use(key) }

  /// Keeps a clip for other requests.
  package func keep(_ clip: Clip, for key: Clip.Key) {
    clips.insert(clip, for: key, bytes: clip.byteCount + (key.query?.utf8.count ?? 0))
  }

  /// The body of an answer that streams.
  ///
  /// - Throws: 503 where the service is full or ends, 429 where `caller` has too much, before anything has started.
  package func body(_ source: StreamSource, for caller: @autoclosure () -> Caller) throws(Problem) -> Response.Body {
    guard readiness.isReady, !isDraining else {
      metrics.rejections.count(.draining)
      throw .draining
    }
    do throws(Admission.Refusal) {
      let admission = try source.admission(to: limits, for: limits.knowsCallers ? caller() : nil)
      return .stream { [self] stream in open(stream, source, admission) }
    } catch {
      metrics.rejections.count(Rejection(error))
      throw Problem(error)
    }
  }

  private func open(_ stream: ResponseStream, _ source: StreamSource, _ admission: Admission) {
    metrics.streamsStarted.add()
    let viewer = viewer(stream, source, admission, start: .now)
    viewers[ObjectIdentifier(viewer)] = viewer
    if case .labels(let labels) = source { join(viewer, labels) }
    if isDraining { viewer.end(.shutdown) }
    // At once, because what is said now leaves with the head.
    if let next = viewer.step(at: .now) { scheduler.add(viewer, due: next) }
  }

  private func viewer(
    _ stream: ResponseStream, _ source: StreamSource, _ admission: Admission, start: MonotonicTime
  ) -> Viewer {
    let lastMoment = start + lifetimes.next()
    switch source {
    case .clip(let clip, let first):
      let run = ClipRun(clip, from: first, settings, start: start)
      // A stream that ended before its first frame would have to begin anew each time.
      let deadline = Deadline(lastMoment + clip.delay(before: first), slack: scheduler.slack)
      return Viewer(stream, as: clip.representation, run, until: deadline, admission, by: self)
    case .labels(let labels):
      let time = clocks.time()
      let slotEnd = labels.hold.map { start + .microseconds($0.slotEnd * 1_000_000 - time.microseconds) }
      let deadline = Deadline(
        min(lastMoment, slotEnd ?? lastMoment), tokenEnd: labels.tokenEnd, slack: scheduler.slack)
      let viewer = Viewer(stream, as: labels.form.representation, nil, until: deadline, admission, by: self)
      viewer.unchanged = labels.unchanged(at: time)
      return viewer
    }
  }

  private func join(_ viewer: Viewer, _ watched: WatchedLabels) {
    for entry in watched.entries where viewer.isRunning {
      let channel = channel(watched.form, entry, for: watched.reader)
      metrics.labelViewers.add()
      viewer.join(
        channel,
        Subscription(entry.scope, isSingle: watched.isSingle, after: watched.seen, knowing: watched.hold))
    }
  }
}

// MARK: - What viewers need

extension LoopViewers {
  /// The time of day by which tokens end.
  var wallTime: WallTime { clocks.wallTime() }

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

  /// Gives a stream the loop's thread now, because its client takes bytes again or it is to end.
  func wake(_ viewer: Viewer) {
    scheduler.wake(viewer)
  }

  /// Forgets a stream that is over.
  func close(_ viewer: Viewer, _ end: StreamEnd) {
    metrics.countEnd(end)
    scheduler.remove(viewer)
    viewers[ObjectIdentifier(viewer)] = nil
  }

  /// Ends every stream with its farewell.
  package func drain() {
    isDraining = true
    for viewer in Array(viewers.values) { viewer.end(.shutdown) }
  }
}

// MARK: - Labels

extension LoopViewers {
  private func channel(
    _ form: LabelStreamForm, _ entry: WatchedLabels.Entry, for reader: WorkAccount
  ) -> LabelChannel {
    let name = entry.name.description
    // What the request has read may not have reached the loop yet.
    if let label = entry.label { take(.shows(label.sealed)) }
    if let channel = labels[name]?.channels.first(where: { $0.form == form }) { return channel }
    let channel = LabelChannel(entry.name, form, metrics, settings, clocks: clocks)
    let isFirst = labels[name] == nil
    labels[name, default: LoopLabel()].channels.append(channel)
    metrics.labelChannels.add()
    if let label = entry.label { _ = channel.take(.shows(label.sealed)) }
    if let news = labels[name]?.news { _ = channel.take(news) }
    scheduler.add(channel, due: .now)
    // Watched before it is read, so that no change is missed.
    if isFirst { directory?.watch(entry.name, by: mailbox, for: reader) }
    return channel
  }

  /// Tells all channels of a label what has become of it, each change in its order, once.
  private func take(_ news: LabelNews) {
    guard let label = labels[news.name], news.isNewer(than: label.news) else { return }
    labels[news.name]?.news = news
    for channel in label.channels where channel.take(news) { scheduler.wake(channel) }
  }

  /// Takes a viewer's seat away, the channel with the last, and the label with its last channel.
  func leave(_ channel: LabelChannel, _ viewer: Viewer) -> Subscription? {
    guard let subscription = channel.remove(viewer) else { return nil }
    metrics.labelViewers.add(-1)
    guard channel.isEmpty else { return subscription }
    scheduler.remove(channel)
    metrics.labelChannels.add(-1)
    let name = channel.name.description
    labels[name]?.channels.removeAll { $0 === channel }
    guard labels[name]?.channels.isEmpty == true else { return subscription }
    labels[name] = nil
    directory?.unwatch(channel.name, by: mailbox)
    return subscription
  }
}

extension LabelNews {
  /// Whether it says something that the other did not.
  fileprivate func isNewer(than other: LabelNews?) -> Bool {
    guard let other else { return true }
    return switch (self, other) {
    case (.shows(let label), .shows(let before)):
      (label.generation, label.version) > (before.generation, before.version)
    case (.shows(let label), .gone(_, let version?, _)): label.version > version
    case (.gone, .gone): false
    case (.gone(_, let version?, _), .shows(let before)): version >= before.version
    default: true
    }
  }
}
