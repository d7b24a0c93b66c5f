import Logging
import Synchronization

/// A log that a test can read.
final class TestLog: LogHandler {
  private let lines = Mutex<[String]>([])
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }

  var all: [String] { lines.withLock { $0 } }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    let words = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
    lines.withLock { $0.append("\(event.level) \(event.message) \(words)") }
  }
}
