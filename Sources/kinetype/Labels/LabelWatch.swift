import ArgumentParser
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
  ///
  /// - Throws: Where the service refuses, and where nothing can be written.
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
    guard answer.head.status == 200 else {
      // What is wrong for a while only is so to one who has been served before.
      if hasBegun, [429, 502, 503, 504].contains(answer.head.status) {
        return .lost("the answer was \(answer.head.status)")
      }
      throw LabelServer.refusal(answer.head.status, (try? answer.body(within: .seconds(server.timeout))) ?? [])
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
