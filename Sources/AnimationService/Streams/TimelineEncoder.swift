import FrameScheduling
import TextAnimation
import TextBytes
import WireFormat

/// Encodes the events of a stream of several sequences.
struct TimelineEncoder: Sendable {
  let representation: StreamRepresentation
  let list: AnimationList
}

extension TimelineEncoder {
  /// The start event: what will be animated; in a terminal, an empty line for each text.
  func writeStart(to wire: inout UTF8Buffer) {
    if representation == .text {
      wire.append(repeating: UInt8(ascii: "\n"), count: list.elements.count)
    } else {
      representation.writeStart(to: &wire) { object in
        object.appendJSONName("animations")
        list.writeDescription(to: &object)
      }
    }
  }

  /// One frame; its place among the frames of all is the event's id, so that a reconnect knows where to go on.
  func writeFrame(_ departure: TimelinePacer.Departure, to wire: inout UTF8Buffer) {
    let frame = departure.frame
    let element = list.elements[frame.track]
    switch representation {
    case .sse:
      wire.appendEventStart(id: departure.position)
      element.writeFrame(frame.index, .event, to: &wire)
    case .ndjson:
      element.writeFrame(frame.index, .lines, to: &wire)
    case .text:
      wire.appendTerminal(above: list.elements.count - frame.track) {
        $0.append("\r")
        element.prepared.writeFrame(frame.index, .terminal, to: &$0)
      }
    }
  }

  /// The end event; in a terminal the cursor stands below the lines already.
  func writeEnd(_ report: StreamReport, to wire: inout UTF8Buffer) {
    if representation == .text { wire.append("\r") } else { representation.writeEnd(report, to: &wire) }
  }
}
