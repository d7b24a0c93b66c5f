import FrameScheduling
import TextAnimation
import TextBytes

/// Encodes the events of a stream, each frame once for all its viewers.
final class StreamEncoder {
  let representation: StreamRepresentation
  let list: AnimationList
  let timeline: Timeline
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

  init(_ representation: StreamRepresentation, _ list: AnimationList, sharing timingTables: TimingTables?) {
    self.representation = representation
    self.list = list
    timeline = list.timeline
    let isTimed = representation != .text && timeline.count.map { $0 <= Self.maximumTimedFrames } ?? false
    timings = isTimed ? list.elements.compactMap { timingTables?.table(of: $0.prepared, .json) } : []
    preparedBytes = list.byteCount + Self.byteCount(timings)
    let textBytes = list.elements.lazy.map { $0.idBytes + $0.prepared.sequence.animation.textBytes }.max() ?? 0
    written = WrittenFrames(frameCount: timeline.count, textBytes: textBytes)
  }

  /// About the bytes that it takes, with the frames that viewers share.
  var byteCount: Int { preparedBytes + written.byteCount }

  /// A table that neighbours share counts once.
  private static func byteCount(_ timings: [TimingTable]) -> Int {
    timings.indices.reduce(0) { sum, index in
      index > 0 && timings[index] === timings[index - 1] ? sum : sum + timings[index].byteCount
    }
  }

  /// Counts its bytes, for the first viewer or with the frames that a second one has written.
  ///
  /// - Throws: Which limit is reached.
  func hold(to limits: StreamLimits, for caller: Caller?) throws(Admission.Refusal) -> Admission {
    let bytes: Admission
    if let held { bytes = held } else { bytes = try Admission([], to: limits, for: caller) }
    try bytes.grow(to: written.isUsed ? byteCount : preparedBytes)
    held = bytes
    return bytes
  }

  /// Expects one viewer more.
  func addViewer() {
    written.addViewer()
  }
}

extension StreamEncoder {
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

  /// The first frames of a batch, as many as one turn may write.
  ///
  /// - Returns: How many these are.
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
