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
      wire.appendEvent(id: index) { prepared.writeFrame(index, to: &$0) }
    case .ndjson:
      prepared.writeFrame(index, to: &wire)
      wire.append("\n")
    case .text:
      wire.appendTerminalLine { prepared.sequence.writeText(ofFrame: index, to: &$0) }
    }
  }
}
