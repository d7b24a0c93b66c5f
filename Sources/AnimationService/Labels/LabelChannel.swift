import FrameScheduling
import MicroHTTP
import TextBytes

/// One label in one form on one loop: its frames are written once, and sent to all who watch.
///
/// It is one entry in the loop's schedule, however many viewers it has. From a due frame to its bytes there is no
/// allocation and no lock.
final class LabelChannel: ScheduledStream {
  /// What tells one channel of a loop from another.
  struct Key: Hashable {
    let name: LabelName
    let form: LabelStreamForm
  }

  let key: Key
  private unowned let labels: LabelStreams
  private let clock: @Sendable () -> Int64
  private let slack: Duration
  /// In one place, because each access is checked while it runs.
  private var state: LabelChannelState<LabelViewer>
  /// What has it hear of the label.
  var watch: LabelWatch?

  init(_ key: Key, _ labels: LabelStreams, _ settings: Settings, clock: @escaping @Sendable () -> Int64) {
    self.key = key
    self.labels = labels
    self.clock = clock
    slack = .seconds(settings.frameSlack)
    state = LabelChannelState(
      key, labels.metrics, heartbeat: max(.seconds(settings.heartbeatInterval), .seconds(1)), start: .now)
  }

  var isEmpty: Bool { state.seats.isEmpty }
  /// About the bytes that its label takes.
  var byteCount: Int { 4_096 + (state.label?.prepared.byteCount ?? 0) }
}

// MARK: - Turns

extension LabelChannel {
  /// Sockets that one step writes to, so that others are not held up.
  private static let stepSockets = 64

  func step(at now: MonotonicTime) -> MonotonicTime? {
    let next = state.step(at: moment(now), sockets: Self.stepSockets)
    dismiss()
    return next
  }

  /// What is known of the time at a turn.
  private func moment(_ now: MonotonicTime) -> LabelMoment {
    .init(now: now, horizon: now + slack, time: clock())
  }

  /// Ends the streams of those who have no more to see; apart, because that changes the seats.
  private func dismiss() {
    while let (viewer, reason) = state.leavers.popLast() { viewer.end(reason) }
  }
}

// MARK: - News

extension LabelChannel {
  /// Takes what has become of the label; the caller has it stepped.
  ///
  /// - Returns: Whether there is something to be told.
  func take(_ news: LabelNews) -> Bool {
    switch news {
    case .shows(let label):
      // What is over may be told of once more.
      guard label.exists(at: clock()) else { return false }
      guard state.label.map({ $0.version != label.version || $0.start != label.start }) ?? true else { return false }
      state.show(label, at: moment(.now))
    case .gone(_, let version, let isExpired):
      // A store that knows of no label says so to a channel that was opened with one only if it is gone.
      if version == nil, state.label == nil, state.absence != nil { return false }
      let wasThere = state.label != nil || version != nil
      state.miss(isExpired ? .expired : wasThere ? .deleted : .missing)
    case .unavailable:
      // What is shown goes on.
      guard state.label == nil, state.absence == nil else { return false }
      state.miss(.unavailable)
    }
    return true
  }
}

// MARK: - Viewers

extension LabelChannel {
  /// Seats a viewer and tells it at once what there is.
  func add(_ seat: LabelSeat<LabelViewer>) {
    state.add(seat, at: moment(.now))
    dismiss()
  }

  /// Gives a viewer its turn, because its client takes bytes again.
  func serve(_ viewer: LabelViewer) {
    state.serve(viewer, at: moment(.now))
    dismiss()
  }

  /// Takes a viewer's seat away.
  ///
  /// - Returns: The seat; `nil` where it has none.
  func remove(_ viewer: LabelViewer) -> LabelSeat<LabelViewer>? {
    state.remove(viewer)
  }

  func prefetch() { state.prefetchNext() }
}
