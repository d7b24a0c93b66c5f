public import TextBytes

/// One event of an event stream (WHATWG HTML §9.2, Server-sent events).
public struct ServerSentEvent: Hashable, Sendable {
  /// The cursor a client sends back as `Last-Event-ID` when it reconnects.
  public var id: Line?
  /// The event's type; a client takes an event without one for a `message`.
  public var event: Line?
  /// Milliseconds a client waits before it reconnects.
  public var retry: UInt32?
  /// The text a client is given; an event without it is not dispatched but sets its other fields.
  public var data: String?

  /// Creates an event.
  public init(id: Line? = nil, event: Line? = nil, retry: UInt32? = nil, data: String? = nil) {
    self.id = id
    self.event = event
    self.retry = retry
    self.data = data
  }

  /// A text that cannot leave its field: without CR, LF and NUL.
  public struct Line: Hashable, Sendable {
    let text: String

    /// Creates a line; `nil` where the text has a line break or a NUL, which would end the field or void it.
    public init?(_ text: String) {
      guard text.utf8.allSatisfy({ $0 != 0x0a && $0 != 0x0d && $0 != 0 }) else { return nil }
      self.text = text
    }

    /// Creates the line of a number.
    public init(_ number: Int) {
      text = String(number)
    }
  }
}

extension ServerSentEvent.Line: ExpressibleByStringLiteral {
  /// Creates a line from a literal of the program, which has neither line breaks nor NUL.
  public init(stringLiteral literal: StaticString) {
    guard let line = Self("\(literal)") else { preconditionFailure("a line of an event stream has no line breaks") }
    self = line
  }
}

extension UTF8Buffer {
  /// Appends a whole event with its blank line.
  public mutating func append(_ event: ServerSentEvent) {
    if let retry = event.retry { appendField("retry: ", Int(retry)) }
    if let name = event.event { appendField("event: ", name) }
    if let id = event.id { appendField("id: ", id) }
    if let data = event.data { appendData(data.utf8Span.span) }
    append(UInt8(ascii: "\n"))
  }

  /// Appends an event up to its data, which is to follow with the blank line that ends it.
  ///
  /// The data must be one line, as JSON made by this module is.
  public mutating func appendEventStart(id: Int) {
    append("id: ")
    append(decimal: id)
    append("\ndata: ")
  }
}

extension UTF8Buffer {
  private mutating func appendField(_ name: StaticString, _ value: Int) {
    append(name)
    append(decimal: value)
    append(UInt8(ascii: "\n"))
  }

  private mutating func appendField(_ name: StaticString, _ value: ServerSentEvent.Line) {
    append(name)
    append(contentsOf: value.text)
    append(UInt8(ascii: "\n"))
  }

  /// Gives each line a field of its own: lines end at LF, CR or CRLF, and empty ones count.
  private mutating func appendData(_ text: Span<UInt8>) {
    append("data: ")
    var start = 0
    for index in text.indices where text[index].isLineBreak {
      if text[index] == UInt8(ascii: "\n"), index > 0, text[index - 1] == UInt8(ascii: "\r") {
        start = index + 1
        continue
      }
      append(contentsOf: text.extracting(start..<index))
      append(UInt8(ascii: "\n"))
      append("data: ")
      start = index + 1
    }
    append(contentsOf: text.extracting(start..<text.count))
    append(UInt8(ascii: "\n"))
  }
}

extension UInt8 {
  fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
