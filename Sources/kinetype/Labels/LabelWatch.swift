import ArgumentParser
import Documents
import FoundationEssentials
import Glibc
import System
import TextBytes

struct LabelWatch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Shows labels as they move, until they are deleted or Ctrl-C is pressed.",
    discussion: """
      Each label has a line that is rewritten in place; where standard output is not a terminal, each new text gets a line \
      of its own, with several labels behind the name and a tab. A connection that is lost is opened again.

      With --file the texts go to a file instead, for OBS, a status bar or a script that reads it: one label is the whole \
      of the file, and several are a line each. It is replaced as a whole, at most ten times a second, so that whoever \
      reads it never sees half a text.

      Examples:
        kinetype label watch donations
        kinetype label watch donations visitors temperature
        kinetype label watch donations --file ~/obs/donations.txt
        kinetype label watch donations --once
      """
  )

  @Argument(help: "The labels' names.")
  var names: [String]

  @Option(help: "A file that has what the labels show, in place of standard output.", completion: .file())
  var file: String?

  @Flag(help: "Writes what the labels show now, and ends.")
  var once = false

  @OptionGroup var server: LabelServer

  /// The longest silence of a server that is there: it sends heartbeats, every 15 seconds if nobody has set that.
  private static let silence = Duration.seconds(60)

  func validate() throws {
    guard Set(names).count == names.count else { throw CommandOutput.usageError("a label is named twice") }
    // A new file takes its place, which must not be that of a folder, a link, a pipe or a device such as /dev/stdout.
    guard let file, FileManager.default.fileExists(atPath: file) else { return }
    let type = try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
    guard type == .typeRegular else {
      throw CommandOutput.usageError("--file must name a file that may be replaced, which \(file) is not")
    }
  }

  func run() throws {
    let address = try server.address()
    var (events, screen) = (EventStreamReader(), LabelScreen(names, file: file, isOnce: once))
    var (hasBegun, losses) = (false, 0)
    try screen.begin()
    while let reason = try follow(address, &events, &screen, &hasBegun, &losses) {
      try screen.writeFile()
      guard hasBegun else { throw CommandOutput.failure("\(address.authority): \(reason)") }
      if losses == 0 { try screen.interrupt("\(address.authority): \(reason); trying again") }
      let pause = min((events.retryMilliseconds ?? 1000) << losses, 10_000)
      usleep(UInt32(Double(pause) * .random(in: 0.5...1) * 1000))
      losses = min(losses + 1, 4)
    }
    try screen.writeFile()
  }

  /// Shows what one connection brings, until the labels have ended.
  ///
  /// - Returns: Why it was lost before; `nil` where it was not.
  private func follow(
    _ address: ServerAddress, _ events: inout EventStreamReader, _ screen: inout LabelScreen, _ hasBegun: inout Bool,
    _ losses: inout Int
  ) throws(ExitCode) -> String? {
    let answer: HTTPAnswer
    do throws(HTTPClientError) {
      answer = try open(address, lastID: events.lastID)
    } catch {
      return error.reason
    }
    guard answer.status == 200 else {
      // What is wrong for a while only is so to one who has been served before.
      if hasBegun, [429, 502, 503, 504].contains(answer.status) {
        return "the answer was \(answer.status)"
      }
      throw LabelServer.refusal(
        answer.status, (try? answer.body(within: .seconds(server.timeout))) ?? [],
        of: names.count == 1 ? names[0] : nil)
    }
    (hasBegun, losses) = (true, 0)
    events = EventStreamReader(lastID: events.lastID)
    var heard = ContinuousClock.now
    while true {
      let received: [EventStreamReader.Event]
      let limit = heard + Self.silence
      do throws(HTTPClientError) {
        let wait = min(limit, screen.fileDue ?? limit) - .now
        guard let bytes = try answer.next(within: wait) else { return "the stream has ended" }
        heard = .now
        received = events.read(bytes)
      } catch {
        guard error == .late, ContinuousClock.now < limit else { return error.reason }
        try screen.writeFile()
        continue
      }
      for event in received where try screen.show(event) { return nil }
    }
  }

  private func open(_ address: ServerAddress, lastID: String) throws(HTTPClientError) -> HTTPAnswer {
    let target =
      names.count == 1
      ? "/v1/labels/\(names[0].percentEncoded)/stream"
      : "/v1/labels/stream?" + names.map { "id=\($0.percentEncoded)" }.joined(separator: "&")
    let fields = [("Accept", "text/event-stream")] + (lastID.isEmpty ? [] : [("Last-Event-ID", lastID)])
    return try server.open(address, "GET", target, fields: fields)
  }
}

/// What labels show, for a program that reads it from a file.
private struct LabelFile {
  /// Who shows it looks less often, and each time is a file of its own.
  private static let pause = Duration.milliseconds(100)

  let path: String
  private var content: [UInt8]?
  private var written: (content: [UInt8], at: ContinuousClock.Instant)?

  init(_ path: String) { self.path = path }

  /// When what it should have is to be written; `nil` where it has that.
  var due: ContinuousClock.Instant? {
    guard let content, content != written?.content else { return nil }
    return written.map { $0.at + Self.pause } ?? .now
  }

  mutating func set(_ content: [UInt8]) throws(ExitCode) {
    self.content = content
    if let due, due <= .now { try write() }
  }

  /// Puts a new file in the place of the old one.
  mutating func write() throws(ExitCode) {
    guard due != nil, let content else { return }
    do {
      try Data(content).write(to: URL(filePath: path), options: .atomic)
    } catch {
      CommandOutput.printError("Error: \(path): cannot be written")
      throw ExitCode(74)
    }
    written = (content, .now)
  }
}

/// The lines of labels in a terminal, with the cursor on the line below; elsewhere one line behind another, or a file.
private struct LabelScreen {
  private let names: [String]
  private let isTerminal: Bool
  private let isOnce: Bool
  private var file: LabelFile?
  private var texts: [String: String] = [:]
  private var ended: Set<String> = []
  private var missing: Set<String> = []
  private let reasons: Set<String> = ["deleted", "expired", "finished", "forbidden", "missing", "unavailable"]

  init(_ names: [String], file: String?, isOnce: Bool) {
    (self.names, self.isOnce) = (names, isOnce)
    self.file = file.map(LabelFile.init)
    isTerminal = file == nil && CommandOutput.isRewritable
  }
}

extension LabelScreen {
  func begin() throws(ExitCode) {
    guard isTerminal else { return }
    try CommandOutput.checkWritten(CommandOutput.write(String(repeating: "\n", count: names.count).utf8))
    for name in names { if let text = texts[name] { try line(name, text) } }
  }

  /// When the file is to be written.
  var fileDue: ContinuousClock.Instant? { file?.due }

  /// Writes what the file lacks.
  mutating func writeFile() throws(ExitCode) { try file?.write() }

  /// Whether nothing is left to be waited for where each label is wanted once.
  private var isDone: Bool { isOnce && names.allSatisfy { texts[$0] != nil || missing.contains($0) } }

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
      if texts.updateValue(text, forKey: name) != text { try draw(name, text) }
      return isDone
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
    if texts.removeValue(forKey: name) != nil, names.count > 1 { try setFile() }
    missing.insert(name)
    if ["deleted", "expired", "finished"].contains(reason) { ended.insert(name) }
    guard ended.count < names.count else {
      if file == nil { CommandOutput.printError("\(name): \(reason)") }
      return true
    }
    try interrupt("\(name): \(reason)")
    return isDone
  }

  /// All of the file: the text of the one label, or a line for each that there is.
  private var content: [UInt8] {
    var content = UTF8Buffer()
    for name in names {
      guard let text = texts[name] else { continue }
      if names.count > 1 { content.append(contentsOf: "\(name)\t") }
      content.appendPrintable { $0.append(contentsOf: text) }
      if names.count > 1 { content.append("\n") }
    }
    return content.bytes()
  }

  private mutating func setFile() throws(ExitCode) {
    let content = content
    try file?.set(content)
  }

  private mutating func draw(_ name: String, _ text: String) throws(ExitCode) {
    missing.remove(name)
    guard file == nil else { return try setFile() }
    try line(name, text)
  }

  private func line(_ name: String, _ text: String) throws(ExitCode) {
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
