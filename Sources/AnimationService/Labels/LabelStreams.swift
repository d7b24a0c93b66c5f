import FrameScheduling
import LabelStore
import MicroHTTP

/// The streams of labels on one loop, from opening to end, and the channels that they watch.
final class LabelStreams {
  /// The loop's other streams, whose limits and buffer these share.
  let streams: LoopStreams
  let metrics: LoopMetrics
  private let context: ServiceContext
  private let directory: LabelDirectory
  private let labels: LoopLabels
  private let scheduler: FrameScheduler
  private var channels: [LabelChannel.Key: LabelChannel] = [:]
  private var viewers: [ObjectIdentifier: LabelViewer] = [:]

  init(
    _ context: ServiceContext, _ directory: LabelDirectory, _ labels: LoopLabels, _ streams: LoopStreams,
    scheduler: FrameScheduler, metrics: LoopMetrics
  ) {
    self.context = context
    self.directory = directory
    self.labels = labels
    self.streams = streams
    self.scheduler = scheduler
    self.metrics = metrics
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
      viewer.join(channel, LabelSeat(viewer, mayReadPrivate: entry.mayReadPrivate, after: plan.seen))
    }
    if streams.isDraining { viewer.end(.shutdown) }
    if viewer.isRunning, let due = viewer.step(at: .now) { scheduler.add(viewer, due: due) }
  }

  private func channel(
    _ form: LabelStreamForm, _ entry: LabelStreamPlan.Entry, for reader: WorkAccount
  ) -> LabelChannel {
    let key = LabelChannel.Key(name: entry.name, form: form)
    if let channel = channels[key] { return channel }
    let channel = LabelChannel(key, self, context.settings) { [store = directory.store] in store.now }
    channels[key] = channel
    metrics.labelChannels.set(channels.count)
    if let label = entry.label { _ = channel.take(.shows(label)) }
    scheduler.add(channel, due: .now)
    channel.watch = labels.watch(entry.name, for: reader) { [weak channel, scheduler] news in
      if let channel, channel.take(news) { scheduler.wake(channel) }
    }
    return channel
  }

  /// Forgets when a viewer's stream is to end, which is over.
  func forgetEnd(of viewer: LabelViewer) { scheduler.remove(viewer) }

  /// Takes a viewer's seat away, and the channel with the last.
  func leave(_ channel: LabelChannel, _ viewer: LabelViewer) -> LabelSeat<LabelViewer>? {
    guard let seat = channel.remove(viewer) else { return nil }
    metrics.labelViewers.add(-1)
    guard channel.isEmpty else { return seat }
    channels[channel.key] = nil
    metrics.labelChannels.set(channels.count)
    scheduler.remove(channel)
    if let watch = channel.watch { labels.end(watch) }
    return seat
  }

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
