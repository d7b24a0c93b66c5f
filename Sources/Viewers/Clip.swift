package import Documents
package import FrameScheduling
import HTTPTypes
import Deployment
package import MicroHTTP
import TextAnimation
import TextBytes

/// Animations that are ready to be streamed, and the frames of them that have been written, each once for all viewers.
///
/// Viewers who ask for the same share it, so that what a frame reads is in the processor's cache: that takes some 10 %
/// off a frame's CPU time at 1,000 streams, and only the first request is parsed.
package final class Clip {
  package let representation: StreamRepresentation
  let list: AnimationList
  let timeline: Timeline
  /// What becomes of frames that a client is too slow for.
  let late: FramePacer.LatePolicy
  /// The most frames a second; of several animations, the sum of each one's own maximum.
  let framesPerSecond: Double
  /// The last frame that the client has seen, as a parameter.
  private let lastEventID: String?
  /// The times of all frames of each animation, where there are few enough; else none.
  private let timings: [TimingTable]
  private var written: WrittenFrames
  /// The bytes of the animations and their times.
  private let preparedBytes: Int
  /// What is counted for it while anybody watches.
  private weak var held: Admission?

  /// The most frames whose times are computed when the stream opens: 0.4 ms, and 120 KB while they are kept.
  private static let maximumTimedFrames = 1024
  /// Bytes after which the rest of what is due waits for the next turn, so that long texts do not hold up other streams
  /// and what a full socket leaves behind stays small.
  private static let turnBytes = 65_536

  /// What one frame may take, which holds up all other streams of the loop.
  private static let maximumFrameMilliseconds = 5

  /// Gets animations ready; 400 where a second of them takes more than so many milliseconds of one core, or a frame more
  /// than any may.
  ///
  /// `late` says what becomes of frames that a client is too slow for.
  package init(
    _ list: AnimationList, as representation: StreamRepresentation, late: FramePacer.LatePolicy, lastEventID: String?,
    within milliseconds: Int, sharing timingTables: TimingTables
  ) throws(Problem) {
    let hasMembers = representation != .text
    try list.streamCost(hasMembers: hasMembers).check(milliseconds, " of each second")
    for element in list.elements {
      let cost = element.prepared.streamFrameCost(hasMembers: hasMembers)
      try cost.check(Self.maximumFrameMilliseconds, " of each frame")
    }
    (self.representation, self.late, self.lastEventID) = (representation, late, lastEventID)
    self.list = list
    timeline = list.timeline
    framesPerSecond = list.elements.reduce(0) { $0 + $1.prepared.sequence.framesPerSecond }
    let isTimed = hasMembers && timeline.count.map { $0 <= Self.maximumTimedFrames } ?? false
    timings = isTimed ? list.elements.map { timingTables.table(of: $0.prepared, .json) } : []
    preparedBytes = list.byteCount + Self.byteCount(timings)
    let textBytes = list.elements.lazy.map { $0.idBytes + $0.prepared.sequence.animation.textBytes }.max() ?? 0
    written = WrittenFrames(frameCount: timeline.count, textBytes: textBytes)
  }

  /// What the clip of a GET depends on: all but `Last-Event-ID`, so that viewers who come back share it.
  package struct Key: Hashable {
    let query: String?
    let accept: String?

    package init(_ request: Request) {
      query = request.query
      accept = request.headerFields[.accept]
    }

    /// Byte by byte, as ``AnswerCache/Key``.
    package static func == (left: Key, right: Key) -> Bool {
      left.query.hasSameBytes(as: right.query) && left.accept.hasSameBytes(as: right.accept)
    }
  }
}

// MARK: - Viewers

extension Clip {
  /// The place of the frame that a viewer begins with who has seen some.
  ///
  /// The field counts before the parameter: an `EventSource` that was opened with one comes back with both, and has seen
  /// more than its address says. What is malformed begins at the start, as WHATWG's clients may hold an id from elsewhere.
  package func firstFrame(after lastEventIDField: String?) -> Int {
    (Self.frame(lastEventIDField) ?? Self.frame(lastEventID)).map { $0 + 1 } ?? 0
  }

  private static func frame(_ id: String?) -> Int? {
    id.flatMap { $0.utf8.count <= 15 && $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
  }

  /// Whether nothing is left of it at a frame.
  package func isOver(at first: Int) -> Bool { timeline.count.map { first >= $0 } ?? false }

  /// Time until something moves for who begins with a frame.
  func delay(before first: Int) -> Duration {
    first == 0 ? timeline.tracks.lazy.map(\.delay).min() ?? .zero : .zero
  }

  /// About the bytes that it takes, with the frames that viewers share.
  var byteCount: Int { preparedBytes + written.byteCount }

  /// A table that neighbours share counts once.
  private static func byteCount(_ timings: [TimingTable]) -> Int {
    timings.indices.reduce(0) { sum, index in
      index > 0 && timings[index] === timings[index - 1] ? sum : sum + timings[index].byteCount
    }
  }

  /// Takes what a viewer needs of the limits: its place, its own bytes with what waits of each track, and what it shares,
  /// to which the second one adds the frames that both are sent.
  ///
  /// - Throws: Which limit is reached; then nothing is taken.
  func admission(to limits: StreamLimits, for caller: Caller?) throws(Admission.Refusal) -> Admission {
    let viewerBytes = 1_536 + 96 * timeline.tracks.count
    let admission = try Admission(
      [.place, .framesPerSecond(framesPerSecond), .bytes(viewerBytes)], to: limits, for: caller)
    let shared: Admission
    if let held { shared = held } else { shared = try Admission([], to: limits, for: caller) }
    try shared.grow(to: written.isUsed ? byteCount : preparedBytes)
    (admission.shared, held) = (shared, shared)
    return admission
  }

  /// Expects one viewer more.
  func addViewer() { written.addViewer() }
}

// MARK: - Events

extension Clip {
  /// The start event: what will be animated; in a terminal, an empty line for each of several texts.
  func writeStart(to wire: inout UTF8Buffer) {
    switch (representation, list.single) {
    case (.text, nil): wire.append(repeating: UInt8(ascii: "\n"), count: list.elements.count)
    case (_, let single?):
      representation.writeStart(to: &wire) { object in
        object.appendJSONName("animation")
        single.writeDescription(to: &object)
      }
    case (_, nil):
      representation.writeStart(to: &wire) { object in
        object.appendJSONName("animations")
        list.writeDescription(to: &object)
      }
    }
  }

  /// The first frames of a batch, as many as one turn may write; tells how many these are.
  func write(_ batch: [FramePacer.Departure], to wire: inout UTF8Buffer) -> Int {
    write(batch, keptIn: &written, to: &wire)
  }

  private func write(
    _ batch: [FramePacer.Departure], keptIn written: inout WrittenFrames, to wire: inout UTF8Buffer
  ) -> Int {
    var count = 0
    while count < batch.count, wire.count < Self.turnBytes {
      let departure = batch[count]
      written.write(departure.position, to: &wire) { encode(departure, to: &$0) }
      count += 1
    }
    return count
  }

  /// The frame's place among the frames of all is the event's id, so that a reconnect knows where to go on.
  private func encode(_ departure: FramePacer.Departure, to wire: inout UTF8Buffer) {
    let frame = departure.frame
    let element = list.elements[frame.track]
    let timing = timings.isEmpty ? nil : timings[frame.track]
    switch representation {
    case .sse:
      wire.appendEventStart(id: departure.position)
      element.writeFrame(frame.index, .event, timing, to: &wire)
    case .ndjson:
      element.writeFrame(frame.index, .lines, timing, to: &wire)
    case .text where list.single != nil:
      wire.append("\r")
      element.writeFrame(frame.index, .terminal, to: &wire)
    case .text:
      wire.appendTerminal(above: list.elements.count - frame.track) {
        $0.append("\r")
        element.writeFrame(frame.index, .terminal, to: &$0)
      }
    }
  }

  /// A heartbeat that no client takes for a message.
  func writeHeartbeat(to wire: inout UTF8Buffer) {
    representation.writeHeartbeat(to: &wire)
  }

  /// The end event; in a terminal with several texts the cursor stands below the lines already.
  func writeEnd(_ report: StreamReport, to wire: inout UTF8Buffer) {
    if representation == .text, list.single == nil {
      wire.append("\r")
    } else {
      representation.writeEnd(report, to: &wire)
    }
  }
}

// MARK: - Shared frames

/// The encoded frames of a stream: written for one viewer, copied for all others.
///
/// Of the 5,900 instructions between a frame's turn and the system call 2,400 wrote it; a copy takes some 60. The memory
/// is taken when the second viewer comes, so that no frame waits for any, and what finds no room in it is written anew
/// each time. Kept ready for the only viewer, frames would be memory for nothing.
private struct WrittenFrames: ~Copyable {
  private static let maximumBytes = 262_144
  private static let maximumCount = 4096

  private let maximumCount: Int
  private let capacity: Int
  private var viewers = 0
  private var places: [Place] = []
  private var bytes = UTF8Buffer(capacity: 0)

  /// Where a frame stands; no bytes at all where it has not been written.
  private struct Place {
    var start: UInt32 = 0
    var count: UInt32 = 0

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// Prepares for frames with texts of about `textBytes`; `nil` frames are without end.
  init(frameCount: Int?, textBytes: Int) {
    maximumCount = min(frameCount ?? 0, Self.maximumCount)
    capacity = min(maximumCount * (128 + textBytes), Self.maximumBytes)
  }
}

extension WrittenFrames {
  /// Whether the next viewer is not the first.
  var isUsed: Bool { viewers > 0 }

  /// What it takes at most.
  var byteCount: Int { capacity + maximumCount * MemoryLayout<Place>.stride }

  /// Expects one viewer more.
  mutating func addViewer() {
    viewers += 1
    guard viewers == 2 else { return }
    places = Array(repeating: Place(), count: maximumCount)
    bytes.reserveCapacity(capacity)
  }

  /// Appends the frame at a place in the stream, encoded by `encode` unless another viewer has been sent it before.
  mutating func write(_ position: Int, to wire: inout UTF8Buffer, encode: (inout UTF8Buffer) -> Void) {
    guard position < places.count else { return encode(&wire) }
    let place = places[position]
    guard place.count == 0 else { return wire.append(place.range, of: bytes) }
    let start = wire.count
    encode(&wire)
    keep(start..<wire.count, of: wire, at: position)
  }

  private mutating func keep(_ range: Range<Int>, of wire: borrowing UTF8Buffer, at position: Int) {
    guard bytes.count + range.count <= capacity else { return }
    places[position] = Place(start: UInt32(bytes.count), count: UInt32(range.count))
    bytes.append(range, of: wire)
  }
}
