package import MicroHTTP

/// A limit that was hit, or another reason to refuse, in the words of `kinetype_rejections_total`.
package enum Rejection: String, CaseIterable, Sendable {
  case connections, streams
  case clientConnections = "client_connections"
  case clientStreams = "client_streams"
  case labelViewers = "label_viewers"
  case streamBytes = "stream_bytes"
  case clientStreamBytes = "client_stream_bytes"
  case clientWork = "client_work"
  case requestRate = "request_rate"
  case unauthorized
  case framesPerSecond = "frames_per_second"
  case headSize = "head_size"
  case bodySize = "body_size"
  case headTimeout = "head_timeout"
  case bodyTimeout = "body_timeout"
  case stalledWrite = "stalled_write"
  case malformed
  case notImplemented = "not_implemented"
  case labelChanges = "label_changes"
  case labelAccess = "label_access"
  case labelStore = "label_store"
  case draining

  package init(_ rejection: RequestRejection) {
    self =
      switch rejection {
      case .malformed: .malformed
      case .headTooLarge, .targetTooLong: .headSize
      case .headTooSlow: .headTimeout
      case .bodyTooSlow: .bodyTimeout
      case .bodyTooLarge: .bodySize
      case .versionNotSupported, .methodNotImplemented, .transferCodingNotImplemented: .notImplemented
      case .tooManyConnections: .connections
      }
  }
}
