import System
import TextBytes
import Timing

/// One setting: how it is called in the environment, what it may be, and what it is for.
public struct Setting: Sendable {
  /// The key of swift-configuration, such as `headTimeout`.
  public let key: String
  /// One sentence, which stands above it in an environment file.
  public let summary: String
  /// Whether its value is never logged or printed.
  public var isSecret = false
  /// Its value in settings, as an environment file has it.
  public let text: @Sendable (Settings) -> String
  /// Sets it from a text, or says what is wrong with the text.
  let apply: @Sendable (String, inout Settings) throws(SettingProblem) -> Void
}

/// A setting with a value that cannot be used.
public struct SettingProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name in the environment, or the file that settings should come from.
  public var name: String
  /// What was expected, and what was found.
  public var detail: String

  /// Creates a problem.
  public init(name: String, detail: String) {
    (self.name, self.detail) = (name, detail)
  }

  /// One line for the log or the terminal.
  public var description: String { "\(name) \(detail)" }
}

extension Setting {
  /// The name in the environment: `headTimeout` is `KINETYPE_HEAD_TIMEOUT`.
  public var environmentName: String { Self.environmentName(of: key) }

  /// The name in the environment of a key.
  public static func environmentName(of key: String) -> String {
    "KINETYPE_" + key.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
  }
}

extension Setting {
  /// Every setting, in the order of `Config/kinetype.env`.
  public static let all: [Setting] = general + access + labels

  private static let general: [Setting] = [
    text("host", \.host, "Address to listen on; 0.0.0.0 or :: for every interface."),
    count("port", \.port, in: 0...65_535, "TCP port; 0 takes a free one."),
    optionalText(
      "tlsCertificateFile", \.tlsCertificateFile,
      "File with the certificate chain in PEM; with the key file, HTTPS instead of HTTP. SIGHUP reads both again."),
    optionalText("tlsKeyFile", \.tlsKeyFile, "File with the certificate's private key in PEM, without a password."),
    count(
      "hstsMaxAge", \.hstsMaxAge, in: 0...63_072_000,
      "Seconds for which browsers must use HTTPS (Strict-Transport-Security, sent over TLS only); 0 sends no such field."
    ),
    make(
      "publicAddress",
      """
      Origin at which people reach the service, such as https://kinetype.example: previews of links to its pages show a \
      picture from there, and clients of the same machine may use its name.
      """,
      { $0.publicAddress }
    ) { text, settings in
      guard text.isEmpty || (text.hasPrefix("http") && CORSPolicy.isOrigin(text)) else {
        return "must be an origin such as https://kinetype.example, without a path, not `\(text)`"
      }
      settings.publicAddress = text
      return nil
    },
    optionalText(
      "adminHost", \.adminHost,
      "Second address, plain HTTP, for probes and /metrics; where it is set, /metrics is served only there."),
    count("adminPort", \.adminPort, in: 0...65_535, "TCP port of that address; 0 takes a free one."),
    count(
      "maximumAdminConnections", \.maximumAdminConnections, in: 1...1_000_000,
      "Connections at that address; they do not count as connections of the service."),
    count("threads", \.threads, in: 0...1024, "Event loops, each with a queue of its own; 0 is one for each core."),
    text(
      "logLevel", \.logLevel,
      "Least severe level that is logged: trace, debug, info, notice, warning, error, critical.",
      among: ["trace", "debug", "info", "notice", "warning", "error", "critical"]),
    text(
      "logFormat", \.logFormat, "How a log line looks: json, text, or auto for text on a terminal and json elsewhere.",
      among: ["auto", "json", "text"]),
    boolean("accessLog", \.accessLog, "Whether each request is logged when it ends: true or false."),
    boolean(
      "accessLogProbes", \.accessLogProbes,
      "Whether requests for /healthz, /readyz and /metrics are logged as well: true or false."),
    seconds("graceTime", \.graceTime, in: 0...3600, "Seconds that running answers get to finish after SIGTERM."),
    seconds("headTimeout", \.headTimeout, in: 1...3600, "Seconds within which a request's head must have arrived."),
    seconds("bodyTimeout", \.bodyTimeout, in: 1...3600, "Seconds within which a request's body must have arrived."),
    seconds("idleTimeout", \.idleTimeout, in: 1...3600, "Seconds that an idle kept-alive connection stays open."),
    seconds(
      "stalledWriteTimeout", \.stalledWriteTimeout, in: 1...3600,
      "Seconds without progress after which the connection of a client that does not read is closed."),
    count(
      "minimumReadRate", \.minimumReadRate, in: 0...1_000_000_000,
      "Bytes a second that a client must take of what waits for it, on average over stalledWriteTimeout; 0 is no limit."
    ),
    count(
      "maximumConnections", \.maximumConnections, in: 1...1_000_000,
      "Connections in the whole process, which raises its limit of file descriptors as far as the system allows."),
    count(
      "maximumStreams", \.maximumStreams, in: 0...1_000_000,
      "Streams in the whole process; beyond it a new one is answered 503."),
    count(
      "maximumFramesPerSecond", \.maximumFramesPerSecond, in: 0...1_000_000_000,
      "Frames per second of all open streams together; beyond it a new stream is answered 503. 0 is no limit."),
    optionalCount(
      "maximumStreamBytes", \.maximumStreamBytes, in: 0...1_099_511_627_776,
      """
      Bytes that all open streams keep ready; beyond it a new stream is answered 503. 0 is no limit; empty is a quarter of \
      the memory that the process may have (that of its control group, or of the machine), and 536870912 at most.
      """),
    count(
      "maximumHeadBytes", \.maximumHeadBytes, in: 4096...1_048_576,
      "Bytes of a request's line and header fields; beyond it the answer is 414 or 431."),
    count(
      "maximumBodyBytes", \.maximumBodyBytes, in: 0...16_777_216,
      "Bytes of a request's body; beyond it the answer is 413."),
    count(
      "maximumTextCharacters", \.maximumTextCharacters, in: 1...1_000_000, "Characters (grapheme clusters) of one text."
    ),
    count("maximumTextBytes", \.maximumTextBytes, in: 1...1_048_576, "UTF-8 bytes of one text."),
    count(
      "maximumFrames", \.maximumFrames, in: 1...10_000_000,
      "Frames of one sequence, or of all animations in one request."),
    count("maximumAnimations", \.maximumAnimations, in: 1...65_536, "Animations in one request."),
    count(
      "maximumAnimationsBytes", \.maximumAnimationsBytes, in: 1...16_777_216,
      "Bytes of the parameters of all animations in one request; defaults count for each animation."),
    count(
      "maximumResponseBytes", \.maximumResponseBytes, in: 65_536...1_073_741_824,
      "Bytes of one answer that is not a stream; beyond 512 KiB it is made piece by piece as its client takes it."),
    count(
      "maximumPicturePixels", \.maximumPicturePixels, in: 10_000...1_000_000_000,
      "Pixels of all frames of one GIF or APNG together; beyond it 400. Drawing takes some 5 bytes for each of a frame."
    ),
    count(
      "maximumWorkMilliseconds", \.maximumWorkMilliseconds, in: 2...600_000,
      "Milliseconds of one core that preparing or writing one answer may take, estimated before and counted by its "
        + "steps; beyond it 400."),
    count(
      "maximumStreamWorkMilliseconds", \.maximumStreamWorkMilliseconds, in: 2...1000,
      "Milliseconds of one core, estimated before, that one stream's frames may take in a second; beyond it 400."),
    count(
      "cacheEntries", \.cacheEntries, in: 0...10_000_000,
      "Answers asked for twice, prepared streams and times, a third each, that all event loops keep; 0 is none."),
    count(
      "cacheBytes", \.cacheBytes, in: 0...68_719_476_736,
      "Bytes of all of them; one may have half of its loop's third."),
    count(
      "compressionMinimumBytes", \.compressionMinimumBytes, in: 0...1_073_741_824,
      "Smallest answer, in bytes, that is compressed for a client that accepts gzip; 0 compresses none."),
    count(
      "compressionMaximumBytes", \.compressionMaximumBytes, in: 0...1_073_741_824,
      "Largest answer, in bytes, that is compressed; one MiB blocks its event loop for 6 ms."),
    seconds(
      "maximumStreamSeconds", \.maximumStreamSeconds, in: 1...604_800,
      "Seconds after its delay at which a stream is ended, plus or minus a tenth so that not all clients reconnect at once."
    ),
    seconds(
      "heartbeatInterval", \.heartbeatInterval, in: 1...3600,
      "Seconds between heartbeats on a stream that has no frame to send."),
    seconds(
      "frameSlack", \.frameSlack, in: 0...0.1,
      "Frames that are due within this many seconds are sent together."),
  ]
}

extension Setting {
  /// Which clients are served, and how often.
  private static let access: [Setting] = [
    list(
      "apiKeys", \.apiKeys, of: "name:hash with 64 hexadecimal digits", isSecret: true,
      "API keys without which /v1 answers 401, as comma-separated name:hash (`printf %s KEY | sha256sum`); empty needs no key."
    ) { APIKey($0) },
    boolean(
      "openMetrics", \.openMetrics,
      "Whether /metrics needs no key where apiKeys are set: true or false; at the admin address it never needs one."),
    list(
      "corsOrigins", \.corsOrigins, of: "origins (https://example.org)",
      "Comma-separated origins whose pages may read answers (CORS); * is any, without credentials."
    ) { $0 == "*" || CORSPolicy.isOrigin($0) ? $0 : nil },
    list(
      "trustedProxies", \.trustedProxies, of: "addresses and networks (10.0.0.0/8)",
      "Comma-separated addresses and networks of proxies that are trusted to name the client, such as 10.0.0.0/8,::1."
    ) { IPNetwork($0) },
    make(
      "forwardedField",
      "Field in which trusted proxies name the client: X-Forwarded-For or Forwarded; the other is not read.",
      { $0.forwardedField.rawValue }
    ) { text, settings in
      guard let field = Forwarding.Field.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() })
      else {
        return "must be one of \(Forwarding.Field.allCases.map(\.rawValue).joined(separator: ", ")), not `\(text)`"
      }
      settings.forwardedField = field
      return nil
    },
    rate(
      "requestsPerSecond", \.requestsPerSecond,
      "Requests to /v1 that one client may make per second on average; beyond it the answer is 429; 0 is no limit."
    ),
    count(
      "requestBurst", \.requestBurst, in: 1...1_000_000,
      "Requests that one client may make at once, where requestsPerSecond is not 0."),
    count(
      "workMillisecondsPerSecond", \.workMillisecondsPerSecond, in: 0...100_000,
      "Milliseconds of work a second that one client's requests may take, short ones too; beyond it 429; "
        + "0 is no limit. Ten seconds' worth may be taken at once."),
    count(
      "maximumStreamsPerClient", \.maximumStreamsPerClient, in: 0...1_000_000,
      "Streams of one client; beyond it a new one is answered 429; 0 is no limit."),
    optionalCount(
      "maximumStreamBytesPerClient", \.maximumStreamBytesPerClient, in: 0...1_099_511_627_776,
      """
      Bytes that one client's streams keep ready, trusted proxies that name none excepted; beyond it a new one is answered \
      429; 0 is no limit, empty a quarter of maximumStreamBytes.
      """),
    count(
      "maximumConnectionsPerClient", \.maximumConnectionsPerClient, in: 0...1_000_000,
      "Connections from one client address, trusted proxies excepted; beyond it a new one gets 429; 0 is no limit."
    ),
    count(
      "rememberedClients", \.rememberedClients, in: 32...10_000_000,
      "Clients whose requests are counted, under 100 bytes each; the one idle longest is forgotten first."),
  ]
}

extension Setting {
  /// Warnings about lines of an environment file that do not do what they seem to, beside ``unknown(among:)``.
  ///
  /// They are not errors: swift-configuration accepts such a file, and other programs may share it.
  public static func warnings(inEnvironmentFile text: String) -> [SettingProblem] {
    var seen: Set<String> = []
    var problems: [SettingProblem] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard let detail = warning(of: line.trimmingSpaces(), after: &seen) else { continue }
      problems.append(SettingProblem(name: "line \(index + 1)", detail: detail))
    }
    return problems
  }

  private static func warning(of line: Substring, after seen: inout Set<String>) -> String? {
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    guard let (name, value) = assignment(line) else { return "is ignored: it is neither a comment nor `NAME=value`" }
    guard name.hasPrefix(prefix) else {
      guard let start = name.uppercased().firstRange(of: prefix) else { return nil }
      return "is ignored: write `\(name.uppercased()[start.lowerBound...])`, not `\(name)`"
    }
    if !seen.insert(name).inserted { return "sets \(name) again; the last value counts" }
    let isQuoted = value.count > 1 && value.first == value.last && ["\"", "'"].contains(value.first)
    return isQuoted ? "has quotation marks, which become a part of \(name)" : nil
  }

  /// The names that an environment file sets, one a line before `=`.
  public static func names(inEnvironmentFile text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let line = line.trimmingSpaces()
      return line.hasPrefix("#") ? nil : assignment(line)?.name
    }
  }

  /// A line as swift-configuration reads it.
  private static func assignment(_ line: Substring) -> (name: String, value: Substring)? {
    guard let end = line.firstIndex(of: "="), end > line.startIndex else { return nil }
    return (String(line[..<end].trimmingSpaces()), line[line.index(after: end)...].trimmingSpaces())
  }

  /// What an environment file has of it: what it is for, and a line that sets it to what it is in `settings`; a secret is
  /// not shown.
  public func lines(in settings: Settings) -> String {
    let value = text(settings)
    return "# \(summary)\n\(environmentName)=\(isSecret && !value.isEmpty ? "********" : value)\n"
  }

  /// Warnings about names that look like settings but are none, sorted, each with the setting it may be meant for.
  ///
  /// They are not errors: an older version may be started with a newer file, and Kubernetes puts names of its own into
  /// the environment of every pod beside a Service called `kinetype`.
  public static func unknown(among names: some Sequence<String>) -> [SettingProblem] {
    let known = Set(all.map(\.environmentName))
    let unknown = Set(names.filter { $0.hasPrefix(prefix) }).subtracting(known)
    return unknown.sorted().map { name in
      let near = Spelling.nearest(to: bare(name), among: known.sorted().map(bare))
      return SettingProblem(name: name, detail: "is unknown" + (near.map { "; did you mean `\(prefix)\($0)`?" } ?? ""))
    }
  }

  static let prefix = "KINETYPE_"

  private static func bare(_ name: String) -> String { String(name.dropFirst(prefix.count)) }
}
