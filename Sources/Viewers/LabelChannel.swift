import FrameScheduling
import LiveLabels
import Deployment
import MicroHTTP

/// One label in one form on one loop: its frames are written once, and sent to all who watch.
///
/// It is one entry in the loop's schedule, however many viewers it has. From a due frame to its bytes there is no
/// allocation and no lock.
final class LabelChannel: ScheduledStream {
  let name: LabelName
  let form: LabelStreamForm
  private let clocks: LabelClocks
  private let slack: Duration
  /// In one place, because each access is checked while it runs.
  private var state: State

  private struct State: ~Copyable {
    var label: LabelChannelState
    /// Who sits on each seat.
    var audience: [Member] = []
    /// Where each viewer sits; never looked at for a frame.
    var places: [ObjectIdentifier: Int] = [:]
    /// Viewers whose streams are to end, and why.
    var departing: [(Viewer, StreamEnd)] = []
  }

  /// The stream stands beside its viewer because a frame needs nothing else of it.
  private struct Member {
    let viewer: Viewer
    let stream: ResponseStream
  }

  init(
    _ name: LabelName, _ form: LabelStreamForm, _ metrics: LoopMetrics, _ settings: Settings,
    clocks: LabelClocks
  ) {
    self.name = name
    self.form = form
    self.clocks = clocks
    slack = .seconds(settings.frameSlack)
    let heartbeat = max(Duration.seconds(settings.heartbeatInterval), .seconds(1))
    state = State(label: LabelChannelState(name, form, metrics, heartbeat: heartbeat, start: .now))
  }

  var isEmpty: Bool { state.audience.isEmpty }
}

// MARK: - Turns

extension LabelChannel {
  /// Sockets that one step writes to, so that others are not held up.
  private static let stepSockets = 64

  func step(at now: MonotonicTime) -> MonotonicTime? {
    let next = Self.step(&state, at: moment(now))
    dismiss()
    return next
  }

  private static func step(_ state: inout State, at moment: LabelMoment) -> MonotonicTime {
    state.label.prepare(at: moment)
    var sockets = stepSockets
    while sockets > 0, let seat = state.label.nextSeat() {
      prefetchNext(state)
      serve(seat, &state, at: moment)
      sockets -= 1
    }
    return state.label.nextMoment(at: moment)
  }

  private static func serve(_ seat: Int, _ state: inout State, at moment: LabelMoment) {
    let stream = state.audience[seat].stream
    if let end = state.label.serve(seat, at: moment, { stream.send($0) }) {
      state.departing.append((state.audience[seat].viewer, end))
    }
  }

  func prefetch() { Self.prefetchNext(state) }

  private static func prefetchNext(_ state: borrowing State) {
    let next = state.label.following
    if next < state.audience.count { ObjectIdentifier(state.audience[next].stream).prefetch(lines: 3) }
  }

  /// What is known of the time at a turn.
  private func moment(_ now: MonotonicTime) -> LabelMoment {
    .init(now: now, horizon: now + slack, time: clocks.time(), wallTime: clocks.wallTime())
  }

  /// Ends the streams of those who have no more to see; apart, because that changes the seats.
  private func dismiss() {
    while let (viewer, reason) = state.departing.popLast() { viewer.end(reason) }
  }
}

// MARK: - News

extension LabelChannel {
  /// Takes what has become of the label, and tells whether there is something to be told; the caller has it stepped.
  func take(_ news: LabelNews) -> Bool { Self.take(news, &state.label, at: moment(.now)) }

  private static func take(_ news: LabelNews, _ state: inout LabelChannelState, at moment: LabelMoment) -> Bool {
    switch news {
    case .shows(let label):
      // What is over may be told of once more.
      guard label.exists(at: moment.wallTime) else { return false }
      guard state.label.map({ $0.version != label.version || $0.changeStart != label.changeStart }) ?? true else {
        return false
      }
      state.show(label, at: moment)
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
  func add(_ viewer: Viewer, _ subscription: Subscription) {
    let moment = moment(.now)
    state.label.add(subscription, at: moment)
    state.places[ObjectIdentifier(viewer)] = state.audience.count
    state.audience.append(Member(viewer: viewer, stream: viewer.stream))
    serve(viewer, at: moment)
  }

  /// Gives a viewer its turn, because its client takes bytes again.
  func serve(_ viewer: Viewer) { serve(viewer, at: moment(.now)) }

  private func serve(_ viewer: Viewer, at moment: LabelMoment) {
    guard let seat = state.places[ObjectIdentifier(viewer)] else { return }
    Self.serve(seat, &state, at: moment)
    dismiss()
  }

  /// Takes a viewer's seat away and gives what it was told; `nil` where it has none.
  func remove(_ viewer: Viewer) -> Subscription? {
    guard let seat = state.places.removeValue(forKey: ObjectIdentifier(viewer)) else { return nil }
    if let last = state.audience.popLast(), last.viewer !== viewer {
      state.audience[seat] = last
      state.places[ObjectIdentifier(last.viewer)] = seat
    }
    return state.label.remove(seat)
  }
}
