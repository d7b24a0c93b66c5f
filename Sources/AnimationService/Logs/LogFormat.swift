import Logging
import MicroHTTP
import Deployment
import System
import TextBytes

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
    at time: TimestampText, _ level: Logger.Level, _ message: String, to lines: inout UTF8Buffer,
    members: (inout UTF8Buffer) -> Void
  ) {
    switch self {
    case .json:
      lines.append("{\"time\":\"")
      lines.append(contentsOf: time.bytes)
      lines.append("\",\"level\":\"")
      lines.append(contentsOf: level.rawValue)
      lines.append("\",\"message\":")
      lines.appendQuoted(message)
      members(&lines)
      lines.append("}\n")
    case .text:
      lines.append(contentsOf: time.bytes)
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
    line.append(digits: Int(attoseconds / 1_000_000_000_000), count: 6)
  }

  /// Appends a member with a text, escaped.
  func append(_ name: StaticString, _ text: String, to line: inout UTF8Buffer) {
    appendName(name, to: &line)
    appendText(text, to: &line)
  }

  /// Appends a member with a text that no quotation mark, backslash, blank or control character is in.
  func append(_ name: StaticString, plain text: String, to line: inout UTF8Buffer) {
    appendName(name, to: &line)
    if self == .json { line.append("\"") }
    line.append(contentsOf: text)
    if self == .json { line.append("\"") }
  }

  /// Appends a member whose name is not known beforehand.
  func append(named name: String, _ text: String, to line: inout UTF8Buffer) {
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
    case .json:
      // Some member or other always stands before it.
      line.append(",\"")
      line.append(name)
      line.append("\":")
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

// MARK: - Times

/// A moment as it stands in a line, `2026-11-21T22:00:00.123Z` (RFC 3339), of which the date is written once a second.
struct TimestampText {
  private(set) var bytes: [UInt8] = []
  private var second = Int.min

  /// The text of a moment.
  init(_ time: Timestamp) {
    update(to: time)
  }

  /// Changes it to another moment.
  mutating func update(to time: Timestamp) {
    if time.seconds != second { writeSecond(time) }
    let milliseconds = time.milliseconds - second * 1000
    bytes[20] = UInt8(ascii: "0") + UInt8(milliseconds / 100)
    bytes[21] = UInt8(ascii: "0") + UInt8(milliseconds / 10 % 10)
    bytes[22] = UInt8(ascii: "0") + UInt8(milliseconds % 10)
  }

  private mutating func writeSecond(_ time: Timestamp) {
    second = time.seconds
    let date = time.calendar
    var text = UTF8Buffer()
    text.append(digits: min(max(date.year, 0), 9999), count: 4)
    for (separator, number) in [
      ("-", date.month), ("-", date.day), ("T", date.hour), (":", date.minute), (":", date.second),
    ] {
      text.append(contentsOf: separator)
      text.append(digits: number, count: 2)
    }
    text.append(".000Z")
    bytes = text.bytes()
  }
}

extension UTF8Buffer {
  /// Appends the last `count` decimal digits of a number that is not negative.
  fileprivate mutating func append(digits number: Int, count digitCount: Int) {
    append(repeating: UInt8(ascii: "0"), count: digitCount)
    var (rest, position) = (number, count)
    for _ in 0..<digitCount {
      position -= 1
      self[position] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }
}

// A client's words may stand in a log, and whoever reads it in a terminal should see them, not what they tell it to do.
extension UTF8Buffer {
  /// Appends a JSON string in which what a terminal or a viewer obeys is an escape.
  mutating func appendQuoted(_ text: String) {
    guard text.isObeyed else { return text.writeJSON(to: &self) }
    for scalar in UTF8Buffer.text({ text.writeJSON(to: &$0) }).unicodeScalars {
      if scalar.isObeyed {
        append("\\u")
        append(contentsOf: String(String(scalar.value + 0x1_0000, radix: 16).dropFirst()))
      } else {
        append(contentsOf: String(scalar))
      }
    }
  }

  /// Appends a text that stands for itself; one that could be taken for more than one word in quotation marks.
  mutating func appendWord(_ text: String) {
    let isWord = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3D && $0 != 0x7F }
    if isWord && !text.isObeyed { append(contentsOf: text) } else { appendQuoted(text) }
  }

  /// Appends a message; one with control characters in quotation marks.
  mutating func appendPlain(_ text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    if isPlain && !text.isObeyed { append(contentsOf: text) } else { appendQuoted(text) }
  }
}

extension String {
  /// Whether it has a character beyond ASCII that a terminal or a viewer obeys.
  fileprivate var isObeyed: Bool {
    !utf8Span.isKnownASCII && unicodeScalars.contains(where: \.isObeyed)
  }
}

extension Unicode.Scalar {
  /// Whether it is a C1 control, ends a line or changes the direction of what follows (UAX #9 section 2).
  fileprivate var isObeyed: Bool {
    switch value {
    case 0x80...0x9F, 0x2028...0x2029, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
