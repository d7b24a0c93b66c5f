public import TextBytes

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
