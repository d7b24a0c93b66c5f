public import TextBytes

extension UTF8Buffer {
  /// Appends an event up to its data, which is to follow with the blank line that ends it (WHATWG HTML §9.2,
  /// Server-sent events).
  ///
  /// - Parameter id: What a client sends back as `Last-Event-ID` when it reconnects.
  ///
  /// The data must be one line, as JSON made by this module is.
  public mutating func appendEventStart(id: Int) {
    append("id: ")
    append(decimal: id)
    append("\ndata: ")
  }
}
