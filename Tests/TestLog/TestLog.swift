package import Logging
import Synchronization

/// A log that a test can read.
package final class TestLog: LogHandler {
  private let lines = Mutex<[String]>([])
  package var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  package var logLevel: Logger.Level {
    get { .trace }
    set {}
  }

  package init() {}

  package var all: [String] { lines.withLock { $0 } }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  package func log(event: LogEvent) {
    let words = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
    lines.withLock { $0.append("\(event.level) \(event.message) \(words)") }
  }
}
