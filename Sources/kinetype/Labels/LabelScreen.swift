import ArgumentParser
import TextBytes
import WireFormat

/// The lines of labels in a terminal, with the cursor on the line below; elsewhere one line behind another.
struct LabelScreen {
  private let names: [String]
  private let isTerminal: Bool
  private var texts: [String: String] = [:]
  private var ended: Set<String> = []

  init(_ names: [String], isTerminal: Bool) {
    self.names = names
    self.isTerminal = isTerminal
  }
}

extension LabelScreen {
  /// Makes room for the lines.
  func begin() throws(ExitCode) {
    guard isTerminal else { return }
    try CommandOutput.checkWritten(CommandOutput.write(String(repeating: "\n", count: names.count).utf8))
    for name in names { if let text = texts[name] { try draw(name, text) } }
  }

  /// Says something between two states of the lines.
  func interrupt(_ words: String) throws(ExitCode) {
    CommandOutput.printError(words)
    try begin()
  }

  /// Shows what an event says.
  ///
  /// - Returns: Whether no label is left.
  mutating func show(_ event: EventStreamReader.Event) throws(ExitCode) -> Bool {
    guard let object = try? JSONValue(parsing: Array(event.data.utf8)) else { return false }
    let named = object["id"]?.text ?? object["label"]?["id"]?.text
    guard let name = named ?? (names.count == 1 ? names.first : nil), names.contains(name) else { return false }
    if event.type == "end" { return end(name, object["reason"]?.text ?? "") }
    guard let text = object["text"]?.text ?? object["label"]?["text"]?.text else { return false }
    ended.remove(name)
    guard texts.updateValue(text, forKey: name) != text else { return false }
    try draw(name, text)
    return false
  }

  /// A service that stops, or has served one client for long, is asked again; a label that is gone is not.
  private mutating func end(_ name: String, _ reason: String) -> Bool {
    guard ["deleted", "expired", "finished"].contains(reason) else { return false }
    CommandOutput.printError("\(name): \(reason)")
    ended.insert(name)
    return ended.count == names.count
  }

  private func draw(_ name: String, _ text: String) throws(ExitCode) {
    var line = UTF8Buffer()
    if isTerminal, let index = names.firstIndex(of: name) {
      line.appendTerminal(above: names.count - index) {
        // A text longer than the line must not wrap (DECAWM).
        $0.append("\u{1b}[?7l")
        $0.appendTerminalLine { $0.append(contentsOf: names.count > 1 ? "\(name): \(text)" : text) }
        $0.append("\u{1b}[?7h")
      }
      line.append("\r")
    } else {
      if names.count > 1 { line.append(contentsOf: "\(name)\t") }
      line.appendPrintable { $0.append(contentsOf: text) }
      line.append("\n")
    }
    try CommandOutput.checkWritten(CommandOutput.write(line.bytes()))
  }
}
