public import System
public import Logging
import TextBytes

/// Writes the messages of swift-log in the shape of the access log, to the same place and as little willing to wait.
public struct LineLogHandler: LogHandler {
  private let format: LogFormat
  private let output: LineOutput

  /// The least severe level that is written.
  public var logLevel: Logger.Level

  /// What every message carries.
  public var metadata: Logger.Metadata = [:]

  /// Creates a handler as the settings want it.
  public init(_ settings: Settings, output: LineOutput = .standardError) {
    format = LogFormat(settings, for: output)
    logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
    self.output = output
  }

  /// One piece of what every message carries.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one message; it is dropped where there is no room for it.
  public func log(event: LogEvent) {
    var line = UTF8Buffer()
    write(event, at: .now, to: &line)
    _ = output.write(line.span)
  }

  /// Appends one message as one line, its metadata sorted by name.
  func write(_ event: LogEvent, at time: Timestamp, to line: inout UTF8Buffer) {
    let own = metadata.merging(event.metadata ?? [:]) { _, new in new }
    format.appendLine(at: TimestampText(time), event.level, event.message.description, to: &line) { line in
      if let error = event.error { format.append("error", "\(error)", to: &line) }
      guard !own.isEmpty else { return }
      format.appendGroup("metadata", to: &line) { group in
        for (name, value) in own.sorted(by: { $0.key < $1.key }) {
          format.append(named: name, value.description, to: &group)
        }
      }
    }
  }
}
