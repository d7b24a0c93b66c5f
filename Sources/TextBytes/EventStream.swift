/// Reads Server-Sent Events from the bytes as they come (WHATWG HTML §9.2.6).
package struct EventStreamReader: Sendable {
  package struct Event: Equatable, Sendable {
    /// Its type, `message` where it has none.
    package var type: String
    package var data: String
  }

  /// What is to be sent as `Last-Event-ID` for the rest; empty for all.
  package private(set) var lastID: String
  /// The milliseconds that the server wants a client to wait before it asks again.
  package private(set) var retryMilliseconds: Int?

  private var line: [UInt8] = []
  private var endsWithReturn = false
  private var isFirstLine = true
  private var type = ""
  private var data: [String] = []
  private var id: String

  package init(lastID: String = "") {
    self.lastID = lastID
    id = lastID
  }
}

extension EventStreamReader {
  /// Returns the events that end in these bytes.
  package mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      let isBehindReturn = endsWithReturn
      endsWithReturn = byte == UInt8(ascii: "\r")
      switch byte {
      case UInt8(ascii: "\n") where isBehindReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): if let event = endLine() { events.append(event) }
      default: line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> Event? {
    var text = String(decoding: line, as: UTF8.self)
    line = []
    if isFirstLine, text.unicodeScalars.first == "\u{feff}" { text.unicodeScalars.removeFirst() }
    isFirstLine = false
    guard !text.isEmpty else { return endEvent() }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count == 1 ? "" : parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]
    set(parts[0], String(value))
    return nil
  }

  private mutating func set(_ field: Substring, _ value: String) {
    switch field {
    case "event": type = value
    case "data": data.append(value)
    case "id": if !value.utf8.contains(0) { id = value }
    case "retry":
      if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int(value) { retryMilliseconds = time }
    default: break
    }
  }

  private mutating func endEvent() -> Event? {
    defer { (type, data) = ("", []) }
    lastID = id
    return data.isEmpty ? nil : Event(type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"))
  }
}

extension UTF8Buffer {
  /// Appends an event up to its data, which is to follow with the blank line that ends it (WHATWG HTML §9.2,
  /// Server-sent events).
  ///
  /// The data must be one line, as JSON made by this module is.
  package mutating func appendEventStart(id: Int) {
    append("id: ")
    append(decimal: id)
    append("\ndata: ")
  }
}
