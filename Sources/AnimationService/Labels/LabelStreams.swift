import FrameScheduling
import LabelStore
import MicroHTTP

/// The streams of labels on one loop, from opening to end, and the labels that they watch.
final class LabelStreams {
  /// The loop's other streams, whose limits and buffer these share.
  let streams: LoopStreams
  let metrics: LoopMetrics
  /// Has the loop run a block; set before the first label is watched.
  var runOnLoop: LoopMailbox<LabelNews>.Runner
  private let context: ServiceContext
  private let directory: LabelDirectory
  private let scheduler: FrameScheduler
  private var labels: [String: LoopLabel] = [:]
  private var viewers: [ObjectIdentifier: LabelViewer] = [:]
  /// Forwards what the store says to the loop's queue: nobody locks or waits for a frame.
  private lazy var mailbox = LoopMailbox<LabelNews>(by: runOnLoop) { [weak self] in self?.take($0) }

  /// A label that viewers of the loop watch.
  private struct LoopLabel {
    /// What was last said of it.
    var news: LabelNews?
    /// One for each form.
    var channels: [LabelChannel] = []
  }

  init(
    _ context: ServiceContext, _ directory: LabelDirectory, _ streams: LoopStreams, scheduler: FrameScheduler,
    metrics: LoopMetrics, runOnLoop: @escaping LoopMailbox<LabelNews>.Runner
  ) {
    self.context = context
    self.directory = directory
    self.streams = streams
    self.scheduler = scheduler
    self.metrics = metrics
    self.runOnLoop = runOnLoop
  }
}

extension LabelStreams {
  /// How early what is due may leave.
  var slack: Duration { scheduler.slack }

  /// The body of an answer that streams.
  ///
  /// - Throws: 503 where the service is full or ends, 429 where `caller` has too much, before anything has started.
  func body(_ plan: LabelStreamPlan) throws(Problem) -> Response.Body {
    let admission = try streams.admit(for: plan.reader.client, plan.admission)
    return .stream { [self] stream in open(stream, plan, admission) }
  }

  private func open(_ stream: ResponseStream, _ plan: LabelStreamPlan, _ admission: Admission) {
    let viewer = LabelViewer(
      stream, plan, admission, self, until: .now + streams.nextLifetime(),
      clock: { [store = directory.store] in store.now })
    metrics.streamsStarted.add()
    viewers[ObjectIdentifier(viewer)] = viewer
    for entry in plan.entries where viewer.isRunning {
      let channel = channel(plan.form, entry, for: plan.reader)
      metrics.labelViewers.add()
      viewer.join(
        channel,
        Subscription(mayReadPrivate: entry.mayReadPrivate, isSingle: plan.isSingle, after: plan.seen))
    }
    if streams.isDraining { viewer.end(.shutdown) }
    if viewer.isRunning, let due = viewer.step(at: .now) { scheduler.add(viewer, due: due) }
  }

  /// Forgets when a viewer's stream is to end, which is over.
  func forgetEnd(of viewer: LabelViewer) { scheduler.remove(viewer) }

  /// Forgets a stream that is over.
  func close(_ viewer: LabelViewer, _ end: StreamEnd) {
    metrics.countEnd(end)
    viewers[ObjectIdentifier(viewer)] = nil
  }

  /// Ends every stream with its farewell.
  func drain() {
    for viewer in Array(viewers.values) { viewer.end(.shutdown) }
  }
}

// MARK: - Labels

extension LabelStreams {
  private func channel(
    _ form: LabelStreamForm, _ entry: LabelStreamPlan.Entry, for reader: WorkAccount
  ) -> LabelChannel {
    let name = entry.name.description
    if let channel = labels[name]?.channels.first(where: { $0.form == form }) { return channel }
    let channel = LabelChannel(entry.name, form, metrics, context.settings) { [store = directory.store] in store.now }
    let isFirst = labels[name] == nil
    labels[name, default: LoopLabel()].channels.append(channel)
    metrics.labelChannels.add()
    if let label = entry.label { _ = channel.take(.shows(label)) }
    if let news = labels[name]?.news { _ = channel.take(news) }
    scheduler.add(channel, due: .now)
    // Watched before it is read, so that no change is missed.
    if isFirst { directory.watch(entry.name, by: mailbox, for: reader, in: context) }
    return channel
  }

  /// Tells all channels of a label what has become of it, each change in its order, once.
  private func take(_ news: LabelNews) {
    guard let label = labels[news.name], news.isNewer(than: label.news) else { return }
    labels[news.name]?.news = news
    for channel in label.channels where channel.take(news) { scheduler.wake(channel) }
  }

  /// Takes a viewer's seat away, the channel with the last, and the label with its last channel.
  func leave(_ channel: LabelChannel, _ viewer: LabelViewer) -> Subscription? {
    guard let subscription = channel.remove(viewer) else { return nil }
    metrics.labelViewers.add(-1)
    guard channel.isEmpty else { return subscription }
    scheduler.remove(channel)
    metrics.labelChannels.add(-1)
    let name = channel.name.description
    labels[name]?.channels.removeAll { $0 === channel }
    guard labels[name]?.channels.isEmpty == true else { return subscription }
    labels[name] = nil
    directory.unwatch(channel.name, by: mailbox)
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
