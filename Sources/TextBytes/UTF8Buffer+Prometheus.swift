/// What a Prometheus server makes of a metric's numbers.
package enum MetricKind: String, Sendable {
  /// Only grows, and begins anew with the process.
  case counter
  /// Goes up and down.
  case gauge
  /// Observations counted by size.
  case histogram
}

/// Prometheus' text format, version 0.0.4.
extension UTF8Buffer {
  /// `name` is written as it is; in `help` line feeds and backslashes are escaped.
  package mutating func appendMetricHead(_ name: String, _ kind: MetricKind, help: String) {
    append("# HELP ")
    append(contentsOf: name)
    append(UInt8(ascii: " "))
    appendEscaped(help, quoted: false)
    append("\n# TYPE ")
    append(contentsOf: name)
    append(UInt8(ascii: " "))
    append(contentsOf: kind.rawValue)
    append(UInt8(ascii: "\n"))
  }

  /// Appends one line, names as they are; in the values of labels quotes, line feeds and backslashes are escaped.
  package mutating func appendMetricSample(
    _ name: String, labels: some Sequence<(key: String, value: String)>, value writeValue: (inout UTF8Buffer) -> Void
  ) {
    append(contentsOf: name)
    var separator = UInt8(ascii: "{")
    for (name, value) in labels {
      append(separator)
      append(contentsOf: name)
      append("=\"")
      appendEscaped(value, quoted: true)
      append(UInt8(ascii: "\""))
      separator = UInt8(ascii: ",")
    }
    if separator == UInt8(ascii: ",") { append(UInt8(ascii: "}")) }
    append(UInt8(ascii: " "))
    writeValue(&self)
    append(UInt8(ascii: "\n"))
  }

  private mutating func appendEscaped(_ text: String, quoted: Bool) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\"") where quoted: append("\\\"")
      default: append(byte)
      }
    }
  }
}
