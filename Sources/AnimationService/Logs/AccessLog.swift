import Logging
import Deployment
import MicroHTTP
import System
import TextBytes

/// One line for each request of one loop, written when the request is over; of a stream therefore at its end.
///
/// Lines are written straight to bytes and leave together at the end of the loop's turn, so that a busy loop makes one
/// system call for many. The query is left out, since keys may stand in it; bodies never get here.
final class AccessLog {
  private let format: LogFormat
  private let leastSevere: Logger.Level
  /// Paths that nobody wants to read about: who asks for them does so every few seconds.
  private let silentPaths: Set<String>
  private let output: LineOutput
  private let forwarding: Forwarding?
  private var backlog = LineBacklog()
  private var time = TimestampText(.now)

  /// Creates the log of one loop; `nil` where the settings want none.
  init?(_ settings: Settings, output: LineOutput) {
    guard settings.accessLog else { return nil }
    format = LogFormat(settings, for: output)
    leastSevere = Logger.Level(rawValue: settings.logLevel) ?? .info
    silentPaths = settings.accessLogProbes ? [] : ["/healthz", "/readyz", "/metrics"]
    self.output = output
    let proxies = settings.trustedProxies
    forwarding = proxies.isEmpty ? nil : Forwarding(trusting: proxies, field: settings.forwardedField)
  }

  /// Adds a line for a request.
  func record(_ exchange: Exchange) {
    let level = exchange.level
    guard level >= leastSevere, !isSilent(exchange.path) else { return }
    time.update(to: exchange.end)
    let (format, time, client) = (format, time, client(of: exchange))
    backlog.append { exchange.write(to: &$0, at: time, level, as: format, client: client) }
  }

  private func isSilent(_ path: String?) -> Bool {
    // The longest of them has 8 bytes; most paths are longer.
    guard let path, path.utf8.count <= 8 else { return false }
    return silentPaths.contains(path)
  }

  /// The client that limits count the request for, where it came through a trusted proxy.
  private func client(of exchange: Exchange) -> IPAddress? {
    guard let forwarding, let peer = IPAddress(exchange.remoteAddress) else { return nil }
    let client = forwarding.client(peer: peer, exchange.headerFields)
    return client == peer ? nil : client
  }

  /// Writes the lines; what standard error has no room for waits, and what is too much is dropped and counted.
  func flush() {
    guard !backlog.isEmpty else { return }
    let (format, output) = (format, output)
    backlog.flush(to: output.write) { dropped, lines in
      format.appendLine(at: TimestampText(.now), .warning, "log lines dropped", to: &lines) {
        format.append("count", dropped, to: &$0)
      }
    }
  }
}

extension Exchange {
  /// Failures of the service are errors, a full or ending one a warning; what a client did wrong is its own affair.
  var level: Logger.Level {
    switch status {
    case 501, 505, ..<500: .info
    case 503: .warning
    default: .error
    }
  }

  /// Appends the exchange as one line.
  func write(
    to lines: inout UTF8Buffer, at time: TimestampText, _ level: Logger.Level, as format: LogFormat,
    client: IPAddress? = nil
  ) {
    let stream = report.flatMap { $0 as? StreamReport }
    format.appendLine(at: time, level, stream == nil ? "request" : "stream", to: &lines) { line in
      format.append("method", method, to: &line)
      if let path { format.append("path", Self.excerpt(path, 512), to: &line) }
      format.append("status", status, to: &line)
      format.append("requestId", plain: requestID, to: &line)
      format.append("duration", duration, to: &line)
      if let byteCount { format.append("bytes", byteCount, to: &line) }
      if let stream {
        format.append("reason", stream.reason.rawValue, to: &line)
        format.append("framesSent", stream.framesSent, to: &line)
        format.append("framesSkipped", stream.framesSkipped, to: &line)
      } else if !isComplete {
        format.append("reason", StreamEnd.clientLeft.rawValue, to: &line)
      }
      format.append("remoteAddress", plain: remoteAddress, to: &line)
      if let client { format.append("clientAddress", client.description, to: &line) }
      if let userAgent { format.append("userAgent", Self.excerpt(userAgent, 200), to: &line) }
    }
  }

  /// A text of at most so many bytes; where one is cut, an ellipsis says so.
  private static func excerpt(_ text: String, _ limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
  }
}
