public import Configuration
package import Documents
package import LabelStore
package import MicroHTTP
package import Requests
package import System

/// Everything a deployer can change; ``Setting/all`` lists each with its name, default and meaning.
public struct Settings: Equatable, Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The TCP port; 0 takes a free one.
  public var port = 8080
  /// The file of the certificate chain, PEM; with ``tlsKeyFile`` it makes the service speak HTTPS.
  public var tlsCertificateFile = ""
  /// The file of the certificate's private key, PEM.
  public var tlsKeyFile = ""
  /// Seconds for which browsers are told to use HTTPS only; 0 tells them nothing.
  public var hstsMaxAge = 0
  /// The origin at which people reach the service, such as `https://kinetype.example`; empty where it is not known.
  public var publicAddress = ""
  /// The address that serves only probes and metrics; empty is none.
  public var adminHost = ""
  /// The TCP port at that address; 0 takes a free one.
  public var adminPort = 9090
  /// Connections at that address.
  public var maximumAdminConnections = 64
  /// The number of event loops; 0 is one for each core.
  public var threads = 0
  /// The least severe log level that is written.
  public var logLevel = "info"
  /// `json`, `text`, or `auto` for text on a terminal and JSON elsewhere.
  public var logFormat = "auto"
  /// Whether each request is logged.
  public var accessLog = true
  /// Whether requests of probes and of Prometheus are logged as well.
  public var accessLogProbes = false
  /// Seconds that running answers get to finish after SIGTERM.
  public var graceTime = 10.0
  /// Seconds that a request's head may take to arrive.
  public var headTimeout = 10.0
  /// Seconds that a request's body may take to arrive.
  public var bodyTimeout = 30.0
  /// Seconds that an idle kept-alive connection stays open.
  public var idleTimeout = 75.0
  /// Seconds without progress after which a client's connection is closed.
  public var stalledWriteTimeout = 30.0
  /// Bytes a second that a client must take of what waits for it; 0 is no limit.
  public var minimumReadRate = 240
  /// Connections in the whole process.
  public var maximumConnections = 20_000
  /// Streams in the whole process.
  public var maximumStreams = 10_000
  /// Frames per second of all open streams together; 0 is no limit.
  public var maximumFramesPerSecond = 0
  /// Bytes that all open streams keep ready; 0 is no limit, `nil` a share of the memory that the process may have.
  public var maximumStreamBytes: Int?
  /// Bytes of a request's line and header fields.
  public var maximumHeadBytes = 16_384
  /// Bytes of a request's body.
  public var maximumBodyBytes = 65_536
  /// Grapheme clusters of one text.
  public var maximumTextCharacters = 4096
  /// UTF-8 bytes of one text.
  public var maximumTextBytes = 16_384
  /// Frames of one sequence, or of all animations in one request.
  public var maximumFrames = 36_000
  /// Animations in one request.
  public var maximumAnimations = 256
  /// Bytes of the parameters of all animations in one request; defaults count for each animation.
  public var maximumAnimationsBytes = 262_144
  /// Bytes of one answer that is not a stream.
  public var maximumResponseBytes = 16_777_216
  /// Pixels of all frames of one GIF or APNG together.
  public var maximumPicturePixels = 40_000_000
  /// Estimated milliseconds of one core that preparing or writing one answer may take.
  public var maximumWorkMilliseconds = 1000
  /// Estimated milliseconds of one core that the frames of one stream may take within a second.
  public var maximumStreamWorkMilliseconds = 250
  /// Answers, prepared streams and times that the whole process keeps, a third each.
  public var cacheEntries = 16_384
  /// Bytes of all of them.
  public var cacheBytes = 67_108_864
  /// Smallest answer, in bytes, that is compressed for a client that accepts gzip; 0 compresses none.
  public var compressionMinimumBytes = 1400
  /// Largest answer, in bytes, that is compressed.
  public var compressionMaximumBytes = 4_194_304
  /// Seconds after its delay at which a stream is ended, plus or minus a tenth.
  public var maximumStreamSeconds = 3600.0
  /// Seconds between heartbeats on a stream that has no frame to send.
  public var heartbeatInterval = 15.0
  /// Frames that are due within this many seconds are sent together.
  public var frameSlack = 0.001
  /// The API keys for `/v1`; empty needs no key.
  public var apiKeys: [APIKey] = []
  /// Whether `/metrics` at the public address needs no key.
  public var openMetrics = false
  /// The origins whose pages may read answers; `*` alone is any.
  public var corsOrigins = ["*"]
  /// The proxies that are trusted to name the client.
  package var trustedProxies: [IPNetwork] = []
  /// The header field in which those proxies name it.
  package var forwardedField = Forwarding.Field.xForwardedFor
  /// Requests that one client may make per second on average; 0 is no limit.
  public var requestsPerSecond = 0.0
  /// Requests that one client may make at once.
  public var requestBurst = 100
  /// Estimated milliseconds of work a second that one client's requests may take on average; 0 is no limit.
  public var workMillisecondsPerSecond = 0
  /// Streams of one client; 0 is no limit.
  public var maximumStreamsPerClient = 0
  /// Bytes that the streams of one client keep ready; 0 is no limit, `nil` a quarter of those of all.
  public var maximumStreamBytesPerClient: Int?
  /// Connections of one client; 0 is no limit.
  public var maximumConnectionsPerClient = 0
  /// Clients whose requests are counted.
  public var rememberedClients = 65_536
  /// Where labels are kept.
  package var labels = LabelStorage.standard
  /// What a loss of power may cost of them.
  package var labelsSynchronous = LabelFile.Durability.normal
  package var labelsMissing = LabelFile.Missing.refuse
  /// The keys that may change labels; where there is none, clients of the same machine may.
  public var writeKeys: [WriteKey] = []
  /// Whether visitors may make labels; `nil` is those of this machine.
  public var visitorLabels: Bool?
  /// Labels of visitors that the store has room for.
  public var maximumVisitorLabels = 1000
  /// Labels that one client may make as a visitor within an hour.
  public var maximumVisitorLabelsPerClient = 20
  /// The secret that tokens for private labels are signed with; empty where there are none.
  public var tokenSecret = ""
  /// Labels that the store has room for.
  public var maximumLabels = 100_000
  /// Bytes that are stored of one label.
  public var maximumLabelBytes = 16_384
  /// Requests that wait for the store of labels.
  public var maximumWaitingLabelRequests = 10_000
  /// Requests with a key of their own that the store remembers.
  public var maximumIdempotencyKeys = 100_000
  /// Changes of one label per second; 0 is no limit.
  public var labelChangesPerSecond = 1000.0
  /// Changes of labels that one client may make per second; 0 is no limit.
  public var clientChangesPerSecond = 0.0
  /// Streams that may watch one label; 0 is no limit.
  public var maximumLabelViewers = 0
  /// Labels that one stream may watch.
  public var maximumLabelsPerStream = 100
  /// How elements follow labels that do not say it: `changes`, or `next`, which caches hand on.
  public var labelFollow = "changes"
  /// Seconds after which a held answer ends without a change.
  public var labelSlot = 10
  /// Labels that nobody watches which are kept ready.
  public var rememberedLabels = 1024
  /// Seconds by which a change starts later where nodes share labels.
  public var labelLead = 0.05
  /// Seconds that an attempt to connect to Redis may take.
  public var redisConnectTimeout = 5.0
  /// Seconds that Redis may take to answer.
  public var redisCommandTimeout = 2.0
  /// Seconds of silence after which Redis is asked whether it is there.
  public var redisIdleInterval = 1.0
  /// Seconds between two attempts to connect to Redis at most.
  public var redisReconnectInterval = 1.0
  /// The file of the authorities that may sign Redis' certificate, PEM; empty is the system's.
  public var redisCertificateAuthorities = ""

  /// The defaults.
  public init() {}
}

extension Settings {
  package var documentLimits: DocumentLimits {
    DocumentLimits(bytes: maximumResponseBytes, pixels: maximumPicturePixels)
  }

  package var requestLimits: RequestLimits {
    RequestLimits(
      text: TextLimits(bytes: maximumTextBytes, characters: maximumTextCharacters), frames: maximumFrames,
      settling: maximumStreamSeconds, animations: maximumAnimations, animationsBytes: maximumAnimationsBytes)
  }
}

extension Settings {
  /// Reads the settings; the first provider that knows a name wins.
  ///
  /// - Throws: Every setting that is wrong, named.
  public init(from reader: ConfigReader) throws(InvalidSettings) {
    self.init()
    let scope = reader.scoped(to: "kinetype")
    var problems: [SettingProblem] = []
    for setting in Setting.all {
      guard let text = scope.string(forKey: ConfigKey(setting.key)) else { continue }
      do throws(SettingProblem) {
        try setting.apply(text, &self)
      } catch {
        problems.append(error)
      }
    }
    problems += missingHalf
    guard problems.isEmpty else { throw InvalidSettings(problems: problems) }
  }
}

/// Every setting that cannot be used, at once.
public struct InvalidSettings: Error, Equatable, Sendable, CustomStringConvertible {
  /// One entry a setting.
  public var problems: [SettingProblem]

  /// Creates the error.
  public init(problems: [SettingProblem]) {
    self.problems = problems
  }

  /// One line a setting.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension Settings {
  /// Tries to listen at the addresses, one after the other.
  ///
  /// - Returns: Ports that are in use, maybe by the very service whose settings are checked.
  /// - Throws: Addresses that the service could not listen at, by the name of the setting.
  public func checkAddresses() throws(InvalidSettings) -> [SettingProblem] {
    var warnings: [SettingProblem] = []
    var problems: [SettingProblem] = []
    for (host, hostKey, port, portKey) in addresses {
      do throws(SocketError) {
        try HTTPServer.checkAddress(host: host, port: port)
      } catch {
        let problem = Self.problem(error, hostKey, portKey)
        if case .addressInUse = error { warnings.append(problem) } else { problems.append(problem) }
      }
    }
    guard problems.isEmpty else { throw InvalidSettings(problems: problems) }
    return warnings
  }

  /// Why the service cannot listen at an address, by the name of the setting that is to be another.
  package static func problem(_ error: SocketError, _ hostKey: String, _ portKey: String) -> SettingProblem {
    let detail = "cannot be used: \(error)"
    return switch error {
    case .addressInUse, .permissionDenied: problem(portKey, detail)
    case .addressUnavailable, .system: problem(hostKey, detail)
    }
  }

  private var addresses: [(host: String, hostKey: String, port: Int, portKey: String)] {
    let open = (host, "host", port, "port")
    return hasAdminAddress ? [open, (adminHost, "adminHost", adminPort, "adminPort")] : [open]
  }
}

extension Settings {
  /// The certificate and key that the settings name; `nil` where they name none.
  ///
  /// - Throws: The setting that names a file which cannot be used, and why.
  package func identity() throws(SettingProblem) -> TLSIdentity? {
    if let problem = missingHalf.first { throw problem }
    guard servesTLS else { return nil }
    do throws(TLSIdentityError) {
      return try TLSIdentity(certificateFile: tlsCertificateFile, keyFile: tlsKeyFile)
    } catch {
      throw switch error.file {
      case .certificate: Self.problem("tlsCertificateFile", "names `\(tlsCertificateFile)`: \(error.reason)")
      case .key: Self.problem("tlsKeyFile", "names `\(tlsKeyFile)`: \(error.reason)")
      }
    }
  }

  /// Whether the service speaks HTTPS.
  public var servesTLS: Bool { !tlsCertificateFile.isEmpty && !tlsKeyFile.isEmpty }

  /// Whether there is an address for probes and metrics.
  public var hasAdminAddress: Bool { !adminHost.isEmpty }

  /// A certificate without its key, or a key without its certificate.
  var missingHalf: [SettingProblem] {
    switch (tlsCertificateFile.isEmpty, tlsKeyFile.isEmpty) {
    case (true, false): [Self.problem("tlsCertificateFile", "must be set where the key file is")]
    case (false, true): [Self.problem("tlsKeyFile", "must be set where the certificate file is")]
    default: []
    }
  }

  static func problem(_ key: String, _ detail: String) -> SettingProblem {
    SettingProblem(name: Setting.environmentName(of: key), detail: detail)
  }
}

extension HTTPServer.Configuration {
  /// The configuration of the public address.
  package init(_ settings: Settings) {
    self.init()
    host = settings.host
    port = settings.port
    if settings.threads > 0 { loopCount = settings.threads }
    connectionLimit = settings.maximumConnections
    connectionLimitPerClient = settings.maximumConnectionsPerClient
    trustedProxies = settings.trustedProxies
    maximumHeadBytes = settings.maximumHeadBytes
    maximumBodyBytes = settings.maximumBodyBytes
    headTimeout = .seconds(settings.headTimeout)
    bodyTimeout = .seconds(settings.bodyTimeout)
    idleTimeout = .seconds(settings.idleTimeout)
    stalledWriteTimeout = .seconds(settings.stalledWriteTimeout)
    minimumReadRate = settings.minimumReadRate
  }

  /// The configuration of the address for probes and metrics.
  package init(adminOf settings: Settings) {
    self.init(settings)
    host = settings.adminHost
    port = settings.adminPort
    loopCount = 1
    connectionLimit = settings.maximumAdminConnections
    maximumBodyBytes = 0
  }
}
