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
