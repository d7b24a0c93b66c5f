import Documents
import FrameScheduling
import LabelStore
import Deployment
import MicroHTTP

/// One open stream, which ends once: a run through a clip, or a seat in the channel of each of its labels.
///
/// From a due frame to its bytes there is no allocation and no lock: the frame is encoded into the loop's buffer and
/// handed to the socket.
final class Viewer: ScheduledStream {
  let stream: ResponseStream
  /// A reference cycle, which ends with the stream.
  private let loop: LoopViewers
  /// In one place, because each access is checked while it runs, for some 130 instructions.
  ///
  /// With the compiler's switch against that, `-enforce-exclusivity=unchecked`, no other package could depend on this one.
  private var state: State
  private let representation: StreamRepresentation
  /// What it says at its end in place of the reason where nothing was told before; `nil` says the reason.
  var unchanged: [UInt8]?
  private let admission: Admission

  private struct State {
    /// `nil` for labels.
    var run: ClipRun?
    var channels: [LabelChannel] = []
    var phase = Phase.opening
    let deadline: Deadline
    /// Frames of labels whose channels it has left.
    var framesSent = 0
    var framesSkipped = 0
  }

  /// How far a stream has come.
  private enum Phase {
    /// Nothing has been said yet.
    case opening
    /// Frames leave as they are due.
    case running
    /// The client is to be told why the stream ends.
    case ending(StreamEnd)
    /// The client has been told, or cannot be.
    case over(StreamEnd)
  }

  init(
    _ stream: ResponseStream, as representation: StreamRepresentation, _ run: ClipRun?, until deadline: Deadline,
    _ admission: Admission, by loop: LoopViewers
  ) {
    self.stream = stream
    self.representation = representation
    self.admission = admission
    self.loop = loop
    state = State(run: run, deadline: deadline)
    stream.delegate = self
  }
}

extension Viewer {
  /// Whether it is still to be shown something.
  var isRunning: Bool {
    switch state.phase {
    case .opening, .running: true
    case .ending, .over: false
    }
  }

  /// Takes a seat in a channel.
  func join(_ channel: LabelChannel, _ subscription: Subscription) {
    state.channels.append(channel)
    channel.add(self, subscription)
  }

  /// Leaves out what is not sent yet, and tells the client why; never called in its own step.
  func end(_ reason: StreamEnd) {
    guard isRunning else { return }
    end(reason, &state)
    loop.wake(self)
  }

  private func end(_ reason: StreamEnd, _ state: inout State) {
    state.phase = .ending(reason)
    leave(&state)
  }

  private func leave(_ state: inout State) {
    for channel in state.channels {
      if let told = loop.leave(channel, self) {
        state.framesSent += told.framesSent
        state.framesSkipped += told.framesSkipped
      }
    }
    state.channels = []
  }
}

// MARK: - Steps

extension Viewer {
  /// How soon a full socket is tried again for a message that is not a frame, should no notice of room come.
  private static var retryInterval: Duration { .milliseconds(50) }

  func prefetch() { ObjectIdentifier(stream).prefetch(lines: 3) }

  /// Sends what is due of a clip; labels' frames are sent by their channels, and this looks whether the time is over.
  func step(at now: MonotonicTime) -> MonotonicTime? { step(&state, at: now) }

  private func step(_ state: inout State, at now: MonotonicTime) -> MonotonicTime? {
    if case .opening = state.phase {
      guard state.run?.open(stream, by: loop) ?? .sent == .sent else { return now + Self.retryInterval }
      state.phase = .running
    }
    if case .running = state.phase {
      switch state.deadline.verdict(at: now, loop.wallTime) {
      case .end(let reason): end(reason, &state)
      case .wait(let due):
        switch state.run?.advance(at: now, stream, by: loop) {
        case nil: return due
        case .wait(let next): return min(next, due)
        case .end: state.phase = .ending(.finished)
        }
      }
    }
    guard case .ending(let reason) = state.phase else { return nil }
    return finish(reason, &state, at: now)
  }

  private func finish(_ reason: StreamEnd, _ state: inout State, at now: MonotonicTime) -> MonotonicTime? {
    let report = Self.report(reason, state)
    let outcome =
      if let clip = state.run?.clip {
        loop.send({ clip.writeEnd(report, to: &$0) }, to: stream)
      } else if let unchanged {
        loop.send({ reason.writeLast(unchanged, to: &$0) }, to: stream)
      } else {
        loop.send({ representation.writeEnd(report, to: &$0) }, to: stream)
      }
    switch outcome {
    case .full: return now + Self.retryInterval
    case .sent: stream.finish()
    case .closed: break
    }
    state.phase = .over(reason)
    return nil
  }

  private static func report(_ reason: StreamEnd, _ state: State) -> StreamReport {
    state.run?.report(reason)
      ?? StreamReport(reason: reason, framesSent: state.framesSent, framesSkipped: state.framesSkipped)
  }
}

extension Viewer: StreamDelegate {
  func streamBecameWritable(_ stream: ResponseStream) {
    let channels = state.channels
    guard channels.isEmpty else {
      for channel in channels { channel.serve(self) }
      return
    }
    state.run?.unblock()
    loop.wake(self)
  }

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {
    leave(&state)
    let end = Self.end(state.phase, closedFor: reason)
    stream.report = Self.report(end, state)
    state.phase = .over(end)
    loop.close(self, end)
  }

  /// Why a stream is over that was closed for a reason of its connection.
  private static func end(_ phase: Phase, closedFor reason: StreamCloseReason) -> StreamEnd {
    switch (reason, phase) {
    case (.peerLeft, _): .clientLeft
    case (.stalled, _): .stalled
    case (.serverStopped, _): .serverStopped
    case (.finished, .ending(let end)), (.finished, .over(let end)): end
    case (.finished, _): .finished
    }
  }
}

// MARK: - Age

/// When a stream has to end by itself.
struct Deadline {
  /// When it is as old as a stream may get.
  private let lastMoment: MonotonicTime
  /// What is due within the slack is due now, so it ends then already.
  private let end: MonotonicTime
  /// When the token ends that opened it, and the slack before it, in microseconds.
  private let token: (end: WallTime, slack: Int64)?

  init(_ lastMoment: MonotonicTime, tokenEnd: WallTime? = nil, slack: Duration) {
    self.lastMoment = lastMoment
    end = lastMoment - slack
    token = tokenEnd.map { ($0, Int64(slack / .microseconds(1))) }
  }

  /// What is to be done at a time.
  enum Verdict: Equatable {
    case end(StreamEnd)
    /// Ask again then.
    case wait(MonotonicTime)
  }

  /// Decides by both clocks; the time of day is read only where a token ends.
  func verdict(at now: MonotonicTime, _ time: @autoclosure () -> WallTime) -> Verdict {
    guard let token else { return now >= end ? .end(.lifetime) : .wait(lastMoment) }
    let time = time()
    if time + token.slack >= token.end { return .end(.tokenExpired) }
    if now >= end { return .end(.lifetime) }
    let left = token.end - time
    return .wait(min(lastMoment, now + .microseconds(min(left, Self.longestWait))))
  }

  /// Microseconds after which the time of day is looked at again, which may be set.
  private static let longestWait: Int64 = 60_000_000
}

/// How old each stream of a loop may get.
///
/// The limit, up to a tenth shorter or longer: ten thousand viewers who came at once leave over a fifth of it, twelve
/// minutes of an hour. Steps of the golden ratio leave at even distances however many come, which random ones do not, and
/// a random number is a call of the system for each stream.
struct StreamLifetimes {
  private let limit: Duration
  private var fraction = 0.0

  init(around limit: Duration) {
    self.limit = limit
  }

  /// The lifetime of the next stream.
  mutating func next() -> Duration {
    fraction += 0.618_033_988_749_894_8
    if fraction >= 1 { fraction -= 1 }
    return limit * (0.9 + 0.2 * fraction)
  }
}
