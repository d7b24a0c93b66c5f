import ArgumentParser
import Glibc
import System
import Terminal
import TextBytes

/// The lines of labels in a terminal, with the cursor on the line below; elsewhere one line behind another.
struct LabelScreen {
  private let names: [String]
  private let isTerminal: Bool
  private var texts: [String: String] = [:]
  private var ended: Set<String> = []
  private let reasons: Set<String> = ["deleted", "expired", "finished", "forbidden", "missing", "unavailable"]

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
  /// - Throws: Where nothing can be written, or the one label may no longer be read.
  mutating func show(_ event: EventStreamReader.Event) throws(ExitCode) -> Bool {
    guard let object = try? JSONValue(parsing: Array(event.data.utf8)) else { return false }
    let label = object["label"] ?? object
    guard let name = label["id"]?.text ?? (names.count == 1 ? names.first : nil), names.contains(name) else {
      return false
    }
    switch event.type {
    case "end", "absent":
      return try leave(name, object["reason"]?.text ?? "", isLast: names.count == 1 && event.type == "end")
    case "start", "message":
      guard let text = label["text"]?.text else { return false }
      ended.remove(name)
      guard texts.updateValue(text, forKey: name) != text else { return false }
      try draw(name, text)
      return false
    default:
      // A change is followed by its frames.
      return false
    }
  }

  /// Tells why a label is not to be seen.
  ///
  /// A label of several that is not there may come. A service that stops, or has served one client for long, is asked
  /// again.
  private mutating func leave(_ name: String, _ reason: String, isLast: Bool) throws(ExitCode) -> Bool {
    guard reasons.contains(reason) else { return false }
    if isLast, reason == "forbidden" { throw CommandOutput.failure("\(name): \(reason)") }
    texts[name] = nil
    if ["deleted", "expired", "finished"].contains(reason) { ended.insert(name) }
    guard ended.count < names.count else {
      CommandOutput.printError("\(name): \(reason)")
      return true
    }
    try interrupt("\(name): \(reason)")
    return false
  }

  private func draw(_ name: String, _ text: String) throws(ExitCode) {
    var line = UTF8Buffer()
    if isTerminal, let index = names.firstIndex(of: name) {
      line.appendTerminal(above: names.count - index) {
        let line = names.count > 1 ? "\(name): \(text)" : text
        let width = TerminalWindow(of: STDOUT_FILENO).columns
        // Where a character is wider than it is known to be, it must not break the line (DECAWM).
        $0.append("\u{1b}[?7l")
        $0.appendTerminalLine { $0.append(contentsOf: line.cropped(toCells: width)) }
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
