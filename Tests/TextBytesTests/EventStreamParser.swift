/// The parser of WHATWG HTML §9.2.6, "Interpreting an event stream", step by step.
struct EventStreamParser {
  struct Message: Equatable {
    var type: String
    var data: String
    var lastEventID: String
  }

  private(set) var messages: [Message] = []
  private(set) var reconnectionTime: Int?
  private var data = "", type = "", lastEventID = ""

  init(_ stream: String) {
    var scalars = Array(stream.unicodeScalars)
    if scalars.first == "\u{feff}" { scalars.removeFirst() }
    var line: [Unicode.Scalar] = []
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      guard scalar == "\r" || scalar == "\n" else {
        line.append(scalar)
        continue
      }
      if scalar == "\r", index < scalars.count, scalars[index] == "\n" { index += 1 }
      process(line)
      line = []
    }
    // "Once the end of the file is reached, any pending data must be discarded."
  }

  private mutating func process(_ line: [Unicode.Scalar]) {
    guard !line.isEmpty else { return dispatch() }
    guard let colon = line.firstIndex(of: ":") else { return process(field: line, value: []) }
    guard colon > 0 else { return }
    let value = line[(colon + 1)...]
    process(field: Array(line[..<colon]), value: Array(value.first == " " ? value.dropFirst() : value))
  }

  private mutating func process(field: [Unicode.Scalar], value: [Unicode.Scalar]) {
    let text = Self.text(value)
    switch Self.text(field) {
    case "event": type = text
    case "data": data.unicodeScalars.append(contentsOf: value + ["\n"])
    case "id": if !value.contains("\0") { lastEventID = text }
    case "retry": if !value.isEmpty, value.allSatisfy({ ("0"..."9").contains($0) }) { reconnectionTime = Int(text) }
    default: break
    }
  }

  private mutating func dispatch() {
    defer { (data, type) = ("", "") }
    guard !data.unicodeScalars.isEmpty else { return }
    data.unicodeScalars.removeLast()
    messages.append(Message(type: type.isEmpty ? "message" : type, data: data, lastEventID: lastEventID))
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
