import TextAnimation
import TextBytes
import WireFormat

/// Everything one stream says, in its representation.
struct StreamEncoder: Sendable {
  let representation: StreamRepresentation
  let prepared: PreparedSequence

  /// The frames to be sent.
  var sequence: FrameSequence { prepared.sequence }
}

extension StreamEncoder {
  /// The first words: what will be animated.
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
      prepared.writeFrame(index, .event, to: &wire)
    case .ndjson:
      prepared.writeFrame(index, .lines, to: &wire)
    case .text:
      wire.append("\r")
      prepared.writeFrame(index, .terminal, to: &wire)
    }
  }
}
