/// One setting: how it is called in the environment, what it may be, and what it is for.
public struct Setting: Sendable {
  /// The key of swift-configuration, such as `headTimeout`.
  public let key: String
  /// One sentence for `Config/kinetype.env`.
  public let summary: String
  /// The default, as one would write it.
  public let defaultText: String
  /// Takes a text into the settings, or says what is wrong with it.
  let apply: @Sendable (String, inout Settings) throws(SettingProblem) -> Void
}

/// A setting with a value that cannot be used.
public struct SettingProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name in the environment.
  public var name: String
  /// What was expected, and what stands there.
  public var detail: String

  /// One line for the log or the terminal.
  public var description: String { "\(name) \(detail)" }
}

extension Setting {
  /// The name in the environment: `headTimeout` is `KINETYPE_HEAD_TIMEOUT`.
  public var environmentName: String {
    "KINETYPE_" + key.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
  }

  private static func text(
    _ key: String, _ path: any WritableKeyPath<Settings, String> & Sendable, _ summary: String,
    among choices: [String]? = nil
  ) -> Setting {
    make(key, summary, Settings()[keyPath: path]) { text, settings in
      guard !text.isEmpty else { return "must not be empty" }
      if let choices, !choices.contains(text) {
        return "must be one of \(choices.joined(separator: ", ")), not `\(text)`"
      }
      settings[keyPath: path] = text
      return nil
    }
  }

  private static func count(
    _ key: String, _ path: any WritableKeyPath<Settings, Int> & Sendable, in range: ClosedRange<Int>, _ summary: String
  ) -> Setting {
    make(key, summary, String(Settings()[keyPath: path])) { text, settings in
      guard let value = Int(text) else { return "must be a whole number, not `\(text)`\(kubernetesHint(text))" }
      guard range.contains(value) else { return "must be from \(range.lowerBound) to \(range.upperBound), not \(text)" }
      settings[keyPath: path] = value
      return nil
    }
  }

  private static func seconds(
    _ key: String, _ path: any WritableKeyPath<Settings, Double> & Sendable, in range: ClosedRange<Double>,
    _ summary: String
  ) -> Setting {
    make(key, summary, plain(Settings()[keyPath: path])) { text, settings in
      guard let value = ParameterReader.number(text) else { return "must be a number of seconds, not `\(text)`" }
      guard range.contains(value) else {
        return "must be from \(plain(range.lowerBound)) to \(plain(range.upperBound)) seconds, not \(text)"
      }
      settings[keyPath: path] = value
      return nil
    }
  }

  private static func make(
    _ key: String, _ summary: String, _ defaultText: String,
    _ take: @escaping @Sendable (String, inout Settings) -> String?
  ) -> Setting {
    let name = Setting(key: key, summary: "", defaultText: "", apply: { _, _ in }).environmentName
    return Setting(key: key, summary: summary, defaultText: defaultText) { text, settings throws(SettingProblem) in
      if let complaint = take(text, &settings) { throw SettingProblem(name: name, detail: complaint) }
    }
  }

  private static func plain(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }

  /// Kubernetes puts `KINETYPE_PORT=tcp://…` into every pod beside a Service called `kinetype`.
  private static func kubernetesHint(_ text: String) -> String {
    text.hasPrefix("tcp://") ? " (a Kubernetes service link: set enableServiceLinks: false)" : ""
  }
}

extension Setting {
  /// Every setting, in the order of `Config/kinetype.env`.
  public static let all: [Setting] = [
    text("host", \.host, "Address to listen on; 0.0.0.0 or :: for every interface."),
    count("port", \.port, in: 0...65_535, "TCP port; 0 takes a free one."),
    count("threads", \.threads, in: 0...1024, "Event loops, each with a queue of its own; 0 is one for each core."),
    text(
      "logLevel", \.logLevel,
      "Least severe level that is logged: trace, debug, info, notice, warning, error, critical.",
      among: ["trace", "debug", "info", "notice", "warning", "error", "critical"]),
    seconds("graceTime", \.graceTime, in: 0...3600, "Seconds that running answers have to end after SIGTERM."),
    seconds("headTimeout", \.headTimeout, in: 1...3600, "Seconds within which a request's head must have arrived."),
    seconds("bodyTimeout", \.bodyTimeout, in: 1...3600, "Seconds within which a request's body must have arrived."),
    seconds("idleTimeout", \.idleTimeout, in: 1...3600, "Seconds that an idle kept-alive connection stays open."),
    seconds(
      "stalledWriteTimeout", \.stalledWriteTimeout, in: 1...3600,
      "Seconds without progress after which a client that does not read is let go."),
    count("maximumConnections", \.maximumConnections, in: 1...1_000_000, "Connections in the whole process."),
    count(
      "maximumStreams", \.maximumStreams, in: 0...1_000_000,
      "Streams in the whole process; over it a new one is answered 503."),
    count(
      "maximumHeadBytes", \.maximumHeadBytes, in: 4096...1_048_576,
      "Bytes of a request's line and header fields; over it the answer is 414 or 431."),
    count(
      "maximumBodyBytes", \.maximumBodyBytes, in: 0...16_777_216,
      "Bytes of a request's body; over it the answer is 413."),
    count(
      "maximumTextCharacters", \.maximumTextCharacters, in: 1...1_000_000, "Characters (grapheme clusters) of one text."
    ),
    count("maximumTextBytes", \.maximumTextBytes, in: 1...1_048_576, "UTF-8 bytes of one text."),
    count("maximumFrames", \.maximumFrames, in: 1...10_000_000, "Frames of one sequence."),
    count(
      "maximumResponseBytes", \.maximumResponseBytes, in: 65_536...1_073_741_824,
      "Bytes of one answer that is not a stream."),
    count(
      "cacheEntries", \.cacheEntries, in: 0...1_000_000,
      "Answers, and as many prepared streams, that each event loop keeps for the next who asks; 0 is none."),
    count(
      "cacheBytes", \.cacheBytes, in: 0...1_073_741_824,
      "Bytes of the answers, and as many of the streams, that each event loop keeps; half of them at most for one."),
    seconds("maximumStreamSeconds", \.maximumStreamSeconds, in: 1...604_800, "Seconds that one stream may live."),
    seconds(
      "heartbeatInterval", \.heartbeatInterval, in: 1...3600,
      "Seconds between two signs of life on a stream with nothing due."),
    seconds(
      "frameSlack", \.frameSlack, in: 0...0.1,
      "Seconds within which frames due one after another leave together."),
  ]
}
