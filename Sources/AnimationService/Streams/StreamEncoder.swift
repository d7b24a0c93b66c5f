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
    switch representation {
    case .sse:
      wire.append("retry: 1000\nevent: start\ndata: ")
      writeAnnouncement(to: &wire)
      wire.append("\n\n")
    case .ndjson:
      writeAnnouncement(to: &wire)
      wire.append("\n")
    case .text:
      break
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

  /// A sign of life that no client takes for a message.
  func writeHeartbeat(to wire: inout UTF8Buffer) {
    switch representation {
    case .sse: wire.append(":\n\n")
    case .ndjson: wire.append(" ")
    case .text: wire.append("\u{1B}[K")
    }
  }

  /// The last words.
  func writeEnd(_ summary: StreamSummary, to wire: inout UTF8Buffer) {
    switch representation {
    case .sse:
      if let retry = summary.reason.retryMilliseconds {
        wire.append("retry: ")
        wire.append(decimal: retry)
        wire.append("\n")
      }
      wire.append("event: end\ndata: ")
      writeSummary(summary, to: &wire)
      wire.append("\n\n")
    case .ndjson:
      wire.appendJSONObject { object in
        object.appendJSONName("end")
        writeSummary(summary, to: &object)
      }
      wire.append("\n")
    case .text:
      wire.append("\n")
    }
  }

  private func writeAnnouncement(to wire: inout UTF8Buffer) {
    wire.appendJSONObject { object in
      object.appendJSONName("animation")
      prepared.writeDescription(to: &object)
    }
  }

  private func writeSummary(_ summary: StreamSummary, to wire: inout UTF8Buffer) {
    wire.appendJSONObject { object in
      object.appendJSONMember("reason", summary.reason.rawValue)
      object.appendJSONMember("framesSent", summary.framesSent)
      object.appendJSONMember("framesSkipped", summary.framesSkipped)
    }
  }
}
