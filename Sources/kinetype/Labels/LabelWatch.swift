import ArgumentParser
import Glibc
import System
import Terminal
import TextBytes

struct LabelWatch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Shows labels as they move, until they are deleted or Ctrl-C is pressed.",
    discussion: """
      Each label has a line that is rewritten in place; where standard output is not a terminal, each new text gets a line \
      of its own, with several labels behind the name and a tab. A connection that is lost is opened again.

      Examples:
        kinetype label watch donations
        kinetype label watch donations visitors temperature
      """
  )

  @Argument(help: "The labels' names.")
  var names: [String]

  @OptionGroup var server: LabelServer

  /// The longest silence of a server that is there: it sends heartbeats, every 15 seconds if nobody has set that.
  private static let silence = Duration.seconds(60)

  func validate() throws {
    guard Set(names).count == names.count else { throw CommandOutput.usageError("a label is named twice") }
  }

  func run() throws {
    let address = try server.address()
    var (events, screen) = (EventStreamReader(), LabelScreen(names, isTerminal: Screen.isRewritable))
    var (hasBegun, losses) = (false, 0)
    try screen.begin()
    while case .lost(let reason) = try follow(address, &events, &screen, &hasBegun, &losses) {
      guard hasBegun else { throw CommandOutput.failure("\(address.authority): \(reason)") }
      if losses == 0 { try screen.interrupt("\(address.authority): \(reason); trying again") }
      let pause = min((events.retryMilliseconds ?? 1000) << losses, 10_000)
      usleep(UInt32(Double(pause) * .random(in: 0.5...1) * 1000))
      losses = min(losses + 1, 4)
    }
  }

  private enum Outcome {
    case ended
    case lost(String)
  }

  /// Shows what one connection brings.
  private func follow(
    _ address: ServerAddress, _ events: inout EventStreamReader, _ screen: inout LabelScreen, _ hasBegun: inout Bool,
    _ losses: inout Int
  ) throws(ExitCode) -> Outcome {
    let answer: HTTPClient.Answer
    do throws(HTTPClientError) {
      answer = try open(address, lastID: events.lastID)
    } catch {
      return .lost(error.reason)
    }
    guard answer.status == 200 else {
      // What is wrong for a while only is so to one who has been served before.
      if hasBegun, [429, 502, 503, 504].contains(answer.status) {
        return .lost("the answer was \(answer.status)")
      }
      throw LabelServer.refusal(answer.status, (try? answer.body(within: .seconds(server.timeout))) ?? [])
    }
    (hasBegun, losses) = (true, 0)
    events = EventStreamReader(lastID: events.lastID)
    while true {
      let received: [EventStreamReader.Event]
      do throws(HTTPClientError) {
        guard let bytes = try answer.next(within: Self.silence) else { return .lost("the stream has ended") }
        received = events.read(bytes)
      } catch {
        return .lost(error.reason)
      }
      for event in received where try screen.show(event) { return .ended }
    }
  }

  private func open(_ address: ServerAddress, lastID: String) throws(HTTPClientError) -> HTTPClient.Answer {
    let target =
      names.count == 1
      ? "/v1/labels/\(names[0].percentEncoded)/stream"
      : "/v1/labels/stream?" + names.map { "id=\($0.percentEncoded)" }.joined(separator: "&")
    let fields = [("Accept", "text/event-stream")] + (lastID.isEmpty ? [] : [("Last-Event-ID", lastID)])
    return try server.open(address, "GET", target, fields: fields)
  }
}

/// The lines of labels in a terminal, with the cursor on the line below; elsewhere one line behind another.
private struct LabelScreen {
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
  func begin() throws(ExitCode) {
    guard isTerminal else { return }
    try CommandOutput.checkWritten(CommandOutput.write(String(repeating: "\n", count: names.count).utf8))
    for name in names { if let text = texts[name] { try draw(name, text) } }
  }

  func interrupt(_ words: String) throws(ExitCode) {
    CommandOutput.printError(words)
    try begin()
  }

  /// Returns whether no label is left; throws also where the one label may no longer be read.
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
