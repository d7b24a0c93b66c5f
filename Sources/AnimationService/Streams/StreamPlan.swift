import FrameScheduling
import HTTPTypes
import MicroHTTP
import TextAnimation

/// A prepared stream, ready to be played to any number of viewers.
///
/// Viewers who ask for the same share it, so that what a frame reads is in the processor's cache: that takes some 10 %
/// off a frame's CPU time at 1,000 streams, and only the first request is parsed. They also share the encoded frames of one
/// sequence, but not of several on one clock: which of their frames leave together differs from viewer to viewer.
struct StreamPlan {
  /// One sequence, or several on one clock, with the words for them.
  enum Content {
    case sequence(StreamEncoder)
    case timeline(TimelineEncoder)
  }

  let content: Content
  /// What the parameters say of the stream; a client that comes back has seen more.
  var options: StreamOptions
  /// The frames of a sequence that one of its viewers has been shown.
  let frames: WrittenFrames
  /// The most frames a second; of several animations, the sum of each one's own maximum.
  let framesPerSecond: Double

  /// Reads and prepares; `nil` where it takes long to prepare and comes later.
  ///
  /// - Throws: Everything that is wrong with the request.
  init?(
    _ request: Request, in context: ServiceContext, by work: LongWork, sharing timingTables: TimingTables?
  ) throws(Problem) {
    var parameters = try RequestParameters(of: request, by: .stream, in: context)
    let representation = try StreamRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
    options = StreamOptions(parameters)
    if let list = parameters.animations {
      let animations = AnimationListRequest(list, with: &parameters, in: context)
      try parameters.finish()
      let list = try work.value(cost: animations.preparationCost) { () throws(Problem) in
        try animations.prepared(in: context, mayBeEndless: true)
      }
      guard let list else { return nil }
      content = .timeline(TimelineEncoder(representation: representation, list: list))
      framesPerSecond = list.elements.reduce(0) { $0 + $1.prepared.sequence.framesPerSecond }
      frames = WrittenFrames(frameCount: 0, textBytes: 0)
    } else {
      let animation = try parameters.finishedAnimation(in: context)
      let prepared = try work.value(cost: animation.preparationCost) { () throws(Problem) in
        try animation.prepared(in: context)
      }
      guard let prepared else { return nil }
      content = .sequence(StreamEncoder(representation, prepared, sharing: timingTables))
      framesPerSecond = prepared.sequence.framesPerSecond
      frames = WrittenFrames(frameCount: prepared.sequence.count, textBytes: prepared.sequence.animation.textBytes)
    }
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

  /// About what it takes while it is kept.
  var byteCount: Int {
    switch content {
    case .sequence(let encoder): encoder.sequence.byteCount + frames.byteCount
    case .timeline(let encoder): encoder.list.elements.reduce(0) { $0 + $1.prepared.sequence.byteCount }
    }
  }
}

extension StreamPlan {
  /// The form of the stream.
  var representation: StreamRepresentation {
    switch content {
    case .sequence(let encoder): encoder.representation
    case .timeline(let encoder): encoder.representation
    }
  }

  /// Whether the client has seen everything already.
  var isOver: Bool {
    frameCount.map { options.firstIndex >= $0 } ?? false
  }

  /// Time from the opening to the first frame.
  var delay: Duration {
    guard options.firstIndex == 0 else { return .zero }
    switch content {
    case .sequence(let encoder): return .seconds(encoder.sequence.playback.delay)
    case .timeline(let encoder): return encoder.list.timeline.tracks.lazy.map(\.delay).min() ?? .zero
    }
  }

  private var frameCount: Int? {
    switch content {
    case .sequence(let encoder): encoder.sequence.count
    case .timeline(let encoder): encoder.list.timeline.count
    }
  }
}

extension FrameSequence {
  /// About what it takes in memory: a morph has some 64 bytes for each of a text's.
  fileprivate var byteCount: Int {
    4096 + 64 * animation.textBytes + 8 * (distinctTimes?.count ?? 0)
  }
}
