package import Logging
package import Deployment
package import System
import TextBytes

/// Writes the messages of swift-log in the shape of the access log, to the same place and as little willing to wait.
package struct LineLogHandler: LogHandler {
  private let format: LogFormat
  private let output: LineOutput

  /// The least severe level that is written.
  package var logLevel: Logger.Level

  /// What every message carries.
  package var metadata: Logger.Metadata = [:]

  package init(_ settings: Settings, output: LineOutput = .standardError) {
    format = LogFormat(settings, for: output)
    logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
    self.output = output
  }

  /// One piece of what every message carries.
  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one message; it is dropped where there is no room for it.
  package func log(event: LogEvent) {
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

/// Lines waiting to be written, bounded: where they are not taken, the newest are dropped and counted.
struct LineBacklog: ~Copyable {
  private let limit: Int
  private var lines = UTF8Buffer(capacity: 16_384)
  private var start = 0

  /// The lines that were dropped since the last notice of it.
  private(set) var droppedCount = 0

  /// Takes the bytes that may wait; the line that goes beyond them is the last taken.
  init(limit: Int = 262_144) {
    self.limit = limit
  }

  /// Whether no line waits, and no notice.
  var isEmpty: Bool { start == lines.count && droppedCount == 0 }

  /// Takes what `write` writes, a whole line or several.
  mutating func append(_ write: (inout UTF8Buffer) -> Void) {
    guard lines.count - start < limit else {
      droppedCount += 1
      return
    }
    write(&lines)
  }

  /// Writes everything to `sink`, which returns how many bytes it took; once nothing waits, `notice` writes a line about
  /// those that were dropped.
  mutating func flush(to sink: (Span<UInt8>) -> Int, notice: (_ dropped: Int, inout UTF8Buffer) -> Void) {
    offer(to: sink)
    guard start == lines.count, droppedCount > 0 else { return }
    notice(droppedCount, &lines)
    droppedCount = 0
    offer(to: sink)
  }

  private mutating func offer(to sink: (Span<UInt8>) -> Int) {
    if start < lines.count { start += sink(lines.span.extracting(start...)) }
    if start == lines.count {
      lines.truncate()
      start = 0
    } else if start > limit {
      let rest = lines.bytes(from: start)
      lines.truncate()
      lines.append(contentsOf: rest)
      start = 0
    }
  }
}
