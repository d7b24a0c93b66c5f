import TextAnimation
import TextBytes
import WireFormat

/// Encodes the events of a stream of one sequence.
struct StreamEncoder: Sendable {
  let representation: StreamRepresentation
  let prepared: PreparedSequence
  /// The times of all frames, where there are few enough.
  let timing: TimingTable?

  /// The most frames whose times are computed when the stream opens: 0.4 ms, and 120 KB while it is kept.
  private static let maximumTimedFrames = 1024

  init(_ representation: StreamRepresentation, _ prepared: PreparedSequence, sharing timingTables: TimingTables?) {
    self.representation = representation
    self.prepared = prepared
    let isTimed = representation != .text && prepared.sequence.count.map { $0 <= Self.maximumTimedFrames } ?? false
    timing = isTimed ? timingTables?.table(of: prepared, .json) : nil
  }

  /// The frames to be sent.
  var sequence: FrameSequence { prepared.sequence }
}

extension StreamEncoder {
  /// The start event: what will be animated.
  func writeStart(to wire: inout UTF8Buffer) {
    representation.writeStart(to: &wire) { object in
      object.appendJSONName("animation")
      prepared.writeDescription(to: &object)
    }
  }

  /// One frame; its number is the event's id, so that a reconnect knows where to go on.
  func writeFrame(_ index: Int, to wire: inout UTF8Buffer) {
    switch representation {
    case .sse:
      wire.appendEventStart(id: index)
      prepared.writeFrame(index, .event, timing, to: &wire)
    case .ndjson:
      prepared.writeFrame(index, .lines, timing, to: &wire)
    case .text:
      wire.append("\r")
      prepared.writeFrame(index, .terminal, to: &wire)
    }
  }
}
