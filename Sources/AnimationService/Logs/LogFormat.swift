import System
import Logging
import MicroHTTP
import TextBytes
import WireFormat

/// How a line of the log looks.
enum LogFormat: String, Sendable {
  /// One JSON object a line: `{"time":…,"level":…,"message":…,…}`.
  case json
  /// For people: time, level and message, then `name=value` for the rest.
  case text

  /// What the settings ask for; `auto` is text where a person reads, JSON where a program does.
  init(_ settings: Settings, for output: LineOutput) {
    self = LogFormat(rawValue: settings.logFormat) ?? (output.isTerminal ? .text : .json)
  }
}

// MARK: - Lines

extension LogFormat {
  /// Appends a line; `members` appends what belongs to it beside time, level and message.
  func appendLine(
    at time: Timestamp, _ level: Logger.Level, _ message: String, to lines: inout UTF8Buffer,
    members: (inout UTF8Buffer) -> Void
  ) {
    switch self {
    case .json:
      lines.append("{\"time\":\"")
      lines.append(time)
      lines.append("\",\"level\":\"")
      lines.append(contentsOf: level.rawValue)
      lines.append("\",\"message\":")
      lines.appendQuoted(message)
      members(&lines)
      lines.append("}\n")
    case .text:
      lines.append(time)
      lines.append(" ")
      lines.append(contentsOf: level.rawValue)
      lines.append(" ")
      lines.appendPlain(message)
      members(&lines)
      lines.append("\n")
    }
  }

  /// Appends a member with a number.
  func append(_ name: StaticString, _ number: Int, to line: inout UTF8Buffer) {
    appendName(name, to: &line)
    line.append(decimal: number)
  }

  /// Appends a member with seconds, to the microsecond.
  func append(_ name: StaticString, _ duration: Duration, to line: inout UTF8Buffer) {
    let (seconds, attoseconds) = duration.components
    appendName(name, to: &line)
    line.append(decimal: Int(seconds))
    line.append(".")
    line.append(decimal: UInt64(attoseconds / 1_000_000_000_000), minimumDigits: 6)
  }

  /// Appends a member with a text, escaped.
  func append(_ name: StaticString, _ text: String, to line: inout UTF8Buffer) {
    appendName(name, to: &line)
    appendText(text, to: &line)
  }

  /// Appends a member whose name is not known beforehand.
  func append(_ name: String, _ text: String, to line: inout UTF8Buffer) {
    switch self {
    case .json:
      line.appendJSON(name)
      line.append(":")
    case .text:
      line.append(" ")
      line.appendWord(name)
      line.append("=")
    }
    appendText(text, to: &line)
  }

  /// Appends members that belong together: an object of their own in JSON.
  func appendGroup(_ name: StaticString, to line: inout UTF8Buffer, members: (inout UTF8Buffer) -> Void) {
    guard self == .json else { return members(&line) }
    line.appendJSONName(name)
    line.appendJSONObject(members)
  }

  private func appendName(_ name: StaticString, to line: inout UTF8Buffer) {
    switch self {
    case .json: line.appendJSONName(name)
    case .text:
      line.append(" ")
      line.append(name)
      line.append("=")
    }
  }

  private func appendText(_ text: String, to line: inout UTF8Buffer) {
    switch self {
    case .json: line.appendQuoted(text)
    case .text: line.appendWord(text)
    }
  }
}

// MARK: - Texts

extension UTF8Buffer {
  /// Appends `2026-11-21T22:00:00.123Z` (RFC 3339).
  mutating func append(_ time: Timestamp) {
    let date = time.calendar
    append(decimal: UInt64(clamping: date.year), minimumDigits: 4)
    appendTwoDigits(date.month, after: UInt8(ascii: "-"))
    appendTwoDigits(date.day, after: UInt8(ascii: "-"))
    appendTwoDigits(date.hour, after: UInt8(ascii: "T"))
    appendTwoDigits(date.minute, after: UInt8(ascii: ":"))
    appendTwoDigits(date.second, after: UInt8(ascii: ":"))
    append(".")
    append(decimal: UInt64(time.milliseconds - time.seconds * 1000), minimumDigits: 3)
    append("Z")
  }

  private mutating func appendTwoDigits(_ number: Int, after separator: UInt8) {
    append(separator)
    append(UInt8(ascii: "0") + UInt8(number / 10))
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
