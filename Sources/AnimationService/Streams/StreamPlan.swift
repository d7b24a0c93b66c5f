import FrameScheduling
import HTTPTypes
import MicroHTTP
import TextAnimation
import TextBytes

/// A prepared stream, ready to be played to any number of viewers.
///
/// Viewers who ask for the same share it, so that what a frame reads is in the processor's cache: that takes some 10 %
/// off a frame's CPU time at 1,000 streams, and only the first request is parsed.
struct StreamPlan {
  let encoder: StreamEncoder
  /// What the parameters say of the stream; a client that comes back has seen more.
  var options: StreamOptions
  /// The most frames a second; of several animations, the sum of each one's own maximum.
  let framesPerSecond: Double

  /// A request as it was read.
  private struct ReadRequest: Sendable {
    let animations: AnimationListRequest
    let representation: StreamRepresentation
    let options: StreamOptions

    init(_ request: Request, in context: ServiceContext, spending meter: inout Meter) throws(Problem) {
      var parameters = try RequestParameters(of: request, by: .stream, in: context)
      representation = try StreamRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
      options = StreamOptions(parameters)
      animations = try AnimationListRequest(&parameters, mayBeEndless: true, in: context, spending: &meter)
    }
  }

  /// Reads and prepares; `nil` where it takes long to prepare and comes later.
  ///
  /// - Throws: Everything that is wrong with the request.
  init?(
    _ request: Request, in context: ServiceContext, by work: LongWork, sharing timingTables: TimingTables?
  ) throws(Problem) {
    let read = try work.value(of: request) { (request, context, meter) throws(Problem) in
      try ReadRequest(request, in: context, spending: &meter)
    }
    guard let read else { return nil }
    let animations = read.animations
    let list = try work.value(of: animations, cost: animations.preparationCost) {
      (animations, context, meter) throws(Problem) in
      try animations.prepared(in: context, spending: &meter)
    }
    guard let list else {
      work.keepFirst(read)
      return nil
    }
    try list.streamCost(hasMembers: read.representation != .text)
      .check(context.settings.maximumStreamWorkMilliseconds, " of each second")
    encoder = StreamEncoder(read.representation, list, sharing: timingTables)
    options = read.options
    framesPerSecond = list.elements.reduce(0) { $0 + $1.prepared.sequence.framesPerSecond }
  }

  /// Everything the plan of a GET depends on but for `Last-Event-ID`, so that viewers who come back share it.
  struct Key: Hashable {
    let query: String?
    let accept: String?

    init(_ request: Request) {
      query = request.query
      accept = request.headerFields[.accept]
    }

    /// Byte by byte, as ``AnswerCache/Key``.
    static func == (left: Key, right: Key) -> Bool {
      left.query.hasSameBytes(as: right.query) && left.accept.hasSameBytes(as: right.accept)
    }
  }
}

extension StreamPlan {
  /// Whether the client has seen everything already.
  var isOver: Bool {
    encoder.timeline.count.map { options.firstIndex >= $0 } ?? false
  }

  /// Time from the opening until something moves.
  var delay: Duration {
    guard options.firstIndex == 0 else { return .zero }
    return encoder.timeline.tracks.lazy.map(\.delay).min() ?? .zero
  }

  /// Takes what a viewer needs of the limits: its place, its own bytes with what waits of each track, and those that it
  /// shares.
  ///
  /// - Throws: Which limit is reached; then nothing is taken.
  func admission(to limits: StreamLimits, for caller: Caller?) throws(Admission.Refusal) -> Admission {
    let viewerBytes = 1_536 + 96 * encoder.timeline.tracks.count
    let admission = try Admission(
      [.place, .framesPerSecond(framesPerSecond), .bytes(viewerBytes)], to: limits, for: caller)
    admission.shared = try encoder.hold(to: limits, for: caller)
    return admission
  }

  /// What decides when each frame leaves for a viewer who comes at `start`.
  func pacer(_ settings: Settings, start: MonotonicTime) -> FramePacer {
    FramePacer(
      encoder.timeline, first: options.firstIndex, start: start, slack: .seconds(settings.frameSlack),
      heartbeat: .seconds(settings.heartbeatInterval), late: options.late)
  }
}
