import Documents
import Deployment
import TextBytes

/// The events beside its frames.
extension StreamRepresentation {
  /// The start event, with the members of an object that says what will be animated.
  func writeStart(to wire: inout UTF8Buffer, members: (inout UTF8Buffer) -> Void) {
    switch self {
    case .sse:
      wire.append("retry: 1000\nevent: start\ndata: ")
      wire.appendJSONObject(members)
      wire.append("\n\n")
    case .ndjson:
      wire.appendJSONObject(members)
      wire.append("\n")
    case .text:
      break
    }
  }

  /// A heartbeat that no client takes for a message.
  func writeHeartbeat(to wire: inout UTF8Buffer) {
    switch self {
    case .sse: wire.append(":\n\n")
    case .ndjson: wire.append(" ")
    case .text: wire.append("\u{1B}[K")
    }
  }

  func writeEnd(_ report: StreamReport, to wire: inout UTF8Buffer) {
    switch self {
    case .sse:
      var random = SystemRandomNumberGenerator()
      if let retry = report.reason.retryMilliseconds(using: &random) {
        wire.append("retry: ")
        wire.append(decimal: retry)
        wire.append("\n")
      }
      wire.append("event: end\ndata: ")
      report.write(to: &wire)
      wire.append("\n\n")
    case .ndjson:
      wire.appendJSONObject { object in
        object.appendJSONName("end")
        report.write(to: &object)
      }
      wire.append("\n")
    case .text:
      wire.append("\n")
    }
  }
}

extension StreamReport {
  fileprivate func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { object in
      object.appendJSONMember("reason", reason.rawValue)
      object.appendJSONMember("framesSent", framesSent)
      object.appendJSONMember("framesSkipped", framesSkipped)
    }
  }
}
